import { type Pack, placedRules, type Rule, type RuleBundle } from "../../lib/alerts/rule";
import { unknownJobsOf } from "../../lib/checks/jobs";
import { labelProblemsOf } from "../../lib/checks/labels";
import { notExportedOf } from "../../lib/checks/series";
import type { SeriesSelector } from "../../lib/metrics/promql";
import { catalogueOf } from "../../lib/platform/catalogue";
import type { Platform } from "../../lib/platform/platform";

/** What rules ask though nothing here gives it, each with the rules that do. */
export interface Absent {
  readonly series: ReadonlyMap<string, readonly Rule[]>;
  readonly labels: ReadonlyMap<string, readonly Rule[]>;
  readonly jobs: ReadonlyMap<string, readonly Rule[]>;
}

/** @param of the areas that are told; with `platform.rules` they are all that is recorded */
export function absentIn(platform: Platform, of: readonly RuleBundle[]): Absent {
  const catalogue = catalogueOf({ ...platform, rules: [...platform.rules, ...of] });
  const rules = placedRules(of).map(({ rule }) => rule);
  const by = (keysOf: (rule: Rule) => readonly string[]) => {
    const asked = new Map<string, Rule[]>();
    for (const rule of rules) for (const key of new Set(keysOf(rule))) asked.set(key, [...(asked.get(key) ?? []), rule]);
    return new Map([...asked].sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return {
    series: by((rule) => notExportedOf(rule, catalogue.names).map(nameIn)),
    labels: by((rule) => labelProblemsOf(rule, catalogue).flatMap(({ label }) => (label === "" ? [] : [label]))),
    jobs: by((rule) => unknownJobsOf(rule, catalogue).map(({ job }) => job)),
  };
}

/** A name that the selector picks; a pattern that is no list of names stands for itself, and somebody has to say what is meant. */
const nameIn = (selector: SeriesSelector): string => {
  if ("name" in selector) return selector.name;
  const [first = ""] = selector.namePattern.replace(/^\(?(?:\?:)?/, "").split("|");
  const name = first.replace(/\)$/, "").replace(/\.[*+]/g, "_");
  return /^[a-zA-Z_:][\w:]*$/.test(name) ? name : `{__name__=~"${selector.namePattern}"}`;
};

/** A pack that says all of it is absent, for one reason. */
export function absentFor({ series, labels, jobs }: Absent, why: string): Pack["absent"] {
  const because = (asked: ReadonlyMap<string, unknown>) =>
    asked.size === 0 ? undefined : Object.fromEntries([...asked.keys()].map((name) => [name, why]));
  return { series: because(series), labels: because(labels), jobs: because(jobs) };
}
