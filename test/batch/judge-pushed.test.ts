import type { DeclaredJob } from "../../lib/batch/declaration";
import { judgePushed } from "../../lib/batch/judge-pushed";
import { readPushed } from "../../lib/batch/pushed-groups";

const NOW = 1_800_000_000;
const job = (name: string): DeclaredJob => ({
  name,
  component: "Backups",
  severity: "warning",
  gauges: [],
  runs: { by: "belfry", schedule: "17 * * * *", timeZone: "UTC" },
});
const JOBS = [job("backup-age"), job("backup-nas.sh")];

const ran = (group: string, part: string, ago: number) => `${part}_last_run_timestamp_seconds{instance="",job="${group}"} ${NOW - ago}`;
const cadence = (script: string, every: number) =>
  `scheduler_schedule_interval_seconds{instance="",job="cadence-map",script="${script}"} ${every}`;
const WELL = [
  ran("backup-age", "backup_age", 60),
  ran("backup-nas.sh", "backup_nas_sh", 7200),
  cadence("backup-age", 3600),
  cadence("backup-nas.sh", 3600),
];
const judged = (...lines: readonly string[]) => judgePushed(JOBS, readPushed(`# TYPE x gauge\n${lines.join("\n")}\n`), NOW);

test("jobs that tell of their runs are fine, to the second of twice their cadence", () => {
  expect(judged(...WELL)).toEqual({ missing: [], misnamed: [], stale: [], notes: [] });
});

test("a job that tells of none is missing", () => {
  expect(judged(...WELL.slice(1)).missing).toEqual(["backup-age"]);
});

test("a job that pushes under another name is misnamed, and missing under its own", () => {
  const [first, , ...cadences] = WELL;
  expect(judged(first ?? "", ran("backup-nas", "backup_nas", 60), ...cadences)).toMatchObject({
    missing: ["backup-nas.sh"],
    misnamed: [{ job: "backup-nas", because: "no schedule and no declaration has that name", meant: "backup-nas.sh" }],
  });
});

test("a job whose series have another name is misnamed", () => {
  const [first, , ...cadences] = WELL;
  expect(judged(first ?? "", ran("backup-nas.sh", "backup_nas", 60), ...cadences).misnamed).toEqual([
    {
      job: "backup-nas.sh",
      because: "it tells of a run as backup_nas_last_run_timestamp_seconds, and its own is backup_nas_sh_last_run_timestamp_seconds",
    },
  ]);
});

test("a job is stale a second after twice its cadence, be it in the map or in its own group", () => {
  const [first, , known, other] = WELL;
  const late = ran("backup-nas.sh", "backup_nas_sh", 7201);
  const stale = [{ job: "backup-nas.sh", ranAgo: 7201, cadence: 3600 }];
  expect(judged(first ?? "", late, known ?? "", other ?? "").stale).toEqual(stale);
  expect(judged(first ?? "", late, known ?? "", 'scheduler_schedule_interval_seconds{instance="",job="backup-nas.sh"} 3600').stale).toEqual(
    stale,
  );
});

test("somebody else's job is stale as well, and no business of this check while it has no runs", () => {
  expect(judged(...WELL, cadence("tidy", 60), cadence("clean-up", 60), ran("tidy", "tidy", 121))).toMatchObject({
    missing: [],
    misnamed: [],
    stale: [{ job: "tidy", ranAgo: 121, cadence: 60 }],
  });
});

test("what fails, is refused or has no cadence is worth a look", () => {
  const [age, nas, known] = WELL;
  const { notes, ...mistakes } = judged(
    age ?? "",
    nas ?? "",
    known ?? "",
    'backup_age_last_run_success{instance="",job="backup-age"} 0',
    'push_time_seconds{instance="",job="backup-age"} 1e9',
    'push_failure_time_seconds{instance="",job="backup-age"} 1.1e9',
  );
  expect(mistakes).toEqual({ missing: [], misnamed: [], stale: [] });
  expect(notes).toEqual([
    "backup-nas.sh has no cadence: it is suspended, or cadence-map has not run since it is there",
    "backup-age: its last run failed",
    "backup-age: the gateway refused its last push",
  ]);
});

test("an answer without a sample is no gateway's", () => {
  expect(() => readPushed("<html>\nnot here\n")).toThrow("it answers with no sample");
});
