/** Worlds (lib/world) in the real store, and rules replayed over them by the real evaluator. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import type { WireRule } from "../../lib/alerts/wire-rule";
import type { Manifest } from "../../lib/gitops/manifest";
import { EVALUATION_INTERVAL, SCRAPE_INTERVAL } from "../../lib/metrics/intervals";
import { parseExpression, picks, type Selector } from "../../lib/metrics/promql";
import { START } from "../../lib/world/course";
import { isPicked } from "../../lib/world/picked";
import type { World, WorldSeries } from "../../lib/world/world";
import { temporaryFolder } from "./engine";
import { keptFiring } from "./kept-firing";
import type { Series, VictoriaMetrics } from "./victoria-metrics";
import { replay } from "./vmalert";

/** A rule with what follows from what it reads. */
export interface PlannedRule {
  readonly group: string;
  readonly interval: number;
  readonly rule: WireRule;
  readonly selectors: readonly Selector[];
  /** How many recordings deep it reads. */
  readonly depth: number;
  /** Seconds before the first judged moment from which on it is evaluated: whoever reads a recording may look back. */
  readonly past: number;
  /** Seconds that its expression looks back. */
  readonly window: number;
}

export const EVALUATION_SECONDS = EVALUATION_INTERVAL.seconds;

interface WireGroup {
  readonly name: string;
  readonly interval?: string;
  readonly rules: readonly WireRule[];
}

/** Every rule of the output, as it is written there. */
export function plannedRules(manifests: readonly Manifest[]): PlannedRule[] {
  const groups = manifests
    .filter(({ object }) => object.kind === "VMRule")
    .flatMap(({ object }) => (object.spec as { readonly groups: readonly WireGroup[] }).groups);
  const all = groups.flatMap(({ name, interval, rules }) =>
    rules.map((rule) => ({
      group: name,
      interval: interval === undefined ? EVALUATION_SECONDS : secondsOf(interval),
      rule,
      selectors: parseExpression(rule.expr).selectors,
      window: lookBack(rule.expr),
    })),
  );
  const readersOf = (recorded: string) => all.filter(({ selectors }) => selectors.some((selector) => picks(selector, recorded)));
  const depths = new Map<WireRule, number>();
  const depthOf = (one: (typeof all)[number]): number => {
    const known = depths.get(one.rule);
    if (known !== undefined) return known;
    depths.set(one.rule, 0);
    const asked = all.filter(({ rule: { record } }) => record !== undefined && one.selectors.some((selector) => picks(selector, record)));
    const depth = Math.max(0, ...asked.filter(({ rule }) => rule !== one.rule).map((recording) => depthOf(recording) + 1));
    depths.set(one.rule, depth);
    return depth;
  };
  const pasts = new Map<WireRule, number>();
  const pastOf = ({ rule }: (typeof all)[number]): number => {
    const { record } = rule;
    if (record === undefined) return 0;
    const known = pasts.get(rule);
    if (known !== undefined) return known;
    pasts.set(rule, 0);
    const past = Math.max(
      0,
      ...readersOf(record)
        .filter((one) => one.rule !== rule)
        .map((reader) => pastOf(reader) + reader.window),
    );
    pasts.set(rule, past);
    return past;
  };
  return all.map((one) => ({ ...one, depth: depthOf(one), past: pastOf(one) }));
}

/** Whether a rule asks for that series. */
export const asks = ({ selectors }: Pick<PlannedRule, "selectors">, series: Pick<WorldSeries, "name" | "labels">): boolean =>
  selectors.some((selector) => isPicked(selector, series));

const SCRAPE_SECONDS = SCRAPE_INTERVAL.seconds;
/** Further back than that, samples come one in four minutes: the store takes an instant value up to five minutes later. */
const DENSE_PAST = 3 * 3600;
const SPARSE_SECONDS = 240;

export interface Span {
  /** Seconds from the start of the world. */
  readonly from: number;
  readonly to: number;
}

/** What the rules ask of a world, with as much of its past as they look back on; one after the other. */
export function* storedSeries(
  world: World,
  rules: readonly PlannedRule[],
  { from, to }: Span,
  more: Readonly<Record<string, string>> = {},
): Generator<Series> {
  const byName = new Map<string, PlannedRule[]>();
  for (const series of world.series()) {
    const named = byName.get(series.name) ?? rules.filter(({ selectors }) => selectors.some((selector) => picks(selector, series.name)));
    byName.set(series.name, named);
    const readers = named.filter((rule) => asks(rule, series));
    if (readers.length === 0) continue;
    const past = Math.max(...readers.map((reader) => reader.past + reader.window));
    const samples: (readonly [number, number])[] = [];
    for (const seconds of moments(from - past, from - DENSE_PAST, to)) {
      const value = series.at(seconds);
      if (value !== undefined) samples.push([START + seconds, value]);
    }
    yield { labels: { __name__: series.name, ...series.labels, ...more }, samples };
  }
}

