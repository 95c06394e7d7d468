/**
 * The proofs of the rules, judged by the evaluator itself: by a replay of vmalert over a store that holds the series of all proofs, told
 * apart by the label `scenario`. Both are of the release that the operator runs.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import type { ProofSeries } from "../../lib/alerts/complete-series";
import { samplesOf } from "../../lib/alerts/proof-samples";
import { type AlertRule, type RecordingRule, recordingsOf } from "../../lib/alerts/rule";
import { toPrometheus } from "../../lib/duration";
import { sampleUnits } from "../../lib/metrics/sample-units";
import type { Scrape } from "../../lib/metrics/scrape";
import { temporaryFolder } from "./engine";
import { ignoringLabel } from "./ignoring-label";
import { inParallel } from "./in-parallel";
import { keptFiring } from "./kept-firing";
import { type AlertScenario, isOfAlert, type Judgement, type RecordingScenario, type Scenario, unasked } from "./proof-scenarios";
import { type Series, startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { replay } from "./vmalert";

/** Samples start a day after the epoch: nearer to it the store finds nothing. */
export const START_SECONDS = 86_400;
/** Samples and evaluations come one a minute, as promtool has them. */
const INTERVAL_SECONDS = 60;

/** The failures are the titles of those that don't hold. */
export async function judgedByReplay(scenarios: readonly Scenario[], scrapes: readonly Scrape[]): Promise<Judgement> {
  const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
  try {
    await store.importSeries(allStored(scenarios, timeValued(scenarios, scrapes)));
    const tasks = scenarios.flatMap(tasksOf);
    // what a rule reads is in the store before it is evaluated
    for (let depth = 0; depth <= Math.max(...tasks.map((task) => task.depth)); depth++) {
      const due = tasks.filter((task) => task.depth === depth);
      await inParallel(grouped(due, bucketOf).map((bucket) => () => replayed(bucket, store)));
      await store.flush();
    }
    const holds = await holdsOf(scenarios, store);
    return {
      failures: scenarios.flatMap(({ title }, id) => (holds[id] === true ? [] : [title])),
      held: scenarios.filter((_, id) => holds[id] === true),
    };
  } finally {
    await store.stop();
  }
}

/** A rule to replay on the series of a scenario, between two evaluations, in seconds from the start. */
interface Task {
  readonly scenario: number;
  readonly rule: AlertRule | RecordingRule;
  /** How many recordings deep it reads. */
  readonly depth: number;
  readonly from: number;
  readonly to: number;
}

function tasksOf(scenario: Scenario, id: number): Task[] {
  const { rule } = scenario;
  const to = lastEvaluation(scenario);
  return [...recordingsOf(rule), rule].map((one) => ({
    scenario: id,
    rule: one,
    depth: depthOf(one),
    // vmalert refuses a replay of a single moment
    from: Math.min(firstEvaluation(one, to), to - INTERVAL_SECONDS),
    to,
  }));
}

const depthOf = ({ reads }: Pick<RecordingRule, "reads">): number => Math.max(0, ...reads.map((recording) => depthOf(recording) + 1));

const lastEvaluation = ({ after }: Scenario): number => Math.floor(after.seconds / INTERVAL_SECONDS) * INTERVAL_SECONDS;

/**
 * Where a replay must begin for its last evaluation to come out as if it had begun with the samples. Ranges and offsets need nothing: they
 * read samples, and all of these are in the store. What an evaluation remembers of those before it is since when the condition has held:
 * the alert fires when it held at each of them, `for` long. Beginning just there, a condition that has held since is as old as `for`, and
 * one that has held for longer fires as well. With `keep_firing_for` an alert may owe its firing to any time before, and a recording is
 * read over ranges: these begin with the samples.
 */
function firstEvaluation(rule: AlertRule | RecordingRule, to: number): number {
  if (rule.kind === "record" || rule.keepFiringFor !== undefined) return 0;
  return Math.max(0, to - Math.ceil((rule.for?.seconds ?? 0) / INTERVAL_SECONDS) * INTERVAL_SECONDS);
}

