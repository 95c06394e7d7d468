import { pushedSeries } from "../components/batch/series";
import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { after, type Moment, type SeriesSet, stillAfter } from "../lib/alerts/proof";
import { type AlertRule, alert, area, type RuleBundle, type Shared } from "../lib/alerts/rule";
import type { DeclaredJob } from "../lib/batch/declaration";
import { type Duration, days, hours, minutes, seconds, toPrometheus } from "../lib/duration";
import { heartbeatNames } from "../lib/heartbeat";
import { targetSeries } from "../lib/metrics/built-in-series";
import { escapePattern } from "../lib/metrics/promql";
import type { Scraped } from "../lib/metrics/scrape";
import { type Condition, matches, matchesNot, not, select } from "../lib/series";
import { COMES_AND_GOES, overAfter } from "./comes-and-goes";
import { wentAway } from "./went-away";

const { certificate_inventory_days_left, push_failure_time_seconds, push_time_seconds, scheduler_schedule_interval_seconds } = pushedSeries;
const { kube_cronjob_spec_suspend: suspend } = kubeStateMetricsSeries;
const { up } = targetSeries;

/** As for certificates that a probe sees (rules/probes.ts). */
const CERTIFICATE_DAYS = 14;

/** The map of all cadences is made once a day: what it does not tell after this long, it does not know. */
const MAPPED = hours(26);
/** What ran so lately was not suspended before the map was last made. */
const LATELY = days(2);
/** What had a cadence so lately is suspended or removed since, and not misnamed. */
const HAD_CADENCE = days(3);

/**
 * When a run is due at the latest, by how often there is one: a day and a week, each with what clocks are put by and a run takes. What runs
 * less often is missed once it has told of a run: further back the store would be asked for what most sites do not have.
 */
const DUE = [MAPPED, days(8)] as const;

/** Jobs whose alerts have one owner. */
interface Owned extends Shared {
  /** Which labels `job` are theirs. */
  readonly jobs: Condition;
  /** One of them, for proofs. */
  readonly example: string;
  /** One that is not. */
  readonly stranger: string;
  /** Of these, the declared ones; the others nobody has declared. */
  readonly declared: readonly DeclaredJob[];
  readonly hasStrangers: boolean;
}

/** What the gateway has of every job: that it runs, that it succeeds, how often it has to. */
export function batch(gateway: Scraped, jobs: readonly DeclaredJob[]): RuleBundle {
  const owned = ownedBy(jobs);
  return area("batch", { ...PLATFORM, ...COMES_AND_GOES }, [
    ...owned.flatMap((of) => [
      stale(of),
      failed(of),
      cadenceMissing(of),
      pushRefused(of),
      ...(of.declared.length > 0 ? [neverRan(of, gateway)] : []),
      ...(of.hasStrangers ? [heartbeatLost(of, jobs, gateway)] : []),
    ]),
    cadencesUnknown(gateway),
    alert("InventoryCertificateExpiring", {
      expr: `max by (job, certificate) (${certificate_inventory_days_left()}) < ${CERTIFICATE_DAYS}`,
      summary: "Certificate {{ $labels.certificate }} of the inventory expires within 14 days",
      description: "{{ $value | humanize }} days are left. No probe sees it: renew it where it is installed.",
      fires: { [certificate_inventory_days_left({ job: "certificate-check", certificate: "directory" })]: "13.9x10" },
      silent: { [certificate_inventory_days_left({ job: "certificate-check", certificate: "directory" })]: "14x10" },
    }),
    wentAway("PushgatewayDown", gateway, {
      summary: "The Pushgateway is down",
      description: "Nobody sees whether batch jobs run: what they push is lost, and their alerts are silent. Look at its pod.",
    }),
  ]);
}

/** What nobody declared falls to whoever looks after the platform. */
const PLATFORM: Shared = { component: "Platform", severity: "warning" };

