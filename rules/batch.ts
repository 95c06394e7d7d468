import { pushedSeries } from "../components/batch/series";
import { after, type SeriesSet, stillAfter } from "../lib/alerts/proof";
import { type AlertRule, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { CADENCES_UNTIL_STALE, type DeclaredJob } from "../lib/batch/declaration";
import { days, hours, minutes, seconds, toPrometheus } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { not } from "../lib/series";
import { heartbeatLost } from "./batch-heartbeat-lost";
import { declaredOutside, neverRan } from "./batch-never-ran";
import { type Owned, ofOthers, ownedBy, owner, PLATFORM } from "./batch-owned";
import { canBeRemoved, removed } from "./batch-removed";
import { provenOfSuspended, unlessSuspended } from "./batch-suspended";
import {
  answers,
  cadence,
  cadenceWithin,
  indented,
  LATELY,
  lastRun,
  MAPPED,
  mapped,
  oneMinuteAfter,
  ownCadence,
  ran,
  succeeded,
} from "./batch-told";
import { COMES_AND_GOES, overAfter } from "./comes-and-goes";
import { wentAway } from "./went-away";

const { certificate_inventory_days_left, push_failure_time_seconds, push_time_seconds, scheduler_schedule_interval_seconds } = pushedSeries;
const { up } = targetSeries;

/** As for certificates that a probe sees (rules/probes.ts). */
const CERTIFICATE_DAYS = 14;

/** How far ahead a last run may be. */
const AHEAD = hours(1);

/** What had a cadence so lately is suspended or removed since, and not misnamed. */
const HAD_CADENCE = days(3);

/** What the gateway has of every job: that it runs, that it succeeds, how often it has to. Those of ours are in `namespace`. */
export function batch(gateway: Scraped, jobs: readonly DeclaredJob[], namespace: string): RuleBundle {
  const owned = ownedBy(jobs, namespace);
  const outside = declaredOutside(jobs, gateway);
  return area("batch", { ...PLATFORM, ...COMES_AND_GOES }, [
    ...(outside === undefined ? [] : [outside]),
    ...owned.flatMap((of) => [
      stale(of),
      timeAhead(of),
      failed(of),
      cadenceMissing(of),
      pushRefused(of),
      ...(of.declared.length > 0 ? [neverRan(of, gateway, outside)] : []),
      ...(canBeRemoved(of) ? [removed(of)] : []),
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

function stale(of: Owned): AlertRule {
  const { example } = of;
  const late = oneMinuteAfter(hours(2));
  const suspensions = provenOfSuspended(of, 200, (job) => after(late, { ...ran(job, "1x200"), ...mapped(job, "3600x200") }));
  return alert("BatchJobStale", {
    ...owner(of),
    expr: unlessSuspended(of, `time() - ${lastRun(of)}\n> on (job) ${CADENCES_UNTIL_STALE} * ${cadence(of)}`),
    summary: "Batch job {{ $labels.job }} has missed two runs",
    description: "It last ran {{ $value | humanizeDuration }} ago, more than twice its schedule. Look at its last job's log.",
    fires: [
      after(late, { ...ran(example, "1x200"), ...mapped(example, "3600x200") }),
      after(late, { ...ran(example, "1x200"), ...ownCadence(example, "3600x200") }),
      ...suspensions.fires,
    ],
    silent: [
      after(hours(2), { ...ran(example, "1x200"), ...mapped(example, "3600x200") }),
      after(late, { ...ran(example, "600x200"), ...mapped(example, "3600x200") }),
      ...suspensions.silent,
      ...ofOthers(of, (stranger) => after(late, { ...ran(stranger, "1x200"), ...mapped(stranger, "3600x200") })),
    ],
  });
}

/** What has a time to come is late at no time: milliseconds are told for seconds, or a clock is wrong. Clocks differ, by an hour in summer. */
function timeAhead(of: Owned): AlertRule {
  const { example } = of;
  const suspensions = provenOfSuspended(of, 10, (job) => after(seconds(0), ran(job, `${AHEAD.seconds + 1}x10`)));
  return alert("BatchJobTimeAhead", {
    ...owner(of),
    expr: unlessSuspended(of, `${lastRun(of)} - time() > ${AHEAD.seconds}`),
    summary: "Batch job {{ $labels.job }} tells of a run in the future",
    description:
      "Its last run is {{ $value | humanizeDuration }} ahead, and while it is nobody sees that the job stops. It takes seconds since 1970.",
    fires: [
      ran(example, `${AHEAD.seconds + 1}x10`),
      after(minutes(1), ran(example, `60 ${AHEAD.seconds + 61}x10`)),
      ran(example, "1800000000000x10"),
      ...suspensions.fires,
    ],
    silent: [
      ran(example, `${AHEAD.seconds}x10`),
      ...suspensions.silent,
      ...ofOthers(of, (stranger) => ran(stranger, `${AHEAD.seconds + 1}x10`)),
    ],
  });
}

/** Of these by job, those that run: what has no cadence and has not run for days is suspended or removed, and nobody waits for it. */
const ofThoseThatRun = (of: Owned, expr: string): string =>
  unlessSuspended(
    of,
    `${expr}\nunless on (job) (\n  time() - ${lastRun(of)} > ${LATELY.seconds}\n  unless on (job) ${indented(cadence(of))}\n)`,
  );

/** What is told while a job runs, however long ago, and not of one that does not. */
function provenOfRunning(of: Owned, told: (job: string) => SeriesSet) {
  const { example } = of;
  const lastRanAt60 = { ...told(example), ...ran(example, "60x4000") };
  const suspensions = provenOfSuspended(of, 10, (job) => after(seconds(0), told(job)));
  return {
    fires: [
      told(example),
      stillAfter(oneMinuteAfter(LATELY), lastRanAt60),
      stillAfter(hours(60), { ...lastRanAt60, ...mapped(example, "259200x4000") }),
      stillAfter(hours(60), { ...lastRanAt60, ...ownCadence(example, "259200x4000") }),
      ...suspensions.fires,
    ],
    silent: [overAfter(oneMinuteAfter(oneMinuteAfter(LATELY)), lastRanAt60), ...suspensions.silent],
  } as const;
}

function failed(of: Owned): AlertRule {
  const { example, jobs } = of;
  const { fires, silent } = provenOfRunning(of, (job) => succeeded(job, "0x4000"));
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
  const suspensions = provenOfSuspended(of, 2000, (job) => after(since, { ...ran(job, hourly), ...others }));
  return alert("BatchJobCadenceMissing", {
    ...owner(of),
    // a label that differs from the script's name joins nothing: without this guard it would be silent for ever. A new job is in the map a day
    // later; a suspended one was in it
    expr: unlessSuspended(
      of,
      [
        `(time() - ${lastRun(of)} < ${LATELY.seconds})`,
        `and on (job) ${lastRun(of, MAPPED)}`,
        `unless on (job) ${cadenceWithin(of, HAD_CADENCE)}`,
      ].join("\n"),
    ),
    for: minutes(30),
    summary: "Batch job {{ $labels.job }} has no known schedule",
    description: "No cadence carries this job label, so BatchJobStale can't see it. The label must be the script's file name.",
    fires: [
      after(since, { ...ran(example, hourly), ...others }),
      // a run, and for almost two days none
      stillAfter(LATELY, { ...ran(example, "60x4000"), ...others }),
      stillAfter(gone, { ...ran(example, often), ...mapped(example, "86400x100 stale") }),
      stillAfter(gone, { ...ran(example, often), ...ownCadence(example, "86400x100 stale") }),
      ...suspensions.fires,
    ],
    silent: [
      after(since, { ...ran(example, hourly), ...mapped(example, "86400x2000") }),
      after(since, { ...ran(example, hourly), ...ownCadence(example, "_x1000 3600x1000") }),
      overAfter(oneMinuteAfter(LATELY), { ...ran(example, "60x4000"), ...others }),
      // suspended: no run any more, and in the next map no cadence
      ...[mapped, ownCadence].map((told) =>
        after(hours(60), { ...ran(example, "0+60x1000 60000x3000"), ...told(example, "86400x1400 stale") }),
      ),
      ...suspensions.silent,
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
  const { fires, silent } = provenOfRunning(of, (job) => pushes(job, 7200, 3600));
  return alert("BatchPushRefused", {
    ...owner(of),
    expr: ofThoseThatRun(
      of,
      `max by (job) (${push_failure_time_seconds({ job: jobs })}) > on (job) max by (job) (${push_time_seconds({ job: jobs })})`,
    ),
    summary: "The Pushgateway refused what job {{ $labels.job }} pushed last",
    description: "Alerts on its figures judge old ones since. Mostly a series is there twice, has a time, or is of another type elsewhere.",
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
