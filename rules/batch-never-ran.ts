import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { after, type Moment, type SeriesSet, stillAfter } from "../lib/alerts/proof";
import { type AlertRule, alert, type RecordingRule, record } from "../lib/alerts/rule";
import type { DeclaredJob } from "../lib/batch/declaration";
import { type Duration, days, hours, minutes, seconds } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { anyOf, foreignOf, type Owned, only, oursOf, outsideOf, owner, STRANGER } from "./batch-owned";
import { byOwnName, provenOfSuspended, unlessSuspended } from "./batch-suspended";
import {
  answers,
  back,
  cadence,
  cadenceBack,
  indented,
  isUp,
  lastRun,
  lastRunOfWeek,
  MAPPED,
  mapped,
  oneMinuteAfter,
  ownCadence,
  ran,
  WEEK,
} from "./batch-told";

const { kube_cronjob_status_last_schedule_time: lastSchedule } = kubeStateMetricsSeries;
const { up } = targetSeries;

/** When a run is due at the latest, by how often there is one: a day and a week, each with what clocks are put by and a run takes. */
const DUE = [MAPPED, days(8)] as const;
const [DAILY, WEEKLY] = DUE;
/** What a run may take, from its start until it tells of itself. */
const RUN = hours(2);
/** Further back neither the proofs nor most stores go. */
const FURTHEST = days(60);

/** A job outside of the cluster, and when its first run is due at the latest, from its declaration on: no map tells of it. */
interface Outside {
  readonly name: string;
  readonly first: Duration;
}

const allOutside = (declared: readonly DeclaredJob[]): Outside[] =>
  outsideOf(declared).map(({ name, every }) => ({ name, first: seconds(every.seconds + RUN.seconds) }));

const isInReach = ({ first }: Outside): boolean => first.seconds <= FURTHEST.seconds;

/** Jobs outside of the cluster, since they are declared; nothing where there is none. */
export function declaredOutside(jobs: readonly DeclaredJob[], gateway: Scraped): RecordingRule | undefined {
  const outside = allOutside(jobs).filter(isInReach);
  if (outside.length === 0) return undefined;
  const given = (values: string, value: number) => ({
    series: answers(gateway, values),
    gives: outside.map(({ name }) => [{ job: name }, value] as const),
  });
  return record("batch_job:gateway_up:max", {
    expr: outside
      .map(({ name }) => `label_replace(max(${up({ job: gateway.job })}), "job", ${JSON.stringify(name)}, "", "")`)
      .join("\nor "),
    unit: "flag",
    help: "Whether the Pushgateway answers, for each declared job outside of the cluster: there since the job is declared.",
    gives: [given("1x5", 1), given("0x5", 0)],
  });
}

/** There is a declared job, in the cluster or outside of it, and so there are cases. */
type Cases = readonly [Moment, ...Moment[]];

export function neverRan(owned: Owned, gateway: Scraped, outsideDeclared: RecordingRule | undefined): AlertRule {
  const of = only(
    owned,
    owned.declared.map(({ name }) => name),
  );
  const outside = allOutside(of.declared);
  const [inReach, rare] = [outside.filter(isInReach), outside.filter((one) => !isInReach(one))];
  const isMapped = outside.length < of.declared.length;
  const firsts = outsideDeclared === undefined ? [] : firstRunsOf(inReach);
  const [foreign] = foreignOf(of);
  const cases = [
    ...(isMapped ? [provenOfMapped(of, gateway, outside)] : []),
    ...firsts.map((one) => provenOfOutside(one, gateway, outside)),
    ...(rare[0] === undefined ? [] : [provenOfRare(rare[0], gateway, outside)]),
    ...(foreign === undefined ? [] : [provenOfRareForeign(foreign, gateway, outside)]),
  ];
  return alert("BatchJobNeverRan", {
    ...owner(of),
    // a job that a push of another wiped away looks the same, and so do all jobs while the gateway is away
    expr: unlessSuspended(
      of,
      [
        `(\n  ${indented(
          [
            ...(isMapped ? [`(${due(of)})\nand on (job) ${cadence(of)}`] : []),
            ...firsts.map(({ first, names }) => `max by (job) (${outsideDeclared?.select({ job: matches(anyOf(names)) })}${back(first)})`),
            ...(rare.length === 0 ? [] : [lastRunOfWeek(only(of, namesOf(rare)))]),
          ].join("\nor "),
        )}\n)`,
        `unless on (job) ${lastRun(of)}`,
        `and ${isUp(gateway)}`,
      ].join("\n"),
    ),
    for: minutes(30),
    ...(firsts.length > 0 && outsideDeclared !== undefined && { reads: [outsideDeclared] }),
    summary: "Batch job {{ $labels.job }} is scheduled and tells of no run",
    description:
      "Its first run was due. It does not start, does not reach the Pushgateway, pushes under another name, or another's PUT wiped what it told.",
    fires: cases.flatMap(({ fires }) => fires) as unknown as Cases,
    silent: cases.flatMap(({ silent }) => silent) as unknown as Cases,
  });
}

