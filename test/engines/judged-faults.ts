/** Faults of a world, judged by the real evaluator: all in one store, told apart by the label `scenario`. */
import { WATCHDOG } from "../../lib/alerts/labels";
import { picks } from "../../lib/metrics/promql";
import { kept, type World } from "../../lib/world/world";
import { expectedOf, type Fault } from "./faults/fault";
import { ignoringLabel } from "./ignoring-label";
import type { Course } from "./push-messages";
import type { Series, VictoriaMetrics } from "./victoria-metrics";
import { asks, type Fired, firedIn, type PlannedRule, type Replayed, replayRules, type Span, storedSeries } from "./world";

/** When a fault begins. */
const FROM = 3600;
/** Nothing fires before it, nor for that long after what was expected. */
const MARGIN = 600;
/** The first hour of every fault is looked at, for what it tells people. */
export const HOUR = 3600;
/** Faults that are looked at for about as long are replayed together. */
const SPANS = [HOUR + MARGIN, 5400, 4 * 3600, 9 * 3600];

export interface Verdict {
  readonly fault: Fault;
  /** What is wrong; nothing where the fault was told as it should be. */
  readonly problems: readonly string[];
  /** Whether all that is expected came, and in time; of what is harmless, whether nothing came. */
  readonly isNoticed: boolean;
  /** What fired from the fault on, in seconds from then. */
  readonly courses: readonly Course[];
}

export async function judged(
  faults: readonly Fault[],
  world: World,
  rules: readonly PlannedRule[],
  store: VictoriaMetrics,
): Promise<Verdict[]> {
  const cases = faults.map((fault, id) => caseOf(fault, id, world, rules));
  await store.importSeries(seriesOf(cases));
  await replayRules(
    cases.flatMap(({ id, concerned, span }) => concerned.map((rule): Replayed => ({ ...ofScenario(rule, id), span }))),
    store,
  );
  const verdicts: Verdict[] = [];
  for (const { fault, id, span, concerned } of cases) {
    const fired = await firedIn(store, span, concerned, `{scenario="${id}"}`);
    const courses = fired.map(({ labels, at }) => ({ labels, at: at.map((seconds) => seconds - FROM) }));
    verdicts.push({ fault, ...judgement(fault, fired), courses });
  }
  return verdicts;
}

interface Case {
  readonly fault: Fault;
  readonly id: number;
  readonly world: World;
  /** The rules that could tell of it: the others see what they see in a healthy installation. */
  readonly concerned: readonly PlannedRule[];
  readonly span: Span;
}

function caseOf(fault: Fault, id: number, healthy: World, rules: readonly PlannedRule[]): Case {
  const world = kept(fault.change(healthy, FROM));
  const { expect } = fault;
  const told = "nothingFor" in expect ? [expect.nothingFor] : expectedOf(fault).map(({ watchedFor, within }) => watchedFor ?? within);
  const watched = Math.max(...told.map(({ seconds }) => seconds)) + MARGIN;
  const length = SPANS.find((one) => one >= watched);
  if (length === undefined) throw new Error(`fault "${fault.title}" is looked at for ${watched} s; the longest is ${SPANS.at(-1)} s`);
  return { fault, id, world, concerned: concernedBy(world, rules), span: { from: FROM - MARGIN, to: FROM + length } };
}

/** Those that read what is changed, through recordings too, and the recordings that these read. */
export function concernedBy(world: World, rules: readonly PlannedRule[]): PlannedRule[] {
  const changed = [...world.series()].filter(({ isChanged }) => isChanged);
  const concerned = new Set(rules.filter((rule) => changed.some((series) => asks(rule, series))));
  const reads = (reader: PlannedRule, { rule: { record } }: PlannedRule) =>
    // by name alone: what labels a recording gives is known once it is evaluated
    record !== undefined && reader.selectors.some((selector) => picks(selector, record));
  for (const one of concerned) for (const reader of rules) if (reads(reader, one)) concerned.add(reader);
  for (const one of concerned) for (const recording of rules) if (reads(one, recording)) concerned.add(recording);
  return [...concerned];
}

function* seriesOf(cases: readonly Case[]): Generator<Series> {
  for (const { world, concerned, span, id } of cases) yield* storedSeries(world, concerned, span, { scenario: String(id) });
}

/** The rule as it sees the series of one scenario alone; what comes of it belongs there. */
function ofScenario(planned: PlannedRule, id: number): Omit<Replayed, "span"> {
  const { rule } = planned;
  const scenario = String(id);
  return {
    rule: { ...planned, rule: { ...rule, expr: ignoringLabel(rule.expr, "scenario"), labels: { ...rule.labels, scenario } } },
    params: { "extra_filters[]": [`{scenario="${scenario}"}`] },
  };
}

function judgement(fault: Fault, fired: readonly Fired[]): Pick<Verdict, "problems" | "isNoticed"> {
  const expected = expectedOf(fault);
  const told = fired.filter(({ labels }) => labels.alertname !== WATCHDOG);
  const name = ({ labels }: Fired) => `${labels.alertname} (${labels.component}, ${labels.severity})`;
  const since = ({ at }: Fired) => Math.min(...at) - FROM;
  const early = told.filter((one) => since(one) < 0).map((one) => `${name(one)} fires before the fault`);
  if (expected.length === 0) {
    const wrong = told.map((one) => `${name(one)} fires after ${since(one)} s, and nothing should`);
    return { problems: [...early, ...wrong], isNoticed: told.length === 0 };
  }
  const missed = expected.flatMap(({ alert, component, severity, within }) => {
    const isRight = ({ labels }: Fired) => labels.alertname === alert && labels.component === component && labels.severity === severity;
    const first = Math.min(...told.filter(isRight).map(since));
    if (first <= within.seconds) return [];
    return [Number.isFinite(first) ? `${alert} fires after ${first} s only` : `${alert} (${component}, ${severity}) does not fire`];
  });
  const components = new Set(expected.map(({ component }) => String(component)));
  const others = new Set(expected.flatMap((one) => one.others ?? []));
  const nevers = new Set(expected.flatMap(({ never }) => never ?? []));
  const strangers = told
    .filter(({ labels }) => !components.has(labels.component ?? "") && !others.has(labels.alertname ?? ""))
    .map((one) => `${name(one)} fires, which is another component's`);
  const wrong = told
    .filter(({ labels }) => nevers.has(labels.alertname ?? ""))
    .map((one) => `${name(one)} fires after ${since(one)} s, and should not`);
  return { problems: [...early, ...missed, ...new Set([...strangers, ...wrong])], isNoticed: missed.length === 0 };
}
