import { SCRAPE_INTERVAL } from "../../lib/metrics/intervals";
import { allows, picks, type Selector } from "../../lib/metrics/promql";
import { evaluate, type Source } from "../../lib/promql/evaluate";
import { isEmpty, type Labels, NAME, only, Refused, type Vector } from "../../lib/promql/vector";
import type { World, WorldSeries } from "../../lib/world/world";
import { type AlertsOf, alertsOf } from "./alerts";
import { KeptSelections } from "./kept-selections";
import { EVALUATION_SECONDS, type PlacedRule } from "./rules";
import { sampled } from "./sampled";

interface Kept {
  readonly labels: Labels;
  readonly series: WorldSeries;
}

const INTERVAL = SCRAPE_INTERVAL.seconds;
/** Of the series that an answer is made of: half a gigabyte. */
const MOST_VALUES = 60_000_000;

/** What the metrics store would have of a world: its series, what rules record of them, and the alerts. */
export class WorldSource implements Source {
  readonly interval = INTERVAL;
  readonly #byName = new Map<string, Kept[]>();
  readonly #recordings = new Map<string, PlacedRule[]>();
  readonly #alerts: AlertsOf;
  readonly #kept = new KeptSelections();
  /** What is being recorded: a rule that reads itself gets nothing. */
  readonly #open = new Set<PlacedRule>();

  #until = Number.POSITIVE_INFINITY;
  #values = 0;

  /** @param begins when the world changed, in seconds since the epoch */
  constructor(world: World, rules: readonly PlacedRule[], begins = Number.POSITIVE_INFINITY) {
    for (const series of world.series()) {
      const kept = { labels: { [NAME]: series.name, ...series.labels }, series };
      const named = this.#byName.get(series.name);
      if (named === undefined) this.#byName.set(series.name, [kept]);
      else named.push(kept);
    }
    for (const rule of rules) {
      if (rule.record === undefined) continue;
      this.#recordings.set(rule.record, [...(this.#recordings.get(rule.record) ?? []), rule]);
    }
    this.#alerts = alertsOf(world, rules, begins, this);
  }

  /** Every name that there is something of. */
  names(): string[] {
    return [...new Set([...this.#byName.keys(), ...this.#recordings.keys(), ...this.#alerts.names])].sort();
  }

  /** What is asked in there, refused where it takes longer, or more than the memory holds. */
  within<Answer>(seconds: number, ask: () => Answer): Answer {
    [this.#until, this.#values] = [performance.now() + seconds * 1000, 0];
    try {
      return ask();
    } catch (error) {
      if (error instanceof RangeError && /call stack/.test(error.message)) throw new Refused("the expression is too deep");
      throw error;
    } finally {
      this.#until = Number.POSITIVE_INFINITY;
    }
  }

  goOn(): void {
    if (performance.now() > this.#until)
      throw new Refused("the answer takes too long here: ask for fewer series, a shorter range or a longer step");
  }

  select(selector: Selector, times: Float64Array): readonly Vector[] {
    // within a rule that is being recorded, it is missing itself
    if (this.#open.size > 0) return this.#selected(selector, times);
    return this.#kept.of(selector, times, () => this.#selected(selector, times));
  }

  #selected(selector: Selector, times: Float64Array): readonly Vector[] {
    return this.#named(selector).flatMap((name) => [
      ...this.#scraped(name, selector, times),
      ...this.#recorded(name, selector, times),
      ...this.#alerts.select(name, times).filter(({ labels }) => isAllowed(selector, labels)),
    ]);
  }

  #named(selector: Selector): readonly string[] {
    return "name" in selector ? [selector.name] : this.names().filter((name) => picks(selector, name));
  }

  #scraped(name: string, selector: Selector, times: Float64Array): Vector[] {
    const picked = (this.#byName.get(name) ?? []).filter(({ labels }) => isAllowed(selector, labels));
    this.#values += picked.length * times.length;
    if (this.#values > MOST_VALUES)
      throw new Refused(`more than ${MOST_VALUES} samples are not evaluated here: ask for fewer series or a longer step`);
    return picked
      .map(({ labels, series }) => {
        this.goOn();
        return { labels, values: sampled(series, times, INTERVAL) };
      })
      .filter((one) => !isEmpty(one));
  }

  #recorded(name: string, selector: Selector, times: Float64Array): Vector[] {
    return (this.#recordings.get(name) ?? []).flatMap((rule) => {
      if (this.#open.has(rule) || !mayGive(rule, selector)) return [];
      this.#open.add(rule);
      try {
        return evaluate(rule.expr, { times, step: EVALUATION_SECONDS }, this)
          .map(({ labels, values }) => ({ labels: { ...labels, ...rule.labels, [NAME]: name }, values }))
          .filter(({ labels }) => isAllowed(selector, labels));
      } finally {
        this.#open.delete(rule);
      }
    });
  }
}

const isAllowed = ({ matchers }: Selector, labels: Labels): boolean =>
  matchers.every((matcher) => allows(matcher, labels[matcher.label] ?? ""));

/** Several rules record by one name, told apart by a label that they set. */
const mayGive = ({ labels = {} }: PlacedRule, { matchers }: Selector): boolean => {
  const set = only(labels, Object.keys(labels));
  return matchers.every((matcher) => !(matcher.label in set) || allows(matcher, set[matcher.label] ?? ""));
};
