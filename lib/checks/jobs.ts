// Prevents a rule that asks a `job` which nobody scrapes: it stays silent, or pages for ever that the job is gone.
import { expressionsOf, placedRules } from "../alerts/rule";
import type { LabelSet } from "../metrics/label-set";
import { type LabelMatcher, parseExpression, patternOf, type SeriesSelector } from "../metrics/promql";
import { catalogueOf } from "../platform/catalogue";
import { didYouMean } from "../site/did-you-mean";
import { type Check, type Finding, rulePlace } from "./check";

export const jobs: Check = {
  name: "jobs",
  run: (platform) => {
    const catalogue = catalogueOf(platform);
    return placedRules(platform.rules).flatMap((placed) =>
      expressionsOf(placed.rule)
        .flatMap((expr) => parseExpression(expr).selectors)
        .flatMap((selector) => {
          const asked = selector.matchers.filter(({ label }) => label === "job");
          const given = asked.length === 0 ? undefined : jobsOf(catalogue.labelsPicked(selector));
          if (given === undefined) return [];
          return asked
            .filter((matcher) => !isGiven(matcher, given))
            .map((matcher): Finding => ({ where: rulePlace(placed), ...unknownJob(matcher, selector, given) }));
        }),
    );
  },
};

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

function unknownJob({ op, value }: LabelMatcher, selector: SeriesSelector, given: readonly string[]): Omit<Finding, "where"> {
  const of = "name" in selector ? selector.name : selector.namePattern;
  const near = op === "=" ? didYouMean(value, given) : undefined;
  return {
    what: `no scrape gives "${of}" the job "${value}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
    fix: `take the job from the scrape's declaration; its samples carry ${[...new Set(given)].sort().join(", ")}`,
  };
}