function* moments(first: number, denseFrom: number, to: number): Generator<number> {
  for (let seconds = SPARSE_SECONDS * (Math.floor(first / SPARSE_SECONDS) - 1); seconds <= to; ) {
    yield seconds;
    seconds += seconds < denseFrom ? SPARSE_SECONDS : SCRAPE_SECONDS;
  }
}

/** A rule to replay over a span, under a name of its own. */
export interface Replayed {
  readonly rule: PlannedRule;
  readonly span: Span;
  /** What its group is given beside its rule. @default - nothing */
  readonly params?: Readonly<Record<string, readonly string[]>>;
}

/** Replays the rules, recordings before those that read them; what spans the same time together. */
export async function replayRules(replayed: readonly Replayed[], store: VictoriaMetrics): Promise<void> {
  const spanOf = ({ rule, span }: Replayed) => `${span.from - rule.past} ${span.to}`;
  for (const depth of [...new Set(replayed.map(({ rule }) => rule.depth))].sort((a, b) => a - b)) {
    const due = replayed.filter(({ rule }) => rule.depth === depth);
    for (const span of new Set(due.map(spanOf))) {
      await replayTogether(
        due.filter((one) => spanOf(one) === span),
        store,
      );
    }
    await store.flush();
  }
}

async function replayTogether(replayed: readonly Replayed[], store: VictoriaMetrics): Promise<void> {
  const [first] = replayed;
  if (first === undefined) return;
  const ruleFile = join(temporaryFolder(), "rules.yml");
  const groups = replayed.map(({ rule: { group, interval, rule }, params }, index) => ({
    name: `${index} ${group}`,
    interval: `${interval}s`,
    ...(params && { params }),
    // texts are judged elsewhere
    rules: [{ alert: rule.alert, record: rule.record, expr: rule.expr, for: rule.for, labels: rule.labels }],
  }));
  writeFileSync(ruleFile, Yaml.stringify({ groups }));
  const at = (seconds: number) => new Date((START + seconds) * 1000);
  const { code, output } = await replay({
    program: "vmalert-1.150",
    ruleFiles: [ruleFile],
    storageUrl: store.url,
    from: at(first.span.from - first.rule.past),
    to: at(first.span.to),
    interval: `${EVALUATION_SECONDS}s`,
    rulesDelay: "0s",
  });
  if (code !== 0) throw new Error(output.slice(-2000));
}

/** An alert that fired, with the seconds from the start at which it did. */
export interface Fired {
  readonly labels: Readonly<Record<string, string>>;
  readonly at: readonly number[];
}

/** Whatever fired in a span, by rules that all are of another name or alike; what they keep firing is put beside it. */
export async function firedIn(
  store: VictoriaMetrics,
  { from, to }: Span,
  rules: readonly PlannedRule[] = [],
  filter?: string,
): Promise<Fired[]> {
  const found = await store.query(`ALERTS[${to - from + 60}s]`, START + to, filter);
  const ruleOf = new Map(rules.map((planned) => [planned.rule.alert, planned]));
  const instances = new Map<string, { readonly labels: Fired["labels"]; readonly states: Map<number, "pending" | "firing"> }>();
  for (const { labels, samples } of found) {
    const { alertstate, ...own } = labels;
    const key = JSON.stringify(Object.entries(own).sort());
    const { states } = instances.get(key) ?? { states: new Map() };
    for (const [time] of samples) states.set(time - START, alertstate === "firing" ? "firing" : "pending");
    instances.set(key, { labels: own, states });
  }
  return [...instances.values()].flatMap(({ labels, states }) => {
    const { rule, interval = EVALUATION_SECONDS } = ruleOf.get(labels.alertname) ?? {};
    const at = keptFiring(states, { at: to, interval, keep: secondsOf(rule?.keep_firing_for ?? "0s") });
    return at.length > 0 ? [{ labels, at }] : [];
  });
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

/** Of a duration as Prometheus writes it. */
export function secondsOf(text: string): number {
  return [...text.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce((sum, [, number, unit = "s"]) => sum + Number(number) * (UNITS[unit] ?? 0), 0);
}

/** At least as far as an expression looks back: its widest range, all of its subqueries, its longest offset, and what an instant value may be old. */
export function lookBack(expr: string): number {
  const ranges = [...expr.matchAll(/\[([0-9a-z]+)\]/g)].map(([, range = ""]) => secondsOf(range));
  const subqueries = [...expr.matchAll(/\[([0-9a-z]+):[0-9a-z]*\]/g)].map(([, range = ""]) => secondsOf(range));
  const offsets = [...expr.matchAll(/\boffset\s+-?([0-9a-z]+)/g)].map(([, offset = ""]) => secondsOf(offset));
  return 300 + Math.max(0, ...ranges) + subqueries.reduce((sum, one) => sum + one, 0) + Math.max(0, ...offsets);
}
