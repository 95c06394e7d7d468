/** The jobs' scripts, as the image has them, against what they ask and what they push to. */
import { createSocket } from "node:dgram";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCRIPTS, type ScriptDeclaration } from "../../components/batch/jobs/all";
import type { JobName } from "../../components/batch/jobs/names";
import { type Ended, runJob, startServer } from "../batch/run-job";
import { freePort } from "../free-port";
import { type ApiServer, startApiServer } from "./api-server";
import { describeEngines, type RunningEngine, runEngine, startProcess, waitUntil } from "./engine";
import { type ObjectStore, startObjectStore } from "./moto";

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().replace(/\.\d+Z$/, "Z");

let gateway: RunningEngine;
let gatewayUrl = "";

async function startGateway(): Promise<void> {
  const address = `127.0.0.1:${await freePort()}`;
  gatewayUrl = `http://${address}`;
  gateway = await startProcess("pushgateway", [`--web.listen-address=${address}`], { ready: `${gatewayUrl}/-/ready` });
}

/** What the gateway tells of a job's group: series without `instance` and `job`, and their values. */
async function group(job: JobName): Promise<Record<string, number>> {
  const text = await (await fetch(`${gatewayUrl}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line.includes(`job="${job}"`) && !line.startsWith("push_"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", labels = "", value] = /^(\w+)\{(.*)\} (\S+)$/.exec(line) ?? [];
      const own = labels.replace(/(?:^|,)(?:instance|job)="[^"]*"/g, "").replace(/^,/, "");
      return [own === "" ? name : `${name}{${own}}`, Number(value)];
    }),
  );
}

const run = (job: JobName, env: Readonly<Record<string, string>>): Promise<Ended> => runJob(job, { PUSHGATEWAY_URL: gatewayUrl, ...env });
const errors = ({ log }: Ended) => log.filter(({ level }) => level === "error").map(({ msg, reason }) => `${msg}: ${reason}`);

describeEngines(["kube-apiserver", "etcd", "pushgateway"], "scripts that ask the API server", () => {
  let api: ApiServer;

  beforeAll(async () => {
    [api] = await Promise.all([startApiServer(), startGateway()]);
    const scripts: readonly ScriptDeclaration[] = Object.values(SCRIPTS);
    for (const resource of scripts.flatMap(({ lists = [] }) => lists)) {
      if (resource.group === "batch") continue;
      await api.apply(definition(resource) as never);
    }
    const plurals = [
      "longhorn.io/v1beta2/volumes",
      "longhorn.io/v1beta2/backups",
      "postgresql.cnpg.io/v1/clusters",
      "postgresql.cnpg.io/v1/backups",
    ];
    for (const path of plurals) {
      await waitUntil(
        async () => (await api.request("GET", `/apis/${path}`)).status === 200,
        () => `${path} is not served`,
      );
    }
    for (const namespace of ["jobs", "storage", "git"]) await api.ensureNamespace(namespace);
  });
  afterAll(async () => {
    await api?.stop();
    await gateway?.stop();
  });

  const ask = (job: JobName, env: Readonly<Record<string, string>> = {}) => run(job, { KUBECONFIG: api.kubeconfigFile, ...env });
  const create = async (apiVersion: string, plural: string, namespace: string, object: object) => {
    const base = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const { status, body } = await api.request("POST", `${base}/namespaces/${namespace}/${plural}`, { apiVersion, ...object });
    if (status >= 300) throw new Error(`${plural}: ${status} ${JSON.stringify(body)}`);
  };
  const cronJob = (name: string, schedule: string, command: readonly string[], spec: object = {}) => ({
    kind: "CronJob",
    metadata: { name },
    spec: {
      schedule,
      ...spec,
      jobTemplate: {
        spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "job", image: "example", command }] } } },
      },
    },
  });

  test("the first answers are empty, which is refused", async () => {
    for (const job of ["cadence-map", "backup-age", "backup-database"] as const) {
      const ended = await ask(job);
      expect([job, ended.code, errors(ended)]).toEqual([job, 1, [expect.stringContaining(" is empty; ")]]);
      const series = await group(job);
      expect(Object.values(series).sort()).toEqual([0, expect.any(Number)]);
      expect(Object.keys(series)).toHaveLength(2);
    }
  });

  /** Of each CronJob, what it runs. */
  const told = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(all).map(([cronjob, runs]) => [`scheduler_cronjob_info{cronjob="${cronjob}",namespace="jobs",runs="${runs}"}`, 1]),
    );

  test("cadences are the longest gap, as the API server and its controller read a schedule", async () => {
    const jobs: [string, string, readonly string[], object?][] = [
      ["ours", "17 * * * *", ["/nodejs/bin/node", "/app/jobs/backup-age"]],
      ["foreign", "0 9 * * 1-5", ["/bin/sh", "/scripts/backup-nas.sh"]],
      ["inline", "@every 90m", ["sh", "-c", "set -e; /opt/scripts/sync.py --all > /tmp/out"]],
      ["nothing", "@hourly", ["restic", "backup"]],
      ["zurich", "30 2 * * *", ["/scripts/nightly"], { timeZone: "Europe/Zurich" }],
      ["suspended", "@daily", ["/scripts/suspended"], { suspend: true }],
      ["never", "0 0 30 2 *", ["/scripts/never"]],
    ];
    for (const [name, schedule, command, spec] of jobs)
      await create("batch/v1", "cronjobs", "jobs", cronJob(name, schedule, command, spec));
    const ended = await ask("cadence-map");
    expect([ended.code, errors(ended)]).toEqual([0, []]);
    const cronJobs = { ours: "backup-age", foreign: "backup-nas.sh", inline: "sync.py", nothing: "nothing", zurich: "nightly" };
    expect(await group("cadence-map")).toEqual({
      ...told({ ...cronJobs, suspended: "suspended", never: "never" }),
      cadence_map_last_run_success: 1,
      cadence_map_last_run_timestamp_seconds: expect.any(Number),
      'scheduler_schedule_interval_seconds{script="backup-age"}': 3600,
      'scheduler_schedule_interval_seconds{script="backup-nas.sh"}': 3 * 86_400,
      'scheduler_schedule_interval_seconds{script="sync.py"}': 5400,
      'scheduler_schedule_interval_seconds{script="nothing"}': 3600,
      'scheduler_schedule_interval_seconds{script="nightly"}': 86_400,
    });
    expect(ended.log.filter(({ level }) => level === "warn").map(({ cron_job }) => cron_job)).toEqual(["jobs/never"]);
  });

  test("a cadence goes when nothing is scheduled any more, the last one too", async () => {
    const paths = ["ours", "foreign", "inline", "nothing", "zurich"].map((name) => `/apis/batch/v1/namespaces/jobs/cronjobs/${name}`);
    for (const path of paths) await api.request("PATCH", path, { spec: { suspend: true } }, "application/merge-patch+json");
    const ended = await ask("cadence-map");
    const left = Object.keys(await group("cadence-map")).filter((name) => !name.startsWith("scheduler_cronjob_info"));
    expect([ended.code, left]).toEqual([0, ["cadence_map_last_run_success", "cadence_map_last_run_timestamp_seconds"]]);
  });

  test("more CronJobs than a page holds are all seen", async () => {
    const names = Array.from({ length: 620 }, (_, n) => `many-${n}`);
    for (const name of names) await create("batch/v1", "cronjobs", "jobs", cronJob(name, "@daily", [`/scripts/${name}`]));
    const ended = await ask("cadence-map");
    const found = Object.keys(await group("cadence-map")).filter((name) => name.startsWith("scheduler_schedule"));
    expect([ended.code, found.length]).toEqual([0, 620]);
  });

  test("ages of volumes are those of completed backups, -1 for none", async () => {
    const api2 = "longhorn.io/v1beta2";
    for (const name of ["pvc-1", "pvc-2", "pvc-3"]) {
      const status = name === "pvc-3" ? { lastBackupAt: daysAgo(3) } : { lastBackupAt: "" };
      await create(api2, "volumes", "storage", { kind: "Volume", metadata: { name }, spec: {}, status });
    }
    const backups: [string, string, number][] = [
      ["a", "Completed", 12],
      ["b", "Completed", 2],
      ["c", "Error", 1],
    ];
    for (const [name, state, days] of backups) {
      const status = { state, volumeName: "pvc-1", snapshotCreatedAt: daysAgo(days), backupCreatedAt: daysAgo(days) };
      await create(api2, "backups", "storage", { kind: "Backup", metadata: { name }, status });
    }
    const ended = await ask("backup-age");
    expect([ended.code, errors(ended)]).toEqual([0, []]);
    const series = await group("backup-age");
    expect(series['storage_backup_age_days{volume="pvc-1"}']).toBeCloseTo(2, 2);
    expect(series['storage_backup_age_days{volume="pvc-2"}']).toBe(-1);
    expect(series['storage_backup_age_days{volume="pvc-3"}']).toBeCloseTo(3, 2);
  });

  test("ages of databases are those of completed base backups, of their objects or their cluster's status", async () => {
    const cnpg = "postgresql.cnpg.io/v1";
    const clusters: [string, object][] = [
      ["objects", {}],
      ["status", { lastSuccessfulBackup: daysAgo(4) }],
      ["none", {}],
    ];
    for (const [name, status] of clusters) await create(cnpg, "clusters", "git", { kind: "Cluster", metadata: { name }, spec: {}, status });
    for (const [name, phase, days] of [
      ["a", "completed", 1],
      ["b", "failed", 0.1],
    ] as const) {
      const status = { phase, startedAt: daysAgo(days), stoppedAt: daysAgo(days) };
      await create(cnpg, "backups", "git", { kind: "Backup", metadata: { name }, spec: { cluster: { name: "objects" } }, status });
    }
    const ended = await ask("backup-database");
    expect([ended.code, errors(ended)]).toEqual([0, []]);
    const series = await group("backup-database");
    expect(series['database_backup_age_days{database="git/objects"}']).toBeCloseTo(1, 2);
    expect(series['database_backup_age_days{database="git/status"}']).toBeCloseTo(4, 2);
    expect(series['database_backup_age_days{database="git/none"}']).toBe(-1);
  });

  test("who may not list is told what to allow, and the ages of before stay", async () => {
    const before = await group("backup-age");
    const ended = await ask("backup-age", { KUBECONFIG: api.kubeconfigOf("nobody") });
    expect([ended.code, errors(ended)]).toEqual([
      1,
      [expect.stringMatching(/volumes of the API server answered 40[13]: .*allow the job's service account/)],
    ]);
    const after = await group("backup-age");
    expect(after.backup_age_last_run_success).toBe(0);
    expect(after['storage_backup_age_days{volume="pvc-1"}']).toBe(before['storage_backup_age_days{volume="pvc-1"}']);
  });
});

/** A CustomResourceDefinition that takes anything. */
function definition({ group: name, version, plural }: { readonly group: string; readonly version: string; readonly plural: string }) {
  const kind = `${plural[0]?.toUpperCase()}${plural.slice(1, -1)}`;
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${name}` },
    spec: {
      group: name,
      scope: "Namespaced",
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}

describeEngines(["moto-server", "pushgateway"], "scripts that ask an object store", () => {
  let store: ObjectStore;

  beforeAll(async () => {
    [store] = await Promise.all([startObjectStore(), startGateway()]);
    for (const bucket of ["configurations", "photos", "empty", "off-site"]) await store.createBucket(bucket);
    await store.put("configurations", "router/2026 & more/ä+b.rsc", "x".repeat(100));
    await store.put("configurations", "switch/config.txt", "y".repeat(7));
    for (let n = 0; n < 1203; n++) await store.put("photos", `album ${n % 7}/${n}.jpg`);
    await store.put("off-site", "volumes/snapshots/0f3a");
    await store.put("off-site", "nas/auto-2026-01-02_03-00/a/b");
    await store.demandSignatures();
  });
  afterAll(async () => {
    await store?.stop();
    await gateway?.stop();
  });

  const settings = () => ({
    S3_ENDPOINT: store.url,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  });

  test("objects of all pages are counted", async () => {
    const ended = await run("backup-object-store", { ...settings(), BUCKETS: '["photos"]' });
    expect([ended.code, errors(ended)]).toEqual([0, []]);
    expect((await group("backup-object-store"))['object_store_objects{bucket="photos"}']).toBe(1203);
  });

  test("a bucket that fails hides nothing of another, and has no count any more", async () => {
    const [photos, copies] = ['object_store_objects{bucket="photos"}', 'object_store_objects{bucket="off-site"}'];
    await run("backup-object-store", { ...settings(), BUCKETS: '["photos","off-site"]' });
    expect(await group("backup-object-store")).toMatchObject({ backup_object_store_last_run_success: 1, [photos]: 1203, [copies]: 2 });
    const ended = await run("backup-object-store", { ...settings(), BUCKETS: '["empty","none","photos"]' });
    expect([ended.code, errors(ended)]).toEqual([
      1,
      [expect.stringMatching(/^the run failed: bucket empty is empty; /), expect.stringMatching(/^the run failed: bucket none: .* 404: /)],
    ]);
    expect(await group("backup-object-store")).toEqual({
      backup_object_store_last_run_success: 0,
      backup_object_store_last_run_timestamp_seconds: expect.any(Number),
      [photos]: 1203,
    });
  });

  test.each([
    ["an empty bucket alone", { BUCKETS: '["empty"]' }, /^the run failed: bucket empty is empty; /],
    [
      "a bucket that is not there",
      { BUCKETS: '["none"]' },
      /bucket none: the object store answered 404: NoSuchBucket, .*look at the bucket's name/,
    ],
    [
      "a wrong secret",
      { BUCKETS: '["photos"]', S3_SECRET_ACCESS_KEY: "wrong" },
      /the object store answered 403: SignatureDoesNotMatch, .*look at the key/,
    ],
  ])("%s is refused, and no count is pushed", async (_, env, message) => {
    const before = await group("backup-object-store");
    const ended = await run("backup-object-store", { ...settings(), ...env });
    expect([ended.code, errors(ended)]).toEqual([1, [expect.stringMatching(message)]]);
    const after = await group("backup-object-store");
    expect({ ...after, backup_object_store_last_run_success: 1, backup_object_store_last_run_timestamp_seconds: 0 }).toEqual({
      ...before,
      backup_object_store_last_run_success: 1,
      backup_object_store_last_run_timestamp_seconds: 0,
    });
  });

  test("ages and sizes of configurations, whatever their keys look like", async () => {
    const SYSTEMS = JSON.stringify([
      { system: "router", prefix: "router/2026 & more/ä+" },
      { system: "switch", prefix: "switch/" },
      { system: "printer", prefix: "printer/" },
    ]);
    const ended = await run("backup-configuration", { ...settings(), S3_BUCKET: "configurations", SYSTEMS });
    expect([ended.code, errors(ended)]).toEqual([0, []]);
    const series = await group("backup-configuration");
    expect(series['configuration_backup_age_days{system="router"}']).toBeLessThan(0.1);
    expect(series['configuration_backup_age_days{system="printer"}']).toBe(-1);
    expect(series['backup_size_bytes{backup="router"}']).toBe(100);
    expect(series['backup_size_bytes{backup="switch"}']).toBe(7);
  });

  test("ages of snapshots and of copies that lie in buckets", async () => {
    const SOURCES = JSON.stringify([{ source: "volumes", repository: "s3://off-site/volumes" }]);
    const SHARES = JSON.stringify([{ share: "photos", listing: "s3://off-site/nas/" }]);
    expect((await run("backup-offsite", { ...settings(), SOURCES })).code).toBe(0);
    expect((await run("backup-nas", { ...settings(), SHARES })).code).toBe(0);
    expect((await group("backup-offsite"))['offsite_copy_age_days{source="volumes"}']).toBeLessThan(0.1);
    const age = (Date.now() - Date.parse("2026-01-02T03:00:00Z")) / DAY_MS;
    expect((await group("backup-nas"))['nas_snapshot_age_days{share="photos"}']).toBeCloseTo(age, 2);
  });
});

describeEngines(["chronyd", "chronyc", "pushgateway"], "clients of a time server", () => {
  test("what chronyc prints becomes records, and the run is told", async () => {
    await startGateway();
    const folder = mkdtempSync(join(tmpdir(), "belfry-chrony-"));
    const port = await freePort();
    const configuration = join(folder, "chrony.conf");
    const socket = join(folder, "chronyd.sock");
    writeFileSync(
      configuration,
      `local stratum 1\nport ${port}\nbindaddress 127.0.0.1\nallow all\ncmdport 0\nbindcmdaddress ${socket}\npidfile ${join(folder, "pid")}\n`,
    );
    const chronyd = await startProcess("chronyd", ["-x", "-d", "-n", "-u", "root", "-f", configuration], {
      ready: /control of system clock/,
    });
    const router = await startServer((_, response) => void response.writeHead(200).end());
    try {
      for (const [address, packets] of [
        ["127.0.0.1", 3],
        ["127.9.0.7", 1],
      ] as const)
        await sendNtp(address, port, packets);
      const { stdout } = await runEngine("chronyc", ["-h", socket, "-n", "-c", "clients"]);
      const file = join(folder, "clients.csv");
      writeFileSync(file, stdout);
      const ended = await run("ntp-clients", { CLIENTS: file, ROUTER_URL: `${router.url}/jobs`, NTP_SERVER: "time" });
      expect([ended.code, errors(ended)]).toEqual([0, []]);
      const records: unknown = JSON.parse(router.asked[0]?.body ?? "");
      expect(router.asked).toMatchObject([{ method: "POST", url: "/jobs", headers: { "content-type": "application/json" } }]);
      expect(records).toMatchObject([
        { stream: "ntp_clients", server: "time", scope: "family", family: "ipv4", clients: 2, active_clients: 2, packets: 4, drops: 0 },
        { stream: "ntp_clients", scope: "network", network: "127.0.0.0/24", clients: 1, packets: 3 },
        { stream: "ntp_clients", scope: "network", network: "127.9.0.0/24", clients: 1, packets: 1 },
      ]);
      expect((await group("ntp-clients")).ntp_clients_last_run_success).toBe(1);
    } finally {
      router.close();
      await chronyd.stop();
      await gateway.stop();
    }
  });
});

/** Asks for the time, and waits for each answer. */
async function sendNtp(address: string, port: number, packets: number): Promise<void> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  const REQUEST = Buffer.alloc(48);
  // version 4, from a client (RFC 5905)
  REQUEST[0] = 0x23;
  for (let n = 0; n < packets; n++) {
    const answered = new Promise((resolve) => socket.once("message", resolve));
    socket.send(REQUEST, port, "127.0.0.1");
    await answered;
  }
  socket.close();
}

describeEngines(["pushgateway"], "a gateway that refuses", () => {
  test.each([
    ["a sample with a time", "a_days 3 1700000000000\n", /must not have timestamps/, true],
    ["a series twice", 'a_days{of="x"} 3\na_days{of="x"} 4\n', /was collected before with the same name and label values/, true],
    ["a name that is of another type elsewhere", "# TYPE b_days counter\nb_days 1\n", /is not a (?:GAUGE|COUNTER)/, true],
    ["text without a newline at its end", "a_days 3", /unexpected end of input stream/, false],
    ["a line that ends as on Windows", "a_days 3\r\n", /expected float as value/, false],
  ])("%s is answered with 400, keeps what it had, and is remembered only where it was read", async (_, body, answer, isRemembered) => {
    await startGateway();
    const push = async (job: string, text: string) => {
      const response = await fetch(`${gatewayUrl}/metrics/job/${job}`, { method: "POST", body: text });
      return [response.status, await response.text()];
    };
    await push("other", "# TYPE b_days gauge\nb_days 1\n");
    expect(await push("job", "a_days 1\n")).toEqual([200, ""]);
    expect(await push("job", body)).toEqual([400, expect.stringMatching(answer)]);
    const text = await (await fetch(`${gatewayUrl}/metrics`)).text();
    expect(text).toContain('a_days{instance="",job="job"} 1\n');
    const failed = Number(/^push_failure_time_seconds\{instance="",job="job"\} (\S+)$/m.exec(text)?.[1]);
    expect(failed > 0).toBe(isRemembered);
    await gateway.stop();
  });

  test("is quoted in the log, beside what the job failed of", async () => {
    await startGateway();
    const other = await fetch(`${gatewayUrl}/metrics/job/other`, {
      method: "POST",
      body: "# TYPE backup_nas_last_run_success counter\nbackup_nas_last_run_success 1\n",
    });
    expect(other.status).toBe(200);
    const ended = await run("backup-nas", { SHARES: "[]" });
    expect(ended.code).toBe(1);
    expect(errors(ended)).toEqual([
      expect.stringMatching(/^the run failed: SHARES: /),
      expect.stringMatching(/^the push failed: .*400.*backup_nas_last_run_success/s),
    ]);
    await gateway?.stop();
  });
});

describeEngines(["pushgateway"], "a gateway that does not answer", () => {
  test("ends the push within a minute, with both errors in the log", async () => {
    const silent = await startServer(() => {});
    const began = Date.now();
    const ended = await runJob("backup-nas", { PUSHGATEWAY_URL: silent.url, SHARES: "[]" });
    silent.close();
    expect(ended.code).toBe(1);
    expect(errors(ended)).toEqual([
      expect.stringMatching(/^the run failed: SHARES: /),
      expect.stringMatching(/^the push failed: the Pushgateway at .* did not answer/),
    ]);
    expect(Date.now() - began).toBeLessThan(60_000);
  });
});
