import type { DeclaredJob } from "../../lib/batch/declaration";
import { batchJobs } from "../../lib/checks/batch-jobs";
import { change, EXAMPLE, remove, whats } from "./example";

const CRON_JOB = "CronJob/backup-nas";
const ARGS = "spec.jobTemplate.spec.template.spec.containers.0.args";

const withJob = (name: string, changes: Partial<DeclaredJob>) => ({
  ...EXAMPLE,
  batchJobs: EXAMPLE.batchJobs.map((job) => (job.name === name ? { ...job, ...changes } : job)),
});
const elsewhere = (everySeconds: number): Partial<DeclaredJob> => ({
  runs: { by: "elsewhere", addresses: ["192.168.10.31/32"], everySeconds },
});

test("the example installation passes", () => {
  expect(batchJobs.run(EXAMPLE)).toEqual([]);
});

test("a label that is not the script's base name says where, and what to do", () => {
  expect(batchJobs.run(change(CRON_JOB, ARGS, ["/app/jobs/backup-nas.sh"]))).toEqual([
    {
      where: 'dist/monitoring-batch/cronjob-backup-nas.yml CronJob "backup-nas"',
      what: 'it runs the script "backup-nas.sh", and the label of its pushes is "backup-nas"',
      fix: "leave the CronJob to the job's declaration (components/batch/jobs/<job>/job.ts)",
    },
  ]);
});

test.each([
  ["no script", change(CRON_JOB, ARGS, ["--expose-gc"]), ['it runs no script, and the label of its pushes is "backup-nas"']],
  ["no CronJob", remove(CRON_JOB), ["no CronJob of that name is in dist/"]],
  [
    "another schedule than the declared one",
    change(CRON_JOB, "spec.schedule", "0 0 * * *"),
    ['its schedule is "0 0 * * *", and "41 1,7,13,19 * * *" is declared'],
  ],
  [
    "another gateway",
    change(CRON_JOB, "spec.jobTemplate.spec.template.spec.containers.0.env", [{ name: "PUSHGATEWAY_URL", value: "http://other" }]),
    ["it pushes to http://other, and the gateway is at http://pushgateway.monitoring.svc:9091"],
  ],
  [
    "no cadence outside of the cluster",
    withJob("backup-volumes.sh", elsewhere(0)),
    ["nobody knows how often it runs, so it is never late"],
  ],
  ["a cadence outside of the cluster", withJob("backup-volumes.sh", elsewhere(60)), []],
])("%s", (_, platform, expected) => {
  expect(whats(batchJobs, platform)).toEqual(expected);
});

test("without the job that tells cadences, no job has one", () => {
  const platform = { ...remove("CronJob/cadence-map"), batchJobs: EXAMPLE.batchJobs.filter(({ name }) => name !== "cadence-map") };
  expect(whats(batchJobs, platform)).toEqual(
    platform.batchJobs.map(() => 'no job "cadence-map" runs, so nobody tells its cadence and it is never late'),
  );
});

test.each([
  ["0 0 * * 7", 'is not a schedule as Kubernetes reads it: day of the week "7" is not within 0 and 6'],
  ["0 0 31 2 *", "is never due: no date fits it, as none fits 31 February"],
])("schedule %s has no cadence", (schedule, wrong) => {
  const runs = { by: "belfry", schedule, timeZone: "UTC" } as const;
  const platform = { ...change(CRON_JOB, "spec.schedule", schedule), batchJobs: withJob("backup-nas", { runs }).batchJobs };
  expect(whats(batchJobs, platform)).toEqual([`its schedule "${schedule}" ${wrong}`]);
});

test("two names that make the same series", () => {
  const twin = EXAMPLE.batchJobs.find(({ name }) => name === "backup-volumes.sh");
  const platform = { ...EXAMPLE, batchJobs: [...EXAMPLE.batchJobs, { ...twin, name: "backup_volumes.sh" } as DeclaredJob] };
  expect(whats(batchJobs, platform)).toContain('it tells of its runs by the series of batch job "backup-volumes.sh"');
});

test("a job whose alerts are another component's, or not as loud", () => {
  expect(whats(batchJobs, withJob("backup-nas", { component: "Mail", severity: "critical" }))).toEqual(
    ["BatchJobStale", "BatchJobFailed", "BatchJobNeverRan"].map(
      (alert) => `${alert} for it is warning of Backups, and the job is a critical of Mail`,
    ),
  );
});

test("a CronJob of ours that nobody declared", () => {
  const platform = { ...EXAMPLE, batchJobs: EXAMPLE.batchJobs.filter(({ name }) => name !== "backup-nas") };
  expect(whats(batchJobs, platform)).toEqual(["it runs an image of ours and is no declared batch job: if it stops, nobody is told"]);
});
