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
  expect(judged(...WELL)).toEqual({ missing: [], misnamed: [], stale: [], mistimed: [], notes: [] });
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

test("of two cadences of one job, and of two runs, the greatest counts, as in the rules", () => {
  const late = ran("tidy", "tidy", 7100);
  const [often, seldom] = [cadence("tidy", 60), 'scheduler_schedule_interval_seconds{instance="",job="tidy"} 3600'];
  for (const both of [
    [often, seldom],
    [seldom, often],
  ])
    expect(judged(...WELL, late, ...both).stale).toEqual([]);
  expect(judged(...WELL, late, often, ran("tidy", "tidy_up", 100)).stale).toEqual([]);
});

test("what is no figure is neither late nor a cadence", () => {
  const lines = [cadence("tidy", 60), 'scheduler_schedule_interval_seconds{job="tidy"} +Inf'];
  expect(judged(...WELL, ...lines)).toEqual({ missing: [], misnamed: [], stale: [], mistimed: [], notes: [] });
});

test.each([
  ["milliseconds", NOW * 1000, [`which is no time that was`]],
  ["more than an hour ahead", NOW + 3601, [`which is no time that was`]],
  ["an hour ahead, as clocks may be", NOW + 3600, []],
  ["no figure", "NaN", [`which is no time that was`]],
  ["without end", "+Inf", [`which is no time that was`]],
])("a run that is told as %s", (_, told, because) => {
  const { mistimed, ...others } = judged(...WELL, cadence("tidy", 60), `x_last_run_timestamp_seconds{job="tidy"} ${told}`);
  const value = told === "+Inf" ? "Infinity" : told;
  expect(mistimed).toEqual(because.map((why) => ({ job: "tidy", because: `x_last_run_timestamp_seconds is ${value}, ${why}` })));
  expect(others).toEqual({ missing: [], misnamed: [], stale: [], notes: [] });
});

describe("a declared job without a cadence", () => {
  const [age, , known] = WELL;
  const map = (ago: number) => `${cadence("cadence-map", 86_400)}\n${ran("cadence-map", "cadence_map", ago)}`;
  const of = (...lines: readonly (string | undefined)[]) =>
    judgePushed([job("backup-age"), job("tidy")], readPushed(`${[age, known, ...lines].join("\n")}\n`), NOW);

  test("is stale by its declaration, which no rule tells: its CronJob is suspended or removed", () => {
    expect(of(map(60), ran("tidy", "tidy", 7201))).toMatchObject({
      stale: [{ job: "tidy", ranAgo: 7201, cadence: 3600, isUnscheduled: true }],
      notes: [],
    });
  });

  test("that ran in time is worth a look: newer than the map, or not", () => {
    expect(of(map(3600), ran("tidy", "tidy", 60))).toMatchObject({
      stale: [],
      notes: ["tidy has no cadence: it is suspended, or cadence-map has not run since it is there"],
    });
    expect(of(map(60), ran("tidy", "tidy", 3600))).toMatchObject({
      stale: [],
      notes: ["tidy has no cadence: its CronJob is suspended or removed, or runs a script of another name"],
    });
  });

  test("whose CronJob the map knows is suspended", () => {
    const runs = 'scheduler_cronjob_info{instance="",job="cadence-map",namespace="files",cronjob="nightly",runs="tidy"} 1';
    expect(of(map(60), runs, ran("tidy", "tidy", 3600))).toMatchObject({
      stale: [],
      notes: ["tidy has no cadence: its CronJob is suspended, or has a schedule that is never due or can't be read"],
    });
  });

  test("of the cluster is late when it has not run for two days and no CronJob runs it, and one outside of it by its own word", () => {
    const others: DeclaredJob[] = [
      { ...job("mirror.sh"), runs: { by: "cluster", namespace: "files" } },
      { ...job("laptop.sh"), runs: { by: "elsewhere", addresses: [], everySeconds: 60 } },
    ];
    const laptop = { job: "laptop.sh", ranAgo: 121, cadence: 60, isUnscheduled: true };
    const unscheduled = "mirror.sh has no cadence: its CronJob is suspended or removed, or runs a script of another name";
    const suspended = "mirror.sh has no cadence: its CronJob is suspended, or has a schedule that is never due or can't be read";
    const runs = 'scheduler_cronjob_info{instance="",job="cadence-map",namespace="files",cronjob="nightly",runs="mirror.sh"} 1';
    const judgedAfter = (ago: number, ...more: readonly string[]) => {
      const lines = [ran("mirror.sh", "mirror_sh", ago), ran("laptop.sh", "laptop_sh", 121), ...more];
      return judgePushed(others, readPushed(`${lines.join("\n")}\n`), NOW);
    };
    const mirror = { job: "mirror.sh", ranAgo: 2 * 86_400 + 1, isUnscheduled: true };
    expect(judgedAfter(2 * 86_400 + 1, map(60))).toMatchObject({ stale: [mirror, laptop], notes: [] });
    expect(judgedAfter(2 * 86_400, map(60))).toMatchObject({ stale: [laptop], notes: [unscheduled] });
    expect(judgedAfter(1e7, map(60), runs)).toMatchObject({ stale: [laptop], notes: [suspended] });
    // without a map nobody knows how rarely it runs
    expect(judgedAfter(1e7).stale).toEqual([laptop]);
  });

  test("like all others is one note", () => {
    const { stale, misnamed, notes } = judged(WELL[0] ?? "", WELL[1] ?? "");
    expect({ stale, misnamed, notes }).toEqual({
      stale: [],
      misnamed: [],
      notes: ["no schedule of any job is known: cadence-map tells of none; run it once and read its log"],
    });
  });
});