/** The declared jobs by whom their alerts belong to; all others are among the platform's. */
function ownedBy(jobs: readonly DeclaredJob[]): Owned[] {
  const sorted = jobs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const keyOf = ({ component, severity }: Shared) => `${component} ${severity}`;
  const owners = new Map([PLATFORM, ...sorted].map(({ component, severity }) => [keyOf({ component, severity }), { component, severity }]));
  return [...owners]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, owner]): Owned => {
      const [own, others] = [sorted.filter((job) => keyOf(job) === key), sorted.filter((job) => keyOf(job) !== key)];
      const hasStrangers = key === keyOf(PLATFORM);
      const example = own.find(({ runs }) => runs.by === "belfry") ?? own[0];
      return {
        ...owner,
        jobs: hasStrangers ? matchesNot(anyOf(others)) : matches(anyOf(own)),
        example: example?.name ?? STRANGER,
        stranger: hasStrangers ? (others[0]?.name ?? "") : STRANGER,
        declared: own,
        hasStrangers,
      };
    });
}

const STRANGER = "somebody-elses";

const anyOf = (jobs: readonly Pick<DeclaredJob, "name">[]): string => jobs.map(({ name }) => escapePattern(name)).join("|");

/** When jobs last ran, by job. */
const lastRun = ({ jobs }: Pick<Owned, "jobs">, offset?: Duration): string =>
  `max by (job) ({__name__=~".+_last_run_timestamp_seconds",job${jobs.op}${JSON.stringify(jobs.value)}}${back(offset)})`;

const back = (offset: Duration | undefined): string => (offset === undefined ? "" : ` offset ${toPrometheus(offset)}`);

/**
 * The cadence of jobs, by job. The map of all cadences pushes to a group of its own and names the job in `script`, so that no owner's PUT can
 * wipe it; a cadence pushed into the job's own group counts too.
 */
function cadence({ jobs }: Pick<Owned, "jobs">, ask: (selector: string) => string = (selector) => selector): string {
  const mapped = scheduler_schedule_interval_seconds({ script: jobs });
  const all = jobs.op === "=~" ? mapped : mapped.replace("{", '{script!="",');
  return [
    "max by (job) (",
    `  label_replace(${ask(all)}, "job", "$1", "script", "(.+)")`,
    `  or ${ask(scheduler_schedule_interval_seconds({ script: "", job: jobs }))}`,
    ")",
  ].join("\n");
}

const cadenceBack = (of: Pick<Owned, "jobs">, offset: Duration): string => cadence(of, (selector) => `${selector}${back(offset)}`);

/** Of these by job, those whose CronJob is not suspended. A script's name may have an extension that its CronJob's name lacks. */
function unlessSuspended(expr: string): string {
  return [
    "max by (job) (",
    `  label_replace(${indented(expr)}, "cronjob", "$1", "job", "(.+?)(?:[.][A-Za-z0-9]+)?")`,
    `  unless on (cronjob) min by (cronjob) (${suspend()}) == 1`,
    ")",
  ].join("\n");
}

const indented = (expr: string): string => expr.replaceAll("\n", "\n  ");

const isUp = ({ job }: Scraped): string => `on () max(${up({ job })}) == 1`;

/** Series of a proof. */
const ran = (job: string, values: string): SeriesSet => ({ [runOf(job)({ job })]: values });
const succeeded = (job: string, values: string): SeriesSet => ({ [select(heartbeatNames(known(job)).success)({ job })]: values });
const runOf = (job: string) => select(heartbeatNames(known(job)).lastRun);
/** The catalogue has no names for what others tell of their runs: any that ends so will do. */
const known = (job: string): string => (heartbeatNames(job).lastRun in pushedSeries ? job : CADENCE_MAP);
const CADENCE_MAP = "cadence-map";
const mapped = (script: string, values: string): SeriesSet => ({
  [scheduler_schedule_interval_seconds({ job: CADENCE_MAP, script })]: values,
});
const ownCadence = (job: string, values: string): SeriesSet => ({ [scheduler_schedule_interval_seconds({ job })]: values });
const answers = ({ job }: Scraped, values: string): SeriesSet => ({ [up({ job, instance: "10.42.0.17:9091" })]: values });
const suspended = (job: string, value: 0 | 1, samples: number): SeriesSet => ({
  [suspend({ namespace: "monitoring", cronjob: job.replace(/[.][A-Za-z0-9]+$/, "") })]: `${value}x${samples}`,
});

