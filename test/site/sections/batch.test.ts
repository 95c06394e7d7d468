import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;
const STORE = "  object_store: { url: https://s3.example.org }\n";

test.each([
  ["nothing", "", undefined],
  ["an empty section", "batch: {}\n", {}],
  [
    "jobs that need nothing told",
    "batch: { backup_age: {}, backup_database: { schedule: 5 */2 * * * } }\n",
    { backup_age: {}, backup_database: { schedule: "5 */2 * * *" } },
  ],
  [
    "an object store of this cluster",
    "batch: { object_store: { url: 'http://minio.objects.svc:9000' }, backup_object_store: { buckets: [photos] } }\n",
    { object_store: { url: "http://minio.objects.svc:9000" }, backup_object_store: { buckets: ["photos"] } },
  ],
])("%s may be said of batch jobs", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").batch).toEqual(expected);
});

test.each([
  [
    "a schedule that is never due",
    "  backup_age: { schedule: 0 0 31 2 * }\n",
    '1:27 batch.backup_age.schedule: "0 0 31 2 *" is never due: no date fits it, as none fits 31 February; use for example 17 * * * *',
  ],
  [
    "a schedule that Kubernetes refuses",
    "  backup_age: { schedule: 0 0 * * 7 }\n",
    '1:27 batch.backup_age.schedule: "0 0 * * 7" is not a schedule as Kubernetes reads it: day of the week "7" is not within 0 and 6; use for example 17 * * * *',
  ],
  [
    "buckets without a store",
    "  backup_object_store: { buckets: [photos] }\n",
    "0:1 batch.object_store: is missing, and batch.backup_object_store is in an object store; write for example { url: https://s3.example.org }",
  ],
  [
    "a listing in a store that is not there",
    "  backup_nas: { shares: [{ share: photos, listing: 's3://nas/photos' }] }\n",
    "0:1 batch.object_store: is missing, and batch.backup_nas.shares.0.listing is in an object store; write for example { url: https://s3.example.org }",
  ],
  [
    "a store at home without its addresses",
    "  object_store: { url: http://nas.lan:9000 }\n",
    '1:3 batch.object_store.addresses: is missing, and "http://nas.lan:9000" is not on the public internet; list the addresses behind it',
  ],
  [
    "addresses of what is in the store",
    `${STORE}  backup_nas: { shares: [{ share: a, listing: "s3://nas/a", addresses: [192.168.10.9/32] }] }\n`,
    '2:72 batch.backup_nas.shares[0].addresses: is given, but "s3://nas/a" is in batch.object_store; write them there',
  ],
  [
    "no listing",
    "  backup_nas: { shares: [{ share: a, listing: ftp://nas/a }] }\n",
    '1:47 batch.backup_nas.shares[0].listing: "ftp://nas/a" is not an http(s) or s3 URL; use for example https://nas.example.org/snapshots/photos/',
  ],
  [
    "no pattern",
    '  backup_nas: { shares: [{ share: a, listing: "https://nas.example.org/a/", pattern: "(" }] }\n',
    '1:86 batch.backup_nas.shares[0].pattern: "(" is not a regular expression; use for example ^daily-',
  ],
  [
    "a share twice",
    '  backup_nas: { shares: [{ share: a, listing: "https://x.example.org/a" }, { share: a, listing: "https://x.example.org/b" }] }\n',
    '1:85 batch.backup_nas.shares[1].share: "a" is listed twice; give each its own',
  ],
  [
    "a certificate check that looks at nothing",
    "  certificate_check: {}\n",
    "1:22 batch.certificate_check: looks at nothing; list certificates, say cert_manager: {}, or leave it out",
  ],
  [
    "a foreign job with the name of one of ours",
    "  foreign: [{ script: backup-age, namespace: files, component: Backups }]\n",
    '1:23 batch.foreign[0].script: "backup-age" would tell of its runs by the same series as "backup-age"; give it another name',
  ],
  [
    "two foreign jobs whose names make one series",
    "  foreign: [{ script: a-b.sh, namespace: files, component: Backups }, { script: a_b.sh, namespace: files, component: Mail }]\n",
    '1:81 batch.foreign[1].script: "a_b.sh" would tell of its runs by the same series as "a-b.sh"; give it another name',
  ],
  [
    "a foreign job nowhere",
    "  foreign: [{ script: a.sh, component: Backups }]\n",
    "1:13 batch.foreign[0]: says not where it runs; write its namespace, or the addresses that it calls from",
  ],
  [
    "a foreign job in a namespace of the platform",
    "  foreign: [{ script: a.sh, namespace: monitoring, component: Backups }]\n",
    '1:40 batch.foreign[0].namespace: "monitoring" is the platform\'s own, whose policies let nobody of others out; run it in a namespace of its own',
  ],
  [
    "a script with its folder",
    "  foreign: [{ script: /opt/a.sh, namespace: files, component: Backups }]\n",
    '1:23 batch.foreign[0].script: "/opt/a.sh" is not the base name of a script (letters, digits, ., - and _, 63 at most, no folder); use for example backup-photos.sh',
  ],
  [
    "a shell in place of its script",
    "  foreign: [{ script: sh, namespace: files, component: Backups }]\n",
    '1:23 batch.foreign[0].script: "sh" only runs other programs, and a job is named by the script that it is given; use for example backup-photos.sh',
  ],
  [
    "an interpreter of some release in place of its script",
    "  foreign: [{ script: python3.11, addresses: [192.168.10.9/32], every_hours: 24, component: Backups }]\n  outside_url: https://push.example.org\n",
    '1:23 batch.foreign[0].script: "python3.11" only runs other programs, and a job is named by the script that it is given; use for example backup-photos.sh',
  ],
  [
    "a script that no series can be named by",
    "  foreign: [{ script: 2fa.py, namespace: files, component: Backups }]\n",
    '1:23 batch.foreign[0].script: "2fa.py" begins with a digit, as no name of a series may; use for example backup-photos.sh',
  ],
])("%s is refused", (_, text, expected) => {
  const [line = "", place = ""] = /^(\d+):(.*)$/.exec(expected)?.slice(1) ?? [];
  expect(mistakesOf(`${PLAIN_SITE}batch:\n${text}`)).toEqual([`${FIRST_LINE + Number(line)}:${place}`]);
});

test("outside of the cluster a job says from where, how often and to which gateway", () => {
  const found = mistakesOf(`${PLAIN_SITE}batch:\n  foreign: [{ script: a.sh, addresses: [192.168.10.9/32], component: Backups }]\n`);
  expect(found.join("\n")).toContain("every_hours: is missing, and outside of the cluster nobody else knows how often it runs");
  expect(found.join("\n")).toContain("batch.outside_url: is missing");
});
