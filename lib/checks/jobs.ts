// Prevents a rule that asks a `job` which nobody scrapes: it stays silent, or pages for ever that the job is gone.
import { expressionOf, placedRules } from "../alerts/rule";
import { type LabelMatcher, parseExpression, type SeriesSelector, seriesOf } from "../metrics/promql";
import type { Platform } from "../platform/platform";
import { sampleNames } from "../series";
import { didYouMean } from "../site/did-you-mean";
import { type Check, type Finding, rulePlace } from "./check";

export const jobs: Check = {
  name: "jobs",
  run: ({ rules, scrapes }: Platform) => {
    const sources = scrapes.map(({ job, series }) => ({ job, names: new Set(series.flatMap(sampleNames).map(({ name }) => name)) }));
    return placedRules(rules).flatMap((placed) =>
      parseExpression(expressionOf(placed.rule)).selectors.flatMap((selector) => {
        const given = jobsOf(selector, sources);
        if (given === undefined) return [];
        return selector.matchers
          .filter((matcher) => matcher.label === "job" && !isGiven(matcher, given))
          .map((matcher): Finding => ({ where: rulePlace(placed), ...unknownJob(matcher, selector, given) }));
      }),
    );
  },
};

/** A scrape as a query meets it. */
interface Source {
  readonly job: string | undefined;
  readonly names: ReadonlySet<string>;
}

/** The jobs that a selector's samples can carry; undefined where one comes with the samples, or is not known yet. */
function jobsOf(selector: SeriesSelector, all: readonly Source[]): readonly string[] | undefined {
  const exporting = all.filter(({ names }) => isExported(selector, names));
  // no scrape exports it: the scraper makes it for each target (`up`), or a rule records it from what they export
  const sources = exporting.length > 0 ? exporting : all.filter(({ job }) => job !== undefined);
  const given = sources.map(({ job }) => job);
  return given.every((job) => job !== undefined) ? given : undefined;
}

function isExported(selector: SeriesSelector, names: ReadonlySet<string>): boolean {
  try {
    return seriesOf(selector, names).length > 0;
  } catch {
    // a pattern that can't be read: the check of series tells
    return false;
  }
}

/** A matcher that excludes may name what is not there. */
function isGiven({ op, value }: LabelMatcher, given: readonly string[]): boolean {
  if (op === "=") return given.includes(value);
  if (op !== "=~") return true;
  try {
    const pattern = new RegExp(`^(?:${value})$`);
    return given.some((job) => pattern.test(job));
  } catch {
    return false;
  }
}

function unknownJob({ op, value }: LabelMatcher, selector: SeriesSelector, given: readonly string[]): Omit<Finding, "where"> {
  const of = "name" in selector ? selector.name : selector.namePattern;
  const near = op === "=" ? didYouMean(value, given) : undefined;
  return {
    what: `no scrape gives "${of}" the job "${value}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
    fix: `take the job from the scrape's declaration; its samples carry ${[...new Set(given)].sort().join(", ")}`,
  };
}