/** What is somebody else's to tell, where there is somebody. */
const ofOthers = <Case>({ stranger }: Owned, made: (stranger: string) => Case): Case[] => (stranger === "" ? [] : [made(stranger)]);

const oneMinuteAfter = ({ seconds: time }: Duration): Duration => seconds(time + 60);

function stale(of: Owned): AlertRule {
  const { example } = of;
  const late = oneMinuteAfter(hours(2));
  return alert("BatchJobStale", {
    ...owner(of),
    expr: unlessSuspended(`time() - ${lastRun(of)}\n> on (job) 2 * ${cadence(of)}`),
    summary: "Batch job {{ $labels.job }} has missed two runs",
    description: "It last ran {{ $value | humanizeDuration }} ago, more than twice its schedule. Look at its last job's log.",
    fires: [
      after(late, { ...ran(example, "1x200"), ...mapped(example, "3600x200") }),
      after(late, { ...ran(example, "1x200"), ...ownCadence(example, "3600x200"), ...suspended(example, 0, 200) }),
    ],
    silent: [
      after(hours(2), { ...ran(example, "1x200"), ...mapped(example, "3600x200") }),
      after(late, { ...ran(example, "600x200"), ...mapped(example, "3600x200") }),
      after(late, { ...ran(example, "1x200"), ...mapped(example, "3600x200"), ...suspended(example, 1, 200) }),
      ...ofOthers(of, (stranger) => after(late, { ...ran(stranger, "1x200"), ...mapped(stranger, "3600x200") })),
    ],
  });
}

const owner = ({ component, severity }: Shared) => ({ component, severity, isOfEachSeverity: true }) as const;

/** Of these by job, those that run: what has no cadence and has not run for days is suspended or removed, and nobody waits for it. */
const ofThoseThatRun = (of: Owned, expr: string): string =>
  unlessSuspended(
    `${expr}\nunless on (job) (\n  time() - ${lastRun(of)} > ${LATELY.seconds}\n  unless on (job) ${indented(cadence(of))}\n)`,
  );

/** What is told while a job runs, however long ago, and not of one that does not. */
function provenOfRunning({ example }: Owned, told: SeriesSet) {
  const lastRanAt60 = { ...told, ...ran(example, "60x4000") };
  return {
    fires: [
      { ...told, ...suspended(example, 0, 10) },
      stillAfter(oneMinuteAfter(LATELY), lastRanAt60),
      stillAfter(hours(60), { ...lastRanAt60, ...mapped(example, "259200x4000") }),
      stillAfter(hours(60), { ...lastRanAt60, ...ownCadence(example, "259200x4000") }),
    ],
    silent: [{ ...told, ...suspended(example, 1, 4000) }, overAfter(oneMinuteAfter(oneMinuteAfter(LATELY)), lastRanAt60)],
  } as const;
}

function failed(of: Owned): AlertRule {
  const { example, jobs } = of;
  const { fires, silent } = provenOfRunning(of, succeeded(example, "0x4000"));
  return alert("BatchJobFailed", {
    ...owner(of),
    // of several in one group each has to be well
    expr: ofThoseThatRun(of, `min by (job) ({__name__=~".+_last_run_success",job${jobs.op}${JSON.stringify(jobs.value)}}) == 0`),
    summary: "The last run of batch job {{ $labels.job }} failed",
    description: "It says so itself. What it looks after is not known until it runs well again: read the log of that run.",
    fires,
    silent: [...silent, succeeded(example, "1x4000"), ...ofOthers(of, (stranger) => succeeded(stranger, "0x4000"))],
  });
}

