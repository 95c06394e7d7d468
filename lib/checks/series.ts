// Prevents a rule that can never fire: an expression that does not parse, or that reads a series nobody exports.
import { expressionOf, placedRules, type Rule } from "../alerts/rule";
import { parseExpression, type SeriesSelector, seriesOf } from "../metrics/promql";
import { BUILT_IN_SERIES } from "../metrics/scrape";
import type { Platform } from "../platform/platform";
import { sampleNames } from "../series";
import { didYouMean } from "../site/did-you-mean";
import { type Check, type Finding, rulePlace } from "./check";

export const series: Check = {
  name: "series",
  run: (platform) => {
    const known = knownSeries(platform);
    const findings: Finding[] = [];
    for (const placed of placedRules(platform.rules)) {
      const where = rulePlace(placed);
      const { errors, selectors } = parseExpression(expressionOf(placed.rule));
      for (const error of errors) {
        findings.push({ where, what: error, fix: "write plain PromQL; promtool and vmalert must both read it" });
      }
      for (const selector of selectors) {
        if (!picksAny(selector, known)) findings.push(unknownSeries(where, selector, known));
      }
    }
    return findings;
  },
};

/** A pattern that RE2 reads and JavaScript does not picks nothing here: better refused than a synth that ends in a stack trace. */
function picksAny(selector: SeriesSelector, known: ReadonlySet<string>): boolean {
  try {
    return seriesOf(selector, known).length > 0;
  } catch {
    return false;
  }
}

function unknownSeries(where: string, selector: SeriesSelector, known: ReadonlySet<string>): Finding {
  const pattern = "namePattern" in selector;
  const name = pattern ? selector.namePattern : selector.name;
  const near = pattern ? undefined : didYouMean(name, [...known]);
  return {
    where,
    what: `${pattern ? "no exported series matches" : "nobody exports the series"} "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
    fix: "correct the name, or add it to the `series` of the scrape that exports it (components/*/scrapes.ts)",
  };
}

/** What scrapes export and rules record. */
export function knownSeries({ scrapes, rules }: Pick<Platform, "scrapes" | "rules">): ReadonlySet<string> {
  const recorded = placedRules(rules).flatMap(({ rule }) => recordOf(rule));
  return new Set([
    ...BUILT_IN_SERIES,
    ...scrapes.flatMap(({ series }) => series.flatMap(sampleNames)).map(({ name }) => name),
    ...recorded,
  ]);
}

function recordOf(rule: Rule): string[] {
  if (rule.kind === "record") return [rule.name];
  return rule.kind === "imported" && rule.rule.record !== undefined ? [rule.rule.record] : [];
}
