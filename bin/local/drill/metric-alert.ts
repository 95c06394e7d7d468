/** An alert of the evaluator: its proof is replayed, and what fired in it is told with the labels that it fired with. */
import { type AlertRule, type RecordingRule, recordingsOf } from "../../../lib/alerts/rule";
import type { WireRule } from "../../../lib/alerts/wire-rule";
import { secondsOf } from "../../../lib/metrics/promql-time";
import type { Platform } from "../../../lib/platform/platform";
import { ruleFiles } from "../rule-files";
import { type Drilled, DrillImpossible, type Labels } from "./drilled";
import { firingMoment, seriesFrom } from "./proof-series";
import { type FoundSeries, MINUTE, type ProofStore } from "./proof-store";

export interface ReplayedAlert {
  readonly group: string;
  readonly wire: WireRule;
  /** What its expression gave where it fired. */
  readonly found: readonly FoundSeries[];
  readonly labels: readonly Labels[];
}

/** Between proofs of rules of one name: none looks back so far. */
const APART = 400 * 86_400;
/** Where what fired stands, for the evaluator to tell. */
const FIRED = "belfry_drill_fired";

interface PlacedWire {
  readonly group: string;
  readonly wire: WireRule;
}

/** How the output has the rules. */
export function wiresOf(
  rules: readonly AlertRule[],
  { manifests }: Pick<Platform, "manifests">,
): (PlacedWire & { readonly rule: AlertRule })[] {
  const all = ruleFiles(manifests).flatMap(({ groups }) =>
    groups.flatMap(({ name, rules }) => rules.map((wire): PlacedWire => ({ group: name, wire }))),
  );
  return rules.flatMap((rule) => {
    const placed = all.find(({ wire }) => wire.alert === rule.name && wire.expr === rule.expr);
    return placed === undefined ? [] : [{ ...placed, rule }];
  });
}

/** Replays the proofs of all rules of one name, each in a time of its own. @throws {@link DrillImpossible} where nothing fires */
export async function replayed(rules: readonly AlertRule[], platform: Platform, store: ProofStore): Promise<ReplayedAlert[]> {
  const results: ReplayedAlert[] = [];
  let ends = Math.floor(Date.now() / 1000 / MINUTE) * MINUTE;
  for (const { rule, group, wire } of wiresOf(rules, platform)) {
    const { after, series } = firingMoment(rule);
    const length = Math.floor(after.seconds / MINUTE) * MINUTE;
    const begins = ends - length;
    await store.put(seriesFrom(series, platform.scrapes, begins));
    // vmalert replays no single moment
    const from = Math.min(begins, ends - MINUTE);
    for (const recordings of inTurns(rule)) await store.replay(recordings, from, ends);
    const { alert, expr, labels } = wire;
    await store.replay([{ alert, expr, for: wire.for, labels }], from, ends);
    const fired = await store.ask(`ALERTS{alertname=${JSON.stringify(rule.name)},alertstate="firing"}[30s]`, ends);
    const values = await store.ask(expr, ends);
    const instances = fired.map(({ labels: { alertstate: _, ...rest } }) => rest);
    if (instances.length > 0) {
      const written = new Set(["alertname", "alertgroup", ...Object.keys(labels ?? {})]);
      results.push({ group, wire, labels: instances, found: instances.map((one) => foundFor(one, values, written)) });
    }
    ends = begins - APART;
  }
  if (results.length === 0) throw new DrillImpossible(`nothing fires in the replay of the proof; npm run test:engines -- rules judges it`);
  return results;
}

/** Recordings before those that read them. */
function inTurns(rule: AlertRule): WireRule[][] {
  const depthOf = ({ reads }: Pick<RecordingRule, "reads">): number => Math.max(0, ...reads.map((one) => depthOf(one) + 1));
  const all = recordingsOf(rule);
  const depths = [...new Set(all.map(depthOf))].sort((a, b) => a - b);
  return depths.map((depth) =>
    all.filter((one) => depthOf(one) === depth).map(({ name, expr, labels }): WireRule => ({ record: name, expr, labels })),
  );
}

/** What the expression gave for an alert that fired; what the rule says itself stands in place of what it found by that name. */
function foundFor(alert: Labels, values: readonly FoundSeries[], written: ReadonlySet<string>): FoundSeries {
  const isOfAlert = ({ labels }: FoundSeries) =>
    Object.entries(labels).every(([label, value]) => written.has(label) || alert[label] === value);
  const own = Object.fromEntries(Object.entries(alert).filter(([label]) => !written.has(label)));
  return values.find(isOfAlert) ?? { labels: own, value: "0" };
}

/** The evaluator judges the same rules, whose expression gives what it gave then: texts and labels are of its making. */
export function liveRules(replays: readonly ReplayedAlert[]): WireRule[] {
  return replays.map(({ wire: { alert, labels, annotations } }, index) => ({
    alert,
    expr: `last_over_time(${FIRED}_${index}[1h])`,
    labels,
    annotations,
  }));
}

/** What these ask for. */
export function firedSeries(replays: readonly ReplayedAlert[], now: number) {
  return replays.flatMap(({ found }, index) =>
    found.map(({ labels, value }) => ({ name: `${FIRED}_${index}`, labels, samples: [[now - 1, numberOf(value)] as const] })),
  );
}

const numberOf = (text: string): number => (text === "+Inf" ? Number.MAX_VALUE : text === "-Inf" ? -Number.MAX_VALUE : Number(text) || 0);

export function metricDrill(replays: readonly ReplayedAlert[], fire: () => Promise<void>): Drilled {
  const shown = replays.flatMap(({ labels, wire }) =>
    labels.map((one) => `${selector(one)}${wire.for === undefined ? "" : `, held for ${secondsOf(wire.for)} s`}`),
  );
  return { from: shown, fire };
}

function selector({ alertname = "", alertgroup: _, ...labels }: Labels): string {
  return `${alertname}{${Object.entries(labels)
    .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
    .join(", ")}}`;
}
