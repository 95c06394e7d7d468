/** The jobs that ask for backups: one of which nothing can be told hides nothing of the others. */
import { findVolumeBackups } from "../../../components/batch/jobs/backup-age/script";
import { backupConfiguration } from "../../../components/batch/jobs/backup-configuration/script";
import { findDatabaseBackups } from "../../../components/batch/jobs/backup-database/script";
import { backupObjectStore } from "../../../components/batch/jobs/backup-object-store/script";
import { expositionOf } from "../../../components/batch/service/exposition";
import type { KubernetesApi } from "../../../components/batch/service/kubernetes";
import type { Found } from "../../../components/batch/service/script";
import { pushed, startServer } from "../run-job";
import { found } from "./found";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-24T00:00:00Z");
const ago = (days: number, now = NOW) => new Date(now - days * DAY_MS).toISOString();
const run = new AbortController();

/** What the API server lists, by the plural; the items are what the schema would have read. */
const listing = (objects: Readonly<Record<string, readonly object[]>>): KubernetesApi => ({
  list: async ({ plural }) => (objects[plural] ?? []) as never,
});
const told = ({ gauges, failures = [] }: Found) => ({
  series: pushed(expositionOf(gauges)),
  failures: failures.map(({ message }) => message),
});

test("volumes: by their backups, else by what the volume says, each for itself", async () => {
  const volume = (name: string, more: object = {}) => ({ metadata: { name }, ...more });
  const backup = (volumeName: string, at: string, state = "Completed") => ({
    metadata: { name: `of-${volumeName}` },
    status: { state, volumeName, snapshotCreatedAt: at },
  });
  const api = listing({
    volumes: [
      volume("a"),
      volume("b"),
      volume("c", { status: { lastBackupAt: ago(3) } }),
      volume("d", { status: { lastBackupAt: "yesterday" } }),
      volume("e"),
      volume("f"),
      volume("gone", { metadata: { name: "gone", deletionTimestamp: ago(0) } }),
      volume("stands-by", { spec: { Standby: true } }),
    ],
    backups: [backup("a", ago(9)), backup("a", ago(2)), backup("b", "soon"), backup("e", ago(1), "Error"), backup("f", ago(-2))],
  });
  expect(told(await findVolumeBackups(api, NOW, run))).toEqual({
    series: {
      'storage_backup_age_days{volume="a"}': 2,
      'storage_backup_age_days{volume="c"}': 3,
      'storage_backup_age_days{volume="e"}': -1,
    },
    failures: [
      'volume b: the time of backup of-b is "soon", which is no RFC 3339 time; look at what wrote it',
      'volume d: the time of its last backup is "yesterday", which is no RFC 3339 time; look at what wrote it',
      expect.stringMatching(/^the backup of volume f lies ahead, at /),
    ],
  });
});

test("databases: by their backups and by what the cluster says, each for itself", async () => {
  const cluster = (name: string, status: object = {}) => ({ metadata: { namespace: "git", name }, status });
  const backup = (name: string, status: object) => ({
    metadata: { namespace: "git", name: `of-${name}` },
    spec: { cluster: { name } },
    status,
  });
  const api = listing({
    clusters: [
      cluster("a", { lastSuccessfulBackupByMethod: { barmanObjectStore: ago(5) } }),
      cluster("b", { lastSuccessfulBackup: "?" }),
      cluster("c"),
      cluster("d"),
    ],
    backups: [
      backup("a", { phase: "completed", startedAt: ago(3), stoppedAt: ago(2) }),
      backup("c", { phase: "failed", stoppedAt: ago(1) }),
      backup("d", { phase: "completed", startedAt: "never" }),
    ],
  });
  expect(told(await findDatabaseBackups(api, NOW, run))).toEqual({
    series: { 'database_backup_age_days{database="git/a"}': 2, 'database_backup_age_days{database="git/c"}': -1 },
    failures: [
      'database git/b: the time of its last backup is "?", which is no RFC 3339 time; look at what wrote it',
      'database git/d: the time of backup of-d is "never", which is no RFC 3339 time; look at what wrote it',
    ],
  });
});

test("no volume and no database at all is refused", async () => {
  await expect(findVolumeBackups(listing({}), NOW, run)).rejects.toThrow("the list of volumes is empty");
  await expect(findDatabaseBackups(listing({}), NOW, run)).rejects.toThrow("the list of database clusters is empty");
});

describe("an object store", () => {
  const buckets: Record<string, readonly (readonly [key: string, modified: string, bytes: number])[]> = {};
  let store: Awaited<ReturnType<typeof startServer>>;
  beforeAll(async () => {
    store = await startServer((request, response) => {
      const [, bucket = ""] = /^\/([^/?]*)/.exec(request.url ?? "") ?? [];
      const objects = buckets[bucket];
      if (objects === undefined) response.statusCode = 404;
      const contents = (objects ?? []).map(
        ([key, modified, bytes]) => `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>${bytes}</Size></Contents>`,
      );
      response.end(
        objects === undefined ? "<Error><Code>NoSuchBucket</Code></Error>" : `<ListBucketResult>${contents.join("")}</ListBucketResult>`,
      );
    });
  });
  afterAll(() => store.close());
  const settings = () => ({ S3_ENDPOINT: store.url, S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" });

  test("a bucket that is empty, or not there, is named, and hides nothing of the others", async () => {
    Object.assign(buckets, { full: [["a", ago(1), 1]], empty: [] });
    expect(await found(backupObjectStore, { ...settings(), BUCKETS: '["empty","full","none"]' })).toEqual({
      failures: [
        "bucket empty is empty; if that is right, take it out of BUCKETS",
        expect.stringMatching(/^bucket none: the object store answered 404: NoSuchBucket/),
      ],
      series: { 'object_store_objects{bucket="full"}': 1 },
    });
  });

  test("a configuration whose time lies ahead is named, and hides nothing of the others", async () => {
    const now = Date.now();
    buckets.saved = [
      ["router/a", ago(2, now), 7],
      ["switch/a", ago(-9, now), 8],
    ];
    const SYSTEMS = JSON.stringify(["router", "switch", "printer"].map((system) => ({ system, prefix: `${system}/` })));
    expect(await found(backupConfiguration, { ...settings(), S3_BUCKET: "saved", SYSTEMS })).toEqual({
      failures: [expect.stringMatching(/^the configuration of system switch lies ahead/)],
      series: {
        'configuration_backup_age_days{system="router"}': expect.closeTo(2, 3),
        'backup_size_bytes{backup="router"}': 7,
        'configuration_backup_age_days{system="printer"}': -1,
      },
    });
  });
});