function cadenceMissing(of: Owned): AlertRule {
  const { example } = of;
  const since = seconds(MAPPED.seconds + minutes(30).seconds);
  const [hourly, often] = ["0+60x2000", "0+60x5000"];
  // after the last sample of a cadence; whether a range holds its very beginning the engines see differently
  const gone = seconds(minutes(100).seconds + HAD_CADENCE.seconds + minutes(40).seconds);
  const others = mapped("another", "86400x4000");
  return alert("BatchJobCadenceMissing", {
    ...owner(of),
    // a label that differs from the script's name joins nothing: without this guard it would be silent for ever. A new job is in the map a day
    // later; a suspended one was in it
    expr: unlessSuspended(
      [
        `(time() - ${lastRun(of)} < ${LATELY.seconds})`,
        `and on (job) ${lastRun(of, MAPPED)}`,
        `unless on (job) ${cadence(of, (selector) => `max_over_time(${selector}[${toPrometheus(HAD_CADENCE)}])`)}`,
      ].join("\n"),
    ),
    for: minutes(30),
    summary: "Batch job {{ $labels.job }} has no known schedule",
    description: "No cadence carries this job label, so BatchJobStale can't see it. The label must be the script's file name.",
    fires: [
      after(since, { ...ran(example, hourly), ...others, ...suspended(example, 0, 2000) }),
      // a run, and for almost two days none
      stillAfter(LATELY, { ...ran(example, "60x4000"), ...others }),
      stillAfter(gone, { ...ran(example, often), ...mapped(example, "86400x100 stale") }),
      stillAfter(gone, { ...ran(example, often), ...ownCadence(example, "86400x100 stale") }),
    ],
    silent: [
      after(since, { ...ran(example, hourly), ...mapped(example, "86400x2000") }),
      after(since, { ...ran(example, hourly), ...ownCadence(example, "_x1000 3600x1000") }),
      overAfter(oneMinuteAfter(LATELY), { ...ran(example, "60x4000"), ...others }),
      // suspended: no run any more, and in the next map no cadence
      ...[mapped, ownCadence].map((told) =>
        after(hours(60), { ...ran(example, "0+60x1000 60000x3000"), ...told(example, "86400x1400 stale") }),
      ),
      after(since, { ...ran(example, hourly), ...others, ...suspended(example, 1, 2000) }),
      ...ofOthers(of, (stranger) => after(since, { ...ran(stranger, hourly), ...others })),
    ],
  });
}

function pushRefused(of: Owned): AlertRule {
  const { jobs, example } = of;
  const pushes = (job: string, failed: number, worked: number): SeriesSet => ({
    [push_failure_time_seconds({ job })]: `${failed}x4000`,
    [push_time_seconds({ job })]: `${worked}x4000`,
  });
  const { fires, silent } = provenOfRunning(of, pushes(example, 7200, 3600));
  return alert("BatchPushRefused", {
    ...owner(of),
    expr: ofThoseThatRun(
      of,
      `max by (job) (${push_failure_time_seconds({ job: jobs })}) > on (job) max by (job) (${push_time_seconds({ job: jobs })})`,
    ),
    summary: "The Pushgateway refused what job {{ $labels.job }} pushed last",
    description: "Alerts on its figures judge old ones since. Mostly its text is wrong: no newline at its end, or a series twice.",
    fires,
    silent: [
      ...silent,
      pushes(example, 3600, 7200),
      pushes(example, 0, 3600),
      pushes(example, 3600, 3600),
      ...ofOthers(of, (stranger) => pushes(stranger, 7200, 3600)),
    ],
  });
}

/** Of each cadence, those that were known when the run was due that has come since. */
const due = (of: Pick<Owned, "jobs">): string => DUE.map((by) => `${cadenceBack(of, by)} <= ${by.seconds}`).join("\nor ");

