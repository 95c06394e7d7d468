import { pushedSeries } from "../components/batch/series";
import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { after, type Moment, type SeriesSet, stillAfter } from "../lib/alerts/proof";
import { type AlertRule, alert } from "../lib/alerts/rule";
import { minutes, seconds, toPrometheus } from "../lib/duration";
import { matches, not } from "../lib/series";
import { anyOf, foreignOf, type Owned, only, oursOf, owner } from "./batch-owned";
import { byOwnName, cronJob } from "./batch-suspended";
import { CADENCE_MAP, cadence, cadenceWithin, indented, LATELY, lastRun, MAPPED, mapped, oneMinuteAfter, ran } from "./batch-told";

const { scheduler_schedule_interval_seconds } = pushedSeries;
const { kube_cronjob_spec_suspend: suspend } = kubeStateMetricsSeries;

/** Cases of the jobs of ours, of others', or of both. */
type Cases = readonly [Moment, ...Moment[]];

/** Whose job can be removed: one that is declared and has a CronJob. */
export const canBeRemoved = (of: Owned): boolean => oursOf(of).length + foreignOf(of).length > 0;

/**
 * A job without a CronJob is not late for long: the next map of cadences does not tell of it. That one of ours is not there kube-state-metrics
 * tells. What others call theirs nobody knows, so that one without runs and cadence is taken for removed unless a CronJob there is suspended.
 */
export function removed(of: Owned): AlertRule {
  const ours = oursOf(of);
  const foreign = foreignOf(of);
  const exprs = [...(ours.length > 0 ? [goneOfOurs(of)] : []), ...(foreign.length > 0 ? [goneOfForeign(of)] : [])];
  const proofs = [...(ours.length > 0 ? [provenOfOurs(of)] : []), ...(foreign.length > 0 ? [provenOfForeign(of)] : [])];
  return alert("BatchJobRemoved", {
    ...owner(of),
    expr: `max by (job) (\n  ${indented(exprs.join("\nor "))}\n)`,
    // a CronJob that is made anew is not there for moments
    for: minutes(30),
    inhibits: [{ alerts: ["BatchJobStale", "BatchJobNeverRan"], sharing: ["job"] }],
    summary: "Batch job {{ $labels.job }} has no CronJob any more",
    description: "It is declared and nothing starts it: what it does is not done. Apply it again, or take it out of the site.",
    fires: proofs.flatMap(({ fires }) => fires) as unknown as Cases,
    silent: proofs.flatMap(({ silent }) => silent) as unknown as Cases,
  });
}

/**
 * It was there a day ago; or the map tells of itself and not of it, which takes over a day later and sees what was never there. The map's own
 * CronJob is who says that those of ours can be seen.
 */
function goneOfOurs(of: Owned): string {
  const ours = oursOf(of);
  const own = suspend({ namespace: of.namespace, cronjob: matches(anyOf(ours)) });
  const others = ours.filter((name) => name !== CADENCE_MAP);
  return [
    "(",
    `  ${byOwnName(`last_over_time(${own}[${toPrometheus(MAPPED)}])`)}`,
    `  and on () ${suspend()}`,
    ...(others.length === 0 ? [] : [`  or ${indented(neverThere(only(of, others)))}`]),
    ")",
    `unless on (job) ${byOwnName(own)}`,
  ].join("\n");
}

function neverThere(of: Owned): string {
  const map = suspend({ namespace: of.namespace, cronjob: CADENCE_MAP });
  return [
    `(\n  ${oursOf(of)
      .map((name) => `label_replace(max(${map}), "job", ${JSON.stringify(name)}, "", "")`)
      .join("\n  or ")}\n)`,
    `and on () ${scheduler_schedule_interval_seconds({ script: CADENCE_MAP })}`,
    `unless on (job) ${cadence(of)}`,
  ].join("\n");
}