const namesOf = (outside: readonly Outside[]): string[] => outside.map(({ name }) => name);

/**
 * Those that were known when the run was due that has come since. Of what runs less often than weekly the store would be asked for what most
 * sites do not have: of ours the API server knows when a run was started, and others are missed once they have told of a run.
 */
function due(of: Owned): string {
  const [ours, foreign] = [oursOf(of), foreignOf(of).map(({ name }) => name)];
  const rare = (names: readonly string[], expr: string) => `${expr}\nand on (job) ${cadence(only(of, names))} > ${WEEKLY.seconds}`;
  const started = lastSchedule({ namespace: of.namespace, cronjob: matches(anyOf(ours)) });
  return [
    ...DUE.map((by) => `${cadenceBack(of, by)} <= ${by.seconds}`),
    ...(ours.length === 0 ? [] : [rare(ours, `time() - ${byOwnName(started)} > ${RUN.seconds}`)]),
    ...(foreign.length === 0 ? [] : [rare(foreign, lastRunOfWeek(only(of, foreign)))]),
  ].join("\nor ");
}

interface FirstRuns {
  readonly first: Duration;
  readonly names: readonly string[];
}

/** Those whose first run is due after the same time, together. */
function firstRunsOf(outside: readonly Outside[]): FirstRuns[] {
  const times = [...new Set(outside.map(({ first }) => first.seconds))].sort((a, b) => a - b);
  return times.map((time) => ({ first: seconds(time), names: namesOf(outside.filter(({ first }) => first.seconds === time)) }));
}

interface Proven {
  readonly fires: readonly Moment[];
  readonly silent: readonly Moment[];
}

const since = (by: Duration): Duration => seconds(by.seconds + minutes(30).seconds);
const samplesOf = (by: Duration): number => by.seconds / 60 + 40;

/** Those outside of the cluster have their own cases, and are heard of in the others. */
const heard = (outside: readonly Outside[], samples: number, but?: string): SeriesSet =>
  Object.assign({}, ...outside.filter(({ name }) => name !== but).map(({ name }) => ran(name, `1x${samples}`)));

function provenOfMapped(of: Owned, gateway: Scraped, outside: readonly Outside[]): Proven {
  const example = of.declared.find(({ runs }) => runs.by !== "elsewhere")?.name ?? of.example;
  const samples = samplesOf(DAILY);
  const day = hours(24).seconds;
  const answering = { ...heard(outside, samples), ...answers(gateway, `1x${samples}`) };
  const known = { ...answering, ...mapped(example, `${day}x${samples}`) };
  const byWeek = {
    ...heard(outside, samplesOf(WEEKLY)),
    ...answers(gateway, `1x${samplesOf(WEEKLY)}`),
  };
  const inCluster = only(
    of,
    of.declared.flatMap(({ name, runs }) => (runs.by === "elsewhere" ? [] : [name])),
  );
  const suspensions = provenOfSuspended(inCluster, samples, (job) =>
    after(since(DAILY), { ...answering, ...mapped(job, `${day}x${samples}`) }),
  );
  const ours = oursOf(of)[0];
  const scheduled = ours === undefined ? undefined : provenOfScheduled(ours, of.namespace, gateway, outside);
  return {
    fires: [
      // PUT to its group by another
      stillAfter(minutes(1700 + 40), {
        ...heard(outside, 1800),
        ...answers(gateway, "1x1800"),
        ...mapped(example, `${day}x1800`),
        ...ran(example, "1x1700 stale"),
      }),
      after(since(DAILY), { ...answering, ...mapped(example, `${DAILY.seconds}x${samples}`), ...ran(STRANGER, `1x${samples}`) }),
      after(since(DAILY), { ...answering, ...ownCadence(example, `${DAILY.seconds}x${samples}`) }),
      ...[mapped, ownCadence].map((told) =>
        after(since(WEEKLY), { ...byWeek, ...told(example, `${WEEKLY.seconds}x${samplesOf(WEEKLY)}`) }),
      ),
      ...suspensions.fires,
      ...(scheduled?.fires ?? []),
    ],
    silent: [
      ...[
        { ...known, ...ran(example, `1x${samples}`) },
        { ...known, ...answers(gateway, `0x${samples}`) },
        { ...answering, ...mapped(example, `${DAILY.seconds + 1}x${samples}`) },
        // removed, or suspended where nothing tells of it
        { ...answering, ...mapped(example, `${day}x100 stale`) },
        { ...answering, ...mapped(STRANGER, `${day}x${samples}`) },
      ].map((series) => after(since(DAILY), series)),
      after(since(WEEKLY), { ...byWeek, ...mapped(example, `${WEEKLY.seconds + 1}x${samplesOf(WEEKLY)}`) }),
      ...suspensions.silent,
      ...(scheduled?.silent ?? []),
    ],
  };
}