/** As long as a job outside of the cluster may take for its first run: of its own word alone, for no map tells of it. */
const firstRunOf = ({ runs }: DeclaredJob): Duration | undefined =>
  runs.by === "elsewhere" ? seconds(runs.everySeconds + hours(2).seconds) : undefined;

/** There is a declared job, in the cluster or outside of it, and so there are cases. */
type Cases = readonly [Moment, ...Moment[]];

function neverRan(owned: Owned, gateway: Scraped): AlertRule {
  const of: Owned = { ...owned, jobs: matches(anyOf(owned.declared)), hasStrangers: false, stranger: STRANGER };
  const elsewhere = of.declared.flatMap((job) => {
    const first = firstRunOf(job);
    return first === undefined ? [] : [{ job, first }];
  });
  const example = of.declared.find(({ runs }) => runs.by !== "elsewhere")?.name ?? of.example;
  const hasMapped = elsewhere.length < of.declared.length;
  const since = (by: Duration) => seconds(by.seconds + minutes(30).seconds);
  const samples = (by: Duration) => by.seconds / 60 + 40;
  const known = (by: Duration, every: number, job = example) => mapped(job, `${every}x${samples(by)}`);
  const answering = (by: Duration, value: 0 | 1 = 1) => answers(gateway, `${value}x${samples(by)}`);
  const heard = (but?: (typeof elsewhere)[number]): SeriesSet =>
    Object.fromEntries(elsewhere.filter((one) => one !== but).flatMap(({ job }) => Object.entries(ran(job.name, "1x20000"))));
  const [daily] = DUE;
  const day = hours(24).seconds;
  const mappedFires = [
    // PUT to its group by another
    stillAfter(minutes(1700 + 40), {
      ...heard(),
      ...answers(gateway, "1x1800"),
      ...mapped(example, `${day}x1800`),
      ...ran(example, "1x1700 stale"),
    }),
    ...DUE.flatMap((by) => [
      after(since(by), { ...heard(), ...answering(by), ...known(by, by.seconds), ...ran(STRANGER, `1x${samples(by)}`) }),
      after(since(by), {
        ...heard(),
        ...answering(by),
        ...ownCadence(example, `${by.seconds}x${samples(by)}`),
        ...suspended(example, 0, samples(by)),
      }),
    ]),
  ];
  const mappedSilent = [
    after(since(daily), { ...heard(), ...answering(daily), ...known(daily, day), ...ran(example, "1x1600") }),
    after(since(daily), { ...heard(), ...answering(daily, 0), ...known(daily, day) }),
    ...DUE.map((by) => after(since(by), { ...heard(), ...answering(by), ...known(by, by.seconds + 1) })),
    after(since(daily), { ...heard(), ...answering(daily), ...known(daily, day), ...suspended(example, 1, 1600) }),
    // removed, or suspended where nothing tells of it
    after(since(daily), { ...heard(), ...answering(daily), ...mapped(example, `${day}x100 stale`) }),
    after(since(daily), { ...heard(), ...answering(daily), ...known(daily, day, STRANGER) }),
  ];
  return alert("BatchJobNeverRan", {
    ...owner(of),
    // a job that a push of another wiped away looks the same, and so do all jobs while the gateway is away
    expr: unlessSuspended(
      [
        "(",
        `  ${indented(`(${due(of)})\nand on (job) ${cadence(of)}`)}`,
        ...elsewhere.map(
          ({ job, first }) =>
            `  or label_replace(max(${up({ job: gateway.job })}${back(first)}) == 1, "job", ${JSON.stringify(job.name)}, "", "")`,
        ),
        ")",
        `unless on (job) ${lastRun(of)}`,
        `and ${isUp(gateway)}`,
      ].join("\n"),
    ),
    for: minutes(30),
    summary: "Batch job {{ $labels.job }} is scheduled and tells of no run",
    description:
      "Its first run was due. It does not start, does not reach the Pushgateway, pushes under another name, or another's PUT wiped what it told.",
    // those outside of the cluster have their own cases, and are heard of in the others
    fires: [
      ...(hasMapped ? mappedFires : []),
      ...elsewhere.map((one) => after(since(one.first), { ...answering(one.first), ...heard(one) })),
    ] as unknown as Cases,
    silent: [
      ...(hasMapped ? mappedSilent : []),
      ...elsewhere.flatMap(({ first }) => [
        after(since(first), { ...answering(first), ...heard() }),
        after(since(first), answering(first, 0)),
      ]),
    ] as unknown as Cases,
  });
}

