import { expressionsOf, nameOf, placedRules, type Rule, type RuleBundle } from "../alerts/rule";
import type { AbsentExporter } from "../metrics/observed";
import { parseExpression, type Selector, seriesNamed } from "../metrics/promql";
import type { Scrape } from "../metrics/scrape";
import { standingOf } from "../metrics/standing";
import { rememberedOf } from "../remembered";
import { type Series, storedNames } from "../series";

/** Rules that ask what nobody gives here. */
export interface Waiting {
  /** The exporter that would give it, or the part that would watch it, by its name. */
  readonly exporter: string;
  /** What has to happen first. */
  readonly until: string;
  readonly rules: readonly Rule[];
  /** Alerts of the log store, by their names. @default - none */
  readonly logAlerts?: readonly string[];
  /** Dashboards, by their uids. @default - none */
  readonly dashboards?: readonly string[];
  /** What it would export: panels on that alone are left out with it. @default - none */
  readonly series?: readonly Series[];
}

/** What waits, by its names. */
export const namesWaiting = ({ rules, logAlerts = [] }: Waiting): string[] => [...rules.map(nameOf), ...logAlerts];

export interface RulesAtSite {
  readonly rules: readonly RuleBundle[];
  /** Left out, because this site has not what they look at. */
  readonly leftOut: readonly Waiting[];
}

/**
 * The rules of a site, without those that can't do without a series which only absent exporters give, be it through a recording, or
 * without the job of one: a rule that can never fire looks like one that is content, and `absent` of such a job fires for ever. One
 * side of an `or` that is there is enough.
 */
export function rulesAtSite(bundles: readonly RuleBundle[], scrapes: readonly Scrape[], absent: readonly AbsentExporter[]): RulesAtSite {
  const leftOut = waitingFor(allRules(bundles), scrapes, absent);
  const gone = new Set(leftOut.flatMap(({ rules }) => rules));
  const rules = bundles
    .map((bundle) => ({
      ...bundle,
      groups: bundle.groups
        .map((group) => ({ ...group, rules: group.rules.filter((rule) => !gone.has(rule)) }))
        .filter((group) => group.rules.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
  return { rules: gone.size === 0 ? bundles : rules, leftOut };
}

/** What a rule asks, in its expression and its texts. */
const selectorsOf = rememberedOf((rule: Rule): readonly Selector[] =>
  expressionsOf(rule).flatMap((expr) => parseExpression(expr).selectors),
);

/** Whether a rule says what it is there to say, and nothing false, with what is there. An exception that lacks would be a false alarm. */
function worksWith(rule: Rule, isThere: (selector: Selector) => boolean): boolean {
  return expressionsOf(rule).every((expr) => {
    const { stands, invents } = standingOf(expr, { isThere, needsExceptions: true });
    return stands && !invents;
  });
}

const allRules = (bundles: readonly RuleBundle[]): Rule[] => placedRules(bundles).map(({ rule }) => rule);

/** Of each source the rules that need a selector which only it would answer; those of none are not told. */
function waitingFor(rules: readonly Rule[], scrapes: readonly Scrape[], sources: readonly AbsentExporter[]): Waiting[] {
  if (sources.length === 0) return [];
  const known = new Set(scrapes.flatMap(({ series }) => series.flatMap(storedNames)));
  const missing = new Map(
    sources.flatMap((source) => source.series.flatMap(storedNames).flatMap((name) => (known.has(name) ? [] : [[name, source] as const]))),
  );
  // of a name that others give too, the job tells whose it is: `up`, or what every node exporter gives
  const asked = new Set(scrapes.map(({ job }) => job));
  const missingJobs = new Map(sources.flatMap((source) => (asked.has(source.name) ? [] : [[source.name, source] as const])));
  const jobIn = ({ matchers }: Selector) =>
    matchers.flatMap(({ label, op, value }) => (label === "job" && op === "=" ? (missingJobs.get(value) ?? []) : []));
  const waitsFor = new Map<Rule, AbsentExporter>();
  for (let isMore = true; isMore; ) {
    isMore = false;
    const names = new Set(missing.keys());
    for (const rule of rules) {
      if (waitsFor.has(rule)) continue;
      const selectors = selectorsOf(rule);
      const namesIn = (one: Selector) => (seriesNamed(one, known).length > 0 ? [] : seriesNamed(one, names).slice(0, 1));
      const [name] = selectors.flatMap(namesIn);
      const source = name === undefined ? selectors.flatMap(jobIn)[0] : missing.get(name);
      if (source === undefined || worksWith(rule, (one) => namesIn(one).length === 0 && jobIn(one).length === 0)) continue;
      waitsFor.set(rule, source);
      if (rule.kind !== "record") continue;
      // what it would have recorded is missing too, for rules before it as well
      missing.set(rule.name, source);
      isMore = true;
    }
  }
  return sources.flatMap((source) => {
    const waiting = rules.filter((rule) => waitsFor.get(rule) === source);
    return waiting.length === 0 ? [] : [{ exporter: source.name, until: source.until, rules: waiting }];
  });
}

/** What of all the rules of a part a site has nothing for: those whose like is not here. Nothing where there are none. */
export function withheld(of: Omit<Waiting, "rules">, all: readonly RuleBundle[], here: readonly RuleBundle[] = []): Waiting[] {
  const { dashboards = [], ...cause } = of;
  const names = new Set(allRules(here).map(nameOf));
  const rules = allRules(all).filter((rule) => !names.has(nameOf(rule)));
  return rules.length + dashboards.length === 0 ? [] : [{ ...cause, rules, ...(dashboards.length > 0 && { dashboards }) }];
}

/** What waits for the same, told once. */
export function together(waiting: readonly Waiting[]): Waiting[] {
  const byCause = new Map<string, Waiting>();
  for (const one of waiting) {
    const key = JSON.stringify([one.exporter, one.until]);
    const before = byCause.get(key);
    const logAlerts = [...(before?.logAlerts ?? []), ...(one.logAlerts ?? [])];
    const dashboards = [...(before?.dashboards ?? []), ...(one.dashboards ?? [])];
    byCause.set(key, {
      ...one,
      rules: [...(before?.rules ?? []), ...one.rules],
      ...(logAlerts.length > 0 && { logAlerts }),
      ...(dashboards.length > 0 && { dashboards }),
    });
  }
  return [...byCause.values()];
}

/** "28 rules and 1 dashboard wait for mysql (scrapes.off names it)". */
export function waitingLine(one: Waiting): string {
  const { length: rules } = namesWaiting(one);
  const { length: dashboards } = one.dashboards ?? [];
  const counted = [counting(rules, "rule"), counting(dashboards, "dashboard")].flat();
  return `${counted.join(" and ")} ${rules + dashboards === 1 ? "waits" : "wait"} for ${one.exporter} (${one.until})`;
}

const counting = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}${count === 1 ? "" : "s"}`]);
