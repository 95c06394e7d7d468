/** Faults of a world, judged by the real evaluator: all in one store, told apart by the label `scenario`. */
import { WATCHDOG } from "../../lib/alerts/labels";
import { kept, type World } from "../../lib/world/world";
import type { Fault } from "./faults/fault";
import { ignoringLabel } from "./ignoring-label";
import type { Series, VictoriaMetrics } from "./victoria-metrics";
import { asks, type Fired, firedIn, type PlannedRule, type Replayed, replayRules, type Span, storedSeries } from "./world";

/** When a fault begins. */
const FROM = 3600;
/** Nothing fires before it, nor for that long after what was expected. */
const MARGIN = 600;
/** Faults that are looked at for about as long are replayed together. */
const SPANS = [1800, 5400, 4 * 3600];

export interface Verdict {
  readonly fault: Fault;
  /** What is wrong; nothing where the fault was told as it should be. */
  readonly problems: readonly string[];
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
  for (const { fault, id, span } of cases) {
    verdicts.push({ fault, problems: problemsOf(fault, await firedIn(store, span, `{scenario="${id}"}`)) });
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
  const watched = ("alert" in expect ? (expect.watchedFor ?? expect.within).seconds : expect.nothingFor.seconds) + MARGIN;
  const length = SPANS.find((one) => one >= watched);
  if (length === undefined) throw new Error(`fault "${fault.title}" is looked at for ${watched} s; the longest is ${SPANS.at(-1)} s`);
  return { fault, id, world, concerned: concernedBy(world, rules), span: { from: FROM - MARGIN, to: FROM + length } };
}

/** Those that read what is changed, through recordings too, and the recordings that these read. */
export function concernedBy(world: World, rules: readonly PlannedRule[]): PlannedRule[] {
  const changed = [...world.series()].filter(({ isChanged }) => isChanged);
  const concerned = new Set(rules.filter((rule) => changed.some((series) => asks(rule, series))));
  const reads = (reader: PlannedRule, { rule: { record } }: PlannedRule) =>
    record !== undefined && asks(reader, { name: record, labels: {} });
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

function problemsOf({ expect }: Fault, fired: readonly Fired[]): string[] {
  const told = fired.filter(({ labels }) => labels.alertname !== WATCHDOG);
  const name = ({ labels }: Fired) => `${labels.alertname} (${labels.component}, ${labels.severity})`;
  const since = ({ at }: Fired) => Math.min(...at) - FROM;
  const early = told.filter((one) => since(one) < 0).map((one) => `${name(one)} fires before the fault`);
  if (!("alert" in expect)) return [...early, ...told.map((one) => `${name(one)} fires after ${since(one)} s, and nothing should`)];
  const isRight = ({ labels }: Fired) =>
    labels.alertname === expect.alert && labels.component === expect.component && labels.severity === expect.severity;
  const first = Math.min(...told.filter(isRight).map(since));
  const missed =
    first <= expect.within.seconds
      ? []
      : [
          Number.isFinite(first)
            ? `${expect.alert} fires after ${first} s only`
            : `${expect.alert} (${expect.component}, ${expect.severity}) does not fire`,
        ];
  const strangers = told
    .filter(({ labels }) => labels.component !== expect.component && !(expect.others ?? []).includes(labels.alertname ?? ""))
    .map((one) => `${name(one)} fires, which is another component's`);
  const wrong = told
    .filter(({ labels }) => (expect.never ?? []).includes(labels.alertname ?? ""))
    .map((one) => `${name(one)} fires after ${since(one)} s, and should not`);
  return [...early, ...missed, ...new Set([...strangers, ...wrong])];
}