function heartbeatLost(owned: Owned, all: readonly DeclaredJob[], gateway: Scraped): AlertRule {
  const of: Owned = { ...owned, jobs: matchesNot(anyOf(all)), example: STRANGER, stranger: all[0]?.name ?? "" };
  const { example } = of;
  const told = (job: string): SeriesSet => ({ ...ran(job, "1x1480 stale"), ...mapped(job, "86400x1600") });
  const since = minutes(1480 + 40);
  return alert("BatchJobHeartbeatLost", {
    ...owner(of),
    // one that never told of a run may have nothing to tell it with
    expr: unlessSuspended(
      [lastRun(of, days(1)), `unless on (job) ${lastRun(of)}`, `and on (job) ${cadence(of)}`, `and ${isUp(gateway)}`].join("\n"),
    ),
    for: minutes(30),
    summary: "What batch job {{ $labels.job }} told of its runs is gone",
    description: "It is still scheduled. Mostly another script's PUT to its group wiped it: that script has to POST.",
    fires: [
      stillAfter(since, { ...answers(gateway, "1x1600"), ...told(example), ...suspended(example, 0, 1600) }),
      after(minutes(1530), { ...answers(gateway, "1x1600"), ...ran(example, "1x1400 stale"), ...mapped(example, "_x1500 86400x100") }),
      stillAfter(hours(45), { ...answers(gateway, "1x2800"), ...ran(example, "1x1480 stale"), ...mapped(example, "86400x2800") }),
    ],
    silent: [
      after(since, { ...answers(gateway, "1x1600"), ...mapped(example, "86400x1600"), ...ran(example, "1x1600") }),
      after(since, { ...answers(gateway, "0x1600"), ...told(example) }),
      after(since, { ...answers(gateway, "1x1600"), ...ran(example, "1x1480 stale"), ...mapped(example, "86400x1480 stale") }),
      after(since, { ...answers(gateway, "1x1600"), ...mapped(example, "86400x1600") }),
      after(since, { ...answers(gateway, "1x1600"), ...told(example), ...suspended(example, 1, 1600) }),
      ...ofOthers(of, (stranger) => after(since, { ...answers(gateway, "1x1600"), ...told(stranger) })),
    ],
  });
}

function cadencesUnknown(gateway: Scraped): AlertRule {
  const since = seconds(MAPPED.seconds + minutes(30).seconds);
  return alert("BatchCadencesUnknown", {
    ...PLATFORM,
    // without cadences no job is ever stale
    expr: [
      `max(${up({ job: gateway.job })}) == 1`,
      `and on () max(${up({ job: gateway.job })} offset ${toPrometheus(MAPPED)}) == 1`,
      `unless on () ${scheduler_schedule_interval_seconds({ script: not("") })}`,
    ].join("\n"),
    for: minutes(30),
    summary: "No batch job has a known schedule",
    description: "The job cadence-map tells of none, so that nobody notices a job that stops. Look at its last run.",
    fires: [
      after(since, answers(gateway, "1x1700")),
      after(since, { ...answers(gateway, "1x1700"), ...mapped("another", "86400x1500 stale") }),
    ],
    silent: [
      after(since, { ...answers(gateway, "1x1700"), ...mapped("another", "86400x1700") }),
      after(since, answers(gateway, "_x100 1x1700")),
      after(since, answers(gateway, "0x1700")),
    ],
  });
}