/** Of a job of ours that runs less often than weekly: its run was started at the first minute. */
function provenOfScheduled(job: string, namespace: string, gateway: Scraped, outside: readonly Outside[]): Proven {
  const told = (every: number, more: SeriesSet = {}): SeriesSet => ({
    ...heard(outside, 200),
    ...answers(gateway, "1x200"),
    ...mapped(job, `${every}x200`),
    [lastSchedule({ namespace, cronjob: job })]: "60x200",
    ...more,
  });
  const rare = WEEKLY.seconds + 1;
  const moment = since(oneMinuteAfter(oneMinuteAfter(RUN)));
  return {
    fires: [after(moment, told(rare))],
    silent: [
      told(WEEKLY.seconds),
      told(rare, ran(job, "60x200")),
      told(rare, {
        [lastSchedule({ namespace, cronjob: job })]: "_x200",
        [lastSchedule({ namespace: `${namespace}-2`, cronjob: job })]: "60x200",
      }),
    ].map((series) => after(moment, series)),
  };
}

function provenOfOutside({ first, names }: FirstRuns, gateway: Scraped, outside: readonly Outside[]): Proven {
  const samples = samplesOf(first);
  const answering = (values = `1x${samples}`) => answers(gateway, values);
  const [silent] = names;
  const but = heard(outside, samples, silent);
  return {
    fires: [after(since(first), { ...answering(), ...but })],
    silent: [
      { ...answering(), ...heard(outside, samples) },
      // declared later
      { ...answering(`_x20 1x${samples}`), ...but },
      { ...answering(`1x${samples - 60} 0x60`), ...but },
    ].map((series) => after(since(first), series)),
  };
}

interface Rare {
  readonly name: string;
}

/** Missed once it has told of a run; `told` is what else is known of it. */
function provenOfRare({ name }: Rare, gateway: Scraped, outside: readonly Outside[], told: SeriesSet = {}): Proven {
  const samples = samplesOf(WEEK) + 100;
  const gone = { ...answers(gateway, `1x${samples}`), ...heard(outside, samples, name), ...told, ...ran(name, "1x40 stale") };
  const week = minutes(40).seconds + WEEK.seconds;
  return {
    fires: [stillAfter(minutes(80), gone), stillAfter(seconds(week - 1200), gone)],
    silent: [
      after(seconds(week + 1200), gone),
      after(minutes(80), { ...gone, ...ran(name, "1x200") }),
      after(minutes(80), { ...gone, ...answers(gateway, "0x200") }),
      after(minutes(80), { ...gone, ...ran(name, "_x200") }),
    ],
  };
}

/** In the cluster it has a schedule as well: one that runs more often is missed otherwise, and one without is suspended or removed. */
function provenOfRareForeign(job: Rare, gateway: Scraped, outside: readonly Outside[]): Proven {
  const told = (values: string) => mapped(job.name, values);
  const { fires, silent } = provenOfRare(job, gateway, outside, told(`${WEEKLY.seconds + 1}x${samplesOf(WEEK) + 100}`));
  const gone = fires[0]?.series;
  const others = [`${WEEKLY.seconds}x200`, `${WEEKLY.seconds + 1}x40 stale`].map((values) =>
    after(minutes(80), { ...gone, ...told(values) }),
  );
  return { fires, silent: [...silent, ...others] };
}
