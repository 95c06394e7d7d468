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
      const absent = absentOn(placed.rule);
      for (const selector of selectors) {
        if (!picksAny(selector, known) && !picksAny(selector, absent)) findings.push(unknownSeries(where, selector, known));
      }
    }
    return [...findings, ...needlessAbsences(platform, known)];
  },
};

/** What the rule's pack says is absent on purpose. */
function absentOn(rule: Rule): ReadonlySet<string> {
  return new Set(rule.kind === "imported" ? Object.keys(rule.pack.absent?.series ?? {}) : []);
}

/** A pack's list of what is absent on purpose, where it is not true any more: it would hide the next mistake. */
function needlessAbsences({ rules }: Pick<Platform, "rules">, known: ReadonlySet<string>): Finding[] {
  const imported = placedRules(rules).flatMap(({ rule }) => (rule.kind === "imported" ? [rule] : []));
  return [...new Set(imported.map(({ pack }) => pack.source))].flatMap((source) => {
    const ofPack = imported.filter(({ pack }) => pack.source === source);
    const listed = new Set(ofPack.flatMap((rule) => [...absentOn(rule)]));
    const asked = ofPack.flatMap(({ rule }) => parseExpression(rule.expr).selectors);
    return [...listed].flatMap((name): Finding[] => {
      const where = `pack "${source}" absent series "${name}"`;
      const fix = "take it out of `absent`";
      if (known.has(name)) return [{ where, what: "it is no longer absent", fix }];
      const isAsked = asked.some((selector) => picksAny(selector, new Set([name])));
      return isAsked ? [] : [{ where, what: "no rule of the pack asks it", fix }];
    });
  });
}

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