function provenOfOurs(of: Owned): { readonly fires: readonly Moment[]; readonly silent: readonly Moment[] } {
  const ours = oursOf(of);
  const [example = CADENCE_MAP] = ours;
  const [unmapped] = ours.filter((name) => name !== CADENCE_MAP);
  const own = (values: string, job = example) => cronJob(of.namespace, job, values);
  const others = (values: string) => cronJob(`${of.namespace}-2`, example, values);
  const until40 = { ...own("0x40 stale"), ...others("0x2000") };
  const unknown: SeriesSet = { ...own("0x60", CADENCE_MAP), ...mapped(CADENCE_MAP, "86400x60") };
  const end = minutes(40).seconds + MAPPED.seconds;
  return {
    fires: [
      after(minutes(90), { ...own("0x40 stale"), ...others("_x60 0x100") }),
      stillAfter(seconds(end - 1200), until40),
      ...(unmapped === undefined ? [] : [after(minutes(30), { ...unknown, ...mapped("another", "86400x60") })]),
    ],
    silent: [
      after(minutes(90), { ...own("0x200"), ...others("0x200") }),
      // suspended is not removed
      after(minutes(90), { ...own("1x200"), ...others("0x200") }),
      // nothing tells of CronJobs
      after(minutes(90), own("0x40 stale")),
      after(seconds(end + 1200), until40),
      ...(unmapped === undefined
        ? []
        : [
            { ...unknown, ...Object.assign({}, ...ours.map((job) => own("0x60", job))) },
            { ...unknown, ...Object.assign({}, ...ours.map((job) => mapped(job, "86400x60"))) },
            own("0x60", CADENCE_MAP),
            { ...unknown, ...own("_x60", CADENCE_MAP), ...others("0x60") },
          ].map((series) => after(minutes(30), series))),
    ],
  };
}

/** Nobody knows the name of its CronJob: not told of in two maps, and nothing suspended where it is. */
function goneOfForeign(of: Owned): string {
  const foreign = foreignOf(of);
  const theirs = only(
    of,
    foreign.map(({ name }) => name),
  );
  const suspended = foreign.map(
    ({ name, namespace }) => `label_replace(max(${suspend({ namespace })}) == 1, "job", ${JSON.stringify(name)}, "", "")`,
  );
  return [
    `time() - ${lastRun(theirs)} > ${LATELY.seconds}`,
    `unless on (job) ${cadenceWithin(theirs, LATELY)}`,
    `and on () ${scheduler_schedule_interval_seconds({ script: not("") })}`,
    `and on () ${suspend()}`,
    `unless on (job) (\n  ${suspended.join("\n  or ")}\n)`,
  ].join("\n");
}

function provenOfForeign(of: Owned): { readonly fires: readonly Moment[]; readonly silent: readonly Moment[] } {
  const [{ name, namespace } = { name: "", namespace: "" }] = foreignOf(of);
  const lastRanAt60 = {
    ...ran(name, "60x4000"),
    ...mapped("another", "86400x4000"),
    ...cronJob(namespace, "another", "0x4000"),
  };
  // more than two days after the run: at the minute after that
  const since = seconds(oneMinuteAfter(oneMinuteAfter(LATELY)).seconds + minutes(30).seconds);
  const mappedUntil100 = { ...lastRanAt60, ...mapped(name, "86400x100 stale") };
  const unmapped = seconds(minutes(100).seconds + LATELY.seconds);
  return {
    fires: [after(since, lastRanAt60), stillAfter(seconds(unmapped.seconds + minutes(45).seconds), mappedUntil100)],
    silent: [
      after(seconds(unmapped.seconds - minutes(20).seconds), mappedUntil100),
      ...[
        { ...lastRanAt60, ...cronJob(namespace, "another", "1x4000") },
        { ...ran(name, "60x4000"), ...mapped("another", "86400x4000") },
        { ...ran(name, "60x4000"), ...cronJob(namespace, "another", "0x4000") },
        { ...lastRanAt60, ...ran(name, "60+60x4000") },
      ].map((series) => after(since, series)),
      ...(of.stranger === "" ? [] : [after(since, { ...lastRanAt60, ...ran(name, "_x4000"), ...ran(of.stranger, "60x4000") })]),
    ],
  };
}