/** What is replayed in one run ends together and is about as long, so that a proof over weeks costs its own weeks only. */
function bucketOf({ from, to }: Task): string {
  return `${to} ${Math.ceil(Math.log2(to - from))}`;
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

async function replayed(bucket: readonly Task[], store: VictoriaMetrics): Promise<void> {
  const ruleFile = join(temporaryFolder(), "proofs.yml");
  writeFileSync(ruleFile, Yaml.stringify({ groups: bucket.map(groupOf) }));
  const at = (time: number) => new Date((START_SECONDS + time) * 1000);
  const { code, output } = await replay({
    program: "vmalert-1.150",
    ruleFiles: [ruleFile],
    storageUrl: store.url,
    from: at(Math.min(...bucket.map(({ from }) => from))),
    to: at(Math.max(...bucket.map(({ to }) => to))),
    interval: `${INTERVAL_SECONDS}s`,
    rulesDelay: "0s",
  });
  if (code !== 0) throw new Error(output.slice(-2000));
}

/** One group a task: its query sees the series of its scenario alone, and what comes of it belongs to that scenario. */
function groupOf({ scenario, rule }: Task, index: number) {
  return {
    name: `${index}`,
    interval: `${INTERVAL_SECONDS}s`,
    params: { "extra_filters[]": [`{scenario="${scenario}"}`] },
    rules: [
      {
        ...(rule.kind === "alert" ? { alert: rule.name, for: rule.for && toPrometheus(rule.for) } : { record: rule.name }),
        expr: ignoringLabel(rule.expr, "scenario"),
        labels: { ...(rule.kind === "record" && rule.labels), scenario: String(scenario) },
      },
    ],
  };
}

/** Series of which no catalogue says what their values are. */
const TIME_VALUED_NAME = /(?:_timestamp|_timestamp_seconds)$/;

/** Tells whether values are points in time: proofs count them from the start. */
export function timeValued(scenarios: readonly Scenario[], scrapes: readonly Scrape[]): (name: string) => boolean {
  const recorded = scenarios.flatMap(({ rule }) => [...recordingsOf(rule), rule].flatMap((one) => (one.kind === "record" ? [one] : [])));
  const units = new Map<string, string>([...sampleUnits(scrapes), ...recorded.map(({ name, unit }) => [name, unit] as const)]);
  return (name) => (units.has(name) ? units.get(name) === "timestamp" : TIME_VALUED_NAME.test(name));
}

/** One after the other: proofs over weeks are not all in memory at once. */
export function* allStored(scenarios: readonly Scenario[], isTime: (name: string) => boolean): Generator<Series> {
  for (const [id, { series }] of scenarios.entries()) {
    for (const one of series) yield stored(one, id, isTime);
  }
}

function stored({ name, labels, values }: ProofSeries, scenario: number, isTime: (name: string) => boolean): Series {
  const shift = isTime(name) ? START_SECONDS : 0;
  const all = samplesOf(values);
  const at = (index: number) => START_SECONDS + index * INTERVAL_SECONDS;
  const endsAt = all.flatMap((value, index) => (value === "stale" ? [at(index)] : []));
  return {
    labels: { __name__: name, ...labels, scenario: String(scenario) },
    // 0 is no moment: it stands for never
    samples: all.flatMap((value, index) => (typeof value === "number" ? [[at(index), value === 0 ? 0 : value + shift] as const] : [])),
    ...(endsAt.length > 0 && { endsAt }),
  };
}

/** Of each scenario, whether it came out as it says. */
async function holdsOf(scenarios: readonly Scenario[], store: VictoriaMetrics): Promise<boolean[]> {
  const firing = await firingScenarios(scenarios, store);
  const verdicts = scenarios.map((scenario, id) => async () => {
    if (!isOfAlert(scenario)) return given(scenario, id, store);
    const fires = scenario.rule.keepFiringFor === undefined ? firing.has(scenario) : await isKept(scenario, id, store);
    return fires === scenario.fires;
  });
  return inParallel(verdicts);
}

/** A replay writes no staleness markers: only a sample of that very evaluation counts. */
const JUST_NOW = "[30s]";

/** The scenarios whose alert fires at their last evaluation: one query for all that end together. */
async function firingScenarios(scenarios: readonly Scenario[], store: VictoriaMetrics): Promise<ReadonlySet<Scenario>> {
  const looks = [...new Set(scenarios.map(lastEvaluation))].map((at) => async () => {
    const found = await store.query(`ALERTS{alertstate="firing"}${JUST_NOW}`, START_SECONDS + at);
    const those = found.flatMap(({ labels }) => scenarios[Number(labels.scenario)] ?? []);
    return those.filter((scenario) => lastEvaluation(scenario) === at);
  });
  return new Set((await inParallel(looks)).flat());
}

async function isKept(scenario: AlertScenario, id: number, store: VictoriaMetrics): Promise<boolean> {
  const at = START_SECONDS + lastEvaluation(scenario);
  const keep = scenario.rule.keepFiringFor?.seconds ?? 0;
  const found = await store.query(`ALERTS{scenario="${id}"}[${scenario.after.seconds + INTERVAL_SECONDS}s]`, at);
  const instances = grouped(found, ({ labels: { alertstate: _, ...instance } }) => JSON.stringify(Object.entries(instance).sort()));
  return instances.some((ofOne) => {
    const states = new Map(
      ofOne.flatMap(({ labels, samples }) =>
        samples.map(([time]) => [time, labels.alertstate === "firing" ? "firing" : "pending"] as const),
      ),
    );
    return keptFiring(states, { at, interval: INTERVAL_SECONDS, keep }).includes(at);
  });
}

/** The store keeps about fifteen digits. */
const TOLERANCE = 1e-9;

async function given(scenario: RecordingScenario, id: number, store: VictoriaMetrics): Promise<boolean> {
  const { rule, gives } = scenario;
  const found = await store.query(`${rule.name}{scenario="${id}"}${JUST_NOW}`, START_SECONDS + lastEvaluation(scenario));
  const dropped = new Set(["__name__", "scenario", ...unasked(scenario)]);
  const key = (labels: Readonly<Record<string, string>>) =>
    JSON.stringify(
      Object.entries(labels)
        .filter(([label]) => !dropped.has(label))
        .sort(),
    );
  const values = new Map(found.map(({ labels, samples }) => [key(labels), samples.at(-1)?.[1] ?? Number.NaN]));
  const shift = rule.unit === "timestamp" ? START_SECONDS : 0;
  return (
    found.length === gives.length &&
    gives.every(([labels, value]) => {
      const actual = (values.get(key(labels)) ?? Number.NaN) - shift;
      return actual === value || Math.abs(actual - value) <= TOLERANCE * Math.max(Math.abs(value), shift);
    })
  );
}
