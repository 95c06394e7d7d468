import { picks } from "../../lib/metrics/promql";
import { secondsOf } from "../../lib/metrics/promql-time";
import { evaluate, type Source } from "../../lib/promql/evaluate";
import { moments } from "../../lib/promql/moments";
import { filled, isEmpty, keyOf, NAME, nameless, type Vector } from "../../lib/promql/vector";
import { START } from "../../lib/world/course";
import { isPicked } from "../../lib/world/picked";
import type { World } from "../../lib/world/world";
import { EVALUATION_SECONDS, type PlacedRule } from "./rules";

export interface AlertsOf {
  readonly names: readonly string[];
  /** The series of alerts by that name, at these moments. */
  readonly select: (name: string, times: Float64Array) => readonly Vector[];
}

const ALERTS = "ALERTS";
const SINCE = "ALERTS_FOR_STATE";
/** What an alert may have waited for when a world changes. */
const BEFORE = 600;

/** When the evaluator was started, whose heartbeat fires since then. */
const RUNS_SINCE = START - 9 * 86_400;

interface Instance {
  readonly labels: Readonly<Record<string, string>>;
  /** By evaluation from the first: since when it is active, NaN where it is not. */
  readonly since: Float64Array;
  readonly isFiring: (time: number, since: number) => boolean;
}

/**
 * The alerts of a world. On a healthy one the heartbeat alone is there, and rules that read nothing of what has changed see what they saw: only the
 * others are evaluated, from shortly before the change on.
 */
export function alertsOf(world: World, rules: readonly PlacedRule[], begins: number, source: Source): AlertsOf {
  const always = rules.filter(({ alert, selectors }) => alert !== undefined && selectors.length === 0);
  const concerned = concernedBy(world, rules).filter(({ alert }) => alert !== undefined);
  let known: { readonly first: number; readonly last: number; readonly instances: readonly Instance[] } | undefined;
  const instancesUntil = (last: number) => {
    if (known !== undefined && known.last >= last) return known;
    const first = Math.floor((begins - BEFORE) / EVALUATION_SECONDS) * EVALUATION_SECONDS;
    const at = moments({ start: first, end: Math.max(first, last), step: EVALUATION_SECONDS });
    known = { first, last, instances: concerned.flatMap((rule) => instancesOf(rule, at.times, source)) };
    return known;
  };
  return {
    names: [ALERTS, SINCE],
    select: (name, times) => {
      if (name !== ALERTS && name !== SINCE) return [];
      const constant = always.map((rule): Vector => {
        return name === ALERTS
          ? { labels: { ...labelsOf(rule), [NAME]: ALERTS, alertstate: "firing" }, values: filled(times.length, 1) }
          : { labels: { ...labelsOf(rule), [NAME]: SINCE }, values: filled(times.length, RUNS_SINCE) };
      });
      const last = times.at(-1) ?? 0;
      if (!Number.isFinite(begins) || last < begins - BEFORE) return constant;
      const { first, instances } = instancesUntil(Math.floor(last / EVALUATION_SECONDS) * EVALUATION_SECONDS);
      return [...constant, ...instances.flatMap((one) => shown(name, one, times, first))].filter((vector) => !isEmpty(vector));
    },
  };
}

const labelsOf = ({ alert = "", group, labels }: PlacedRule) => ({ ...labels, alertname: alert, alertgroup: group });

/** Those that read what is changed, through recordings too. */
export function concernedBy(world: World, rules: readonly PlacedRule[]): PlacedRule[] {
  const changed = [...world.series()].filter(({ isChanged }) => isChanged);
  const concerned = new Set(rules.filter(({ selectors }) => changed.some((series) => selectors.some((one) => isPicked(one, series)))));
  for (const { record } of concerned) {
    if (record === undefined) continue;
    for (const rule of rules) if (rule.selectors.some((selector) => picks(selector, record))) concerned.add(rule);
  }
  return [...concerned];
}

function instancesOf(rule: PlacedRule, times: Float64Array, source: Source): Instance[] {
  const wait = secondsOf(rule.for ?? "0s");
  const keep = secondsOf(rule.keep_firing_for ?? "0s");
  const byLabels = new Map<string, Instance>();
  for (const { labels, values } of evaluate(rule.expr, { times, step: EVALUATION_SECONDS }, source)) {
    const own = { ...nameless(labels), ...filledIn(rule, labels) };
    const since = filled(times.length, Number.NaN);
    let [start, seen] = [Number.NaN, Number.NaN];
    for (const [index, time] of times.entries()) {
      if (!Number.isNaN(values[index])) {
        if (Number.isNaN(start)) start = time;
        seen = time;
      } else if (!(seen - start >= wait && time - seen <= keep)) start = Number.NaN;
      since[index] = start;
    }
    byLabels.set(keyOf(own), { labels: own, since, isFiring: (time, from) => time - from >= wait });
  }
  return [...byLabels.values()];
}

/** A label of a rule may name a label of what it found. */
function filledIn(rule: PlacedRule, found: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(labelsOf(rule)).map(([label, text]) => [
    label,
    text.replaceAll(/\{\{\s*\$labels\.(\w+)\s*\}\}/g, (_, name: string) => found[name] ?? ""),
  ]);
  return Object.fromEntries(entries);
}

function shown(name: string, { labels, since, isFiring }: Instance, times: Float64Array, first: number): Vector[] {
  const sinceAt = (time: number) => since[Math.floor((time - first) / EVALUATION_SECONDS)] ?? Number.NaN;
  if (name === SINCE) return [{ labels: { ...labels, [NAME]: SINCE }, values: times.map(sinceAt) }];
  return ["firing", "pending"].map((alertstate) => ({
    labels: { ...labels, [NAME]: ALERTS, alertstate },
    values: times.map((time) =>
      isFiring(time, sinceAt(time)) === (alertstate === "firing") && !Number.isNaN(sinceAt(time)) ? 1 : Number.NaN,
    ),
  }));
}
