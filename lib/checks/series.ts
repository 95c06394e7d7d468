// Prevents a rule that can never fire: an expression that does not parse, or that reads a series nobody exports.
import { expressionsOf, placedRules } from "../alerts/rule";
import { parseExpression, type SeriesSelector, seriesNamed } from "../metrics/promql";
import { catalogueOf } from "../platform/catalogue";
import { didYouMean } from "../site/did-you-mean";
import { type Check, type Finding, rulePlace } from "./check";

export const series: Check = {
  name: "series",
  run: (platform) => {
    const { names: known } = catalogueOf(platform);
    const findings: Finding[] = [];
    for (const placed of placedRules(platform.rules)) {
      const where = rulePlace(placed);
      const asked = expressionsOf(placed.rule).map(parseExpression);
      const [errors, selectors] = [asked.flatMap((one) => one.errors), asked.flatMap((one) => one.selectors)];
      for (const error of errors) {
        findings.push({ where, what: error, fix: "write plain PromQL; promtool and vmalert must both read it" });
      }
      for (const selector of selectors) {
        if (seriesNamed(selector, known).length === 0) findings.push(unknownSeries(where, selector, known));
      }
    }
    return findings;
  },
};

function unknownSeries(where: string, selector: SeriesSelector, known: ReadonlySet<string>): Finding {
  const pattern = "namePattern" in selector;
  const name = pattern ? selector.namePattern : selector.name;
  const near = pattern ? undefined : didYouMean(name, [...known]);
  return {
    where,
    what: `${pattern ? "no exported series matches" : "nobody exports the series"} "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
    fix: "correct the name, or declare it among the series of its exporter (components/*/series.ts)",
  };
}