describe("a group that nobody declared and no schedule knows", () => {
  const suspended = (ago: number) => ran("photos", "photos", ago);
  const note = "photos: no schedule and no declaration has that name: it was suspended or removed";
  const nameless = { job: "photos", because: "no schedule and no declaration has that name" };
  const map = ran("cadence-map", "cadence_map", 3600);
  const mapped = [...WELL, map, cadence("cadence-map", 86_400)];
  const LATELY = 2 * 86_400;

  test("is misnamed while it runs, also where every job tells of its runs: as the rule says that its schedule is not known", () => {
    for (const ago of [60, 7200, LATELY - 1])
      expect(judged(...mapped, suspended(ago))).toEqual({ missing: [], misnamed: [nameless], stale: [], mistimed: [], notes: [] });
  });

  test("is a note when it has not run for two days: what is removed leaves one", () => {
    for (const ago of [LATELY, 1e6])
      expect(judged(...mapped, suspended(ago))).toEqual({ missing: [], misnamed: [], stale: [], mistimed: [], notes: [note] });
  });

  test("is a note where no schedule of any job is known", () => {
    expect(judged(WELL[0] ?? "", WELL[1] ?? "", suspended(60))).toMatchObject({ misnamed: [], notes: [expect.anything(), note] });
  });

  test("is suspended where the map knows its CronJob, and so not misnamed", () => {
    const runs = 'scheduler_cronjob_info{instance="",job="cadence-map",namespace="files",cronjob="nightly",runs="photos"} 1';
    expect(judged(...mapped, runs, cadence("photos.sh", 86_400), suspended(60))).toEqual({
      missing: [],
      misnamed: [],
      stale: [],
      mistimed: [],
      notes: ["photos has no cadence: its CronJob is suspended, or has a schedule that is never due or can't be read"],
    });
  });

  test("is said to be a CronJob without a heartbeat, when it ran after the map was made", () => {
    const silent = cadence("thumbnails.py", 86_400);
    expect(judged(...mapped, silent, suspended(7200)).misnamed).toEqual([nameless]);
    expect(judged(...mapped, silent, suspended(60)).misnamed).toEqual([{ ...nameless, meant: "thumbnails.py" }]);
  });

  test.each(["photos.sh", "photo", "Photos", "photos-nightly.py"])("is misnamed where %s tells of no run", (name) => {
    expect(judged(...mapped, cadence(name, 86_400), suspended(7200)).misnamed).toMatchObject([{ job: "photos", meant: name }]);
  });

  test("has the name of a CronJob that runs the script", () => {
    expect(judged(...mapped, cadence("sync.sh", 86_400), ran("sync-nightly", "sync_nightly", 7200)).misnamed).toMatchObject([
      { job: "sync-nightly", meant: "sync.sh" },
    ]);
  });

  test("is not said to be that job when it ran too long ago", () => {
    expect(judged(...mapped, cadence("photos.sh", 3600), suspended(7200)).misnamed).toEqual([{ ...nameless, meant: "photos.sh" }]);
    expect(judged(...mapped, cadence("photos.sh", 3600), suspended(7201)).misnamed).toEqual([nameless]);
  });

  test("may be any declared job that is missing, and is told of the one", () => {
    const lines = mapped.filter((line) => !line.startsWith("backup_age_"));
    expect(judged(...lines, suspended(60))).toMatchObject({ missing: ["backup-age"], misnamed: [{ job: "photos", meant: "backup-age" }] });
    const neither = lines.filter((line) => !line.startsWith("backup_nas_"));
    expect(judged(...neither, suspended(60)).misnamed).toEqual([
      { job: "photos", because: "no schedule and no declaration has that name" },
    ]);
  });
});

