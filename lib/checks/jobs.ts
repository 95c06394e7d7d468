// Prevents a rule that asks a `job` which nobody scrapes: it stays silent, or pages for ever that the job is gone.
import { expressionsOf, placedRules, type Rule } from "../alerts/rule";
import type { Catalogue } from "../metrics/catalogue";
import type { LabelSet } from "../metrics/label-set";
import { type LabelMatcher, parseExpression, patternOf } from "../metrics/promql";
import { catalogueOf } from "../platform/catalogue";
import { type Check, type Finding, rulePlace } from "./check";
import { type UnknownJob, UnknownJobs } from "./unknown-jobs";

export const jobs: Check = {
  name: "jobs",
  run: (platform) => {
    const catalogue = catalogueOf(platform);
    const unknown = new UnknownJobs();
    const found = placedRules(platform.rules).map((placed) => ({ placed, jobs: unknownJobsOf(placed.rule, catalogue) }));
    for (const { placed, jobs } of found) {
      for (const one of jobs) if (!(one.job in meantAbsent(placed.rule))) unknown.add(one, rulePlace(placed));
    }
    // what this site leaves out of a pack, the pack asks all the same
    const leftOut = platform.waiting.leftOut
      .flatMap(({ rules }) => rules.filter(({ kind }) => kind === "imported"))
      .map((rule) => ({ rule, jobs: unknownJobsOf(rule, catalogue) }));
    return [...unknown.findings(), ...notMissed([...found.map(({ placed, jobs }) => ({ rule: placed.rule, jobs })), ...leftOut])];
  },
};

/** The jobs that a rule asks of series which no such job gives. */
export function unknownJobsOf(rule: Rule, catalogue: Catalogue): UnknownJob[] {
  return expressionsOf(rule)
    .flatMap((expr) => parseExpression(expr).selectors)
    .flatMap((selector) => {
      const asked = selector.matchers.filter(({ label }) => label === "job");
      const given = asked.length === 0 ? undefined : jobsOf(catalogue.labelsPicked(selector));
      if (given === undefined) return [];
      const series = "name" in selector ? selector.name : selector.namePattern;
      return asked
        .filter((one) => !isGiven(one, given))
        .map((matcher) => ({ job: matcher.value, isPattern: matcher.op === "=~", series, given }));
    });
}

const meantAbsent = (rule: Rule): Readonly<Record<string, string>> => (rule.kind === "imported" && rule.pack.absent?.jobs) || {};

/** Jobs that a pack says are absent though none of its rules misses them: it would hide the next mistake. */
function notMissed(found: readonly { readonly rule: Rule; readonly jobs: readonly UnknownJob[] }[]): Finding[] {
  const packs = new Set(found.flatMap(({ rule }) => (rule.kind === "imported" ? [rule.pack] : [])));
  return [...packs].flatMap((pack) => {
    const missed = found.flatMap(({ rule, jobs }) => (rule.kind === "imported" && rule.pack === pack ? jobs : []));
    return Object.keys(pack.absent?.jobs ?? {})
      .filter((job) => !missed.some((one) => one.job === job))
      .map((job) => ({
        where: `pack "${pack.source}"`,
        what: `the job "${job}" is said to be absent, and no rule of the pack misses it`,
        fix: "take it out of the pack's `absent.jobs`",
      }));
  });
}

/** The jobs of samples; undefined where one comes with them, is not known yet, or is not there at all. */
function jobsOf(sets: readonly LabelSet[]): readonly string[] | undefined {
  const given = sets.map(({ labels }) => labels.get("job")?.value);
  return given.length > 0 && given.every((job) => job !== undefined) ? given : undefined;
}

/** A matcher that excludes may name what is not there. */
function isGiven({ op, value }: LabelMatcher, given: readonly string[]): boolean {
  if (op === "=") return given.includes(value);
  if (op !== "=~") return true;
  const pattern = patternOf(value);
  return given.some((job) => pattern?.test(job));
}