describe("a group that nobody declared and a schedule knows", () => {
  const [age, , ...cadences] = WELL;
  const wrong = (ago: number) => ran("backup-nas.py", "backup_nas_py", ago);
  const misnamed = {
    job: "backup-nas.py",
    because: "no declaration has that name, though a CronJob runs what is called so",
    meant: "backup-nas.sh",
  };
  const weekly = cadence("backup-nas.py", 604_800);
  const runs = 'scheduler_cronjob_info{instance="",job="cadence-map",namespace="files",cronjob="nightly",runs="backup-nas.py"} 1';

  test("is misnamed where a declared job of a name like it is missing: file and label agree, and the declaration is another", () => {
    expect(judged(age ?? "", ...cadences, weekly, wrong(1_209_600))).toMatchObject({ missing: ["backup-nas.sh"], misnamed: [misnamed] });
    expect(judged(age ?? "", ...cadences, runs, wrong(7200))).toMatchObject({ missing: ["backup-nas.sh"], misnamed: [misnamed] });
  });

  test("is another's where it ran too long ago, where that job is not missing, and where the name is not like it", () => {
    expect(judged(age ?? "", ...cadences, weekly, wrong(1_209_601)).misnamed).toEqual([]);
    expect(judged(...WELL, weekly, wrong(60)).misnamed).toEqual([]);
    const [other, of] = [ran("tidy", "tidy", 60), cadence("tidy", 3600)];
    expect(judged(age ?? "", ...cadences, other, of)).toMatchObject({ missing: ["backup-nas.sh"], misnamed: [] });
  });
});

test("a peer that tells of its runs in a declared job's group is no mistake, and worth a look", () => {
  const notes = ["backup-age: another tells of its runs in this group, as peer_last_run_timestamp_seconds"];
  expect(judged(...WELL, ran("backup-age", "peer", 60))).toEqual({ missing: [], misnamed: [], stale: [], mistimed: [], notes });
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
  expect(mistakes).toEqual({ missing: [], misnamed: [], stale: [], mistimed: [] });
  expect(notes).toEqual([
    "backup-nas.sh has no cadence: it is suspended, or cadence-map has not run since it is there",
    "backup-age: its last run failed",
    "backup-age: the gateway refused its last push",
  ]);
});

test("an answer without a sample is no gateway's", () => {
  expect(() => readPushed("<html>\nnot here\n")).toThrow("it answers with no sample");
});
