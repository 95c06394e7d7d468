// Prevents a rule that can never fire: an expression that does not parse, or that reads a series nobody exports.
import { expressionsOf, placedRules, type Rule } from "../alerts/rule";
import { parseExpression, picks, type SeriesSelector, seriesNamed } from "../metrics/promql";
import { catalogueOf } from "../platform/catalogue";
import type { Platform } from "../platform/platform";
import { storedNames } from "../series";
import { type Check, type Finding, rulePlace } from "./check";
import { Missing, nobodyExports } from "./missing";

export const series: Check = {
  name: "series",
  run: (platform) => {
    const { names: known } = catalogueOf(platform);
    const findings: Finding[] = [];
    const missing = new Missing();
    for (const placed of placedRules(platform.rules)) {
      const where = rulePlace(placed);
      for (const error of expressionsOf(placed.rule).flatMap((expr) => parseExpression(expr).errors)) {
        findings.push({ where, what: error, fix: "write plain PromQL; promtool and vmalert must both read it" });
      }
      const absent = absentOn(placed.rule);
      for (const selector of notExportedOf(placed.rule, known)) {
        if (!absent.some((name) => picks(selector, name))) missing.add(textOf(selector), where);
      }
    }
    return [
      ...findings,
      ...missing.findings((text) => unknownSeries(text, known)),
      ...needlessAbsences(platform, known),
      ...curatedOfNobody(platform, known),
    ];
  },
};

/** What a rule asks in its expression and its texts, though nobody gives it. */
export const notExportedOf = (rule: Rule, known: ReadonlySet<string>): SeriesSelector[] =>
  expressionsOf(rule)
    .flatMap((expr) => parseExpression(expr).selectors)
    .filter((selector) => seriesNamed(selector, known).length === 0);

/** What the rule's pack says is absent on purpose. */
function absentOn(rule: Rule): readonly string[] {
  return rule.kind === "imported" ? Object.keys(rule.pack.absent?.series ?? {}) : [];
}

/** A list that names what nobody gives would keep it from a second store in silence. */
function curatedOfNobody({ curated }: Pick<Platform, "curated">, known: ReadonlySet<string>): Finding[] {
  return curated
    .filter((series) => !storedNames(series).some((name) => known.has(name)))
    .map(({ name }) => ({
      where: `curated series "${name}"`,
      what: nobodyExports(name, known),
      fix: "take it out of the list (components/exporters/curated.ts), or declare the scrape that gives it",
    }));
}

/** A pack's list of what is absent on purpose, where it is not true any more: it would hide the next mistake. */
function needlessAbsences({ rules, waiting }: Pick<Platform, "rules" | "waiting">, known: ReadonlySet<string>): Finding[] {
  // what this site leaves out of a pack, the pack asks all the same
  const all = [...placedRules(rules).map(({ rule }) => rule), ...waiting.leftOut.flatMap((one) => one.rules)];
  const imported = all.flatMap((rule) => (rule.kind === "imported" ? [rule] : []));
  return [...new Set(imported.map(({ pack }) => pack.source))].flatMap((source) => {
    const ofPack = imported.filter(({ pack }) => pack.source === source);
    const listed = new Set(ofPack.flatMap((rule) => [...absentOn(rule)]));
    const asked = ofPack.flatMap(expressionsOf).flatMap((expr) => parseExpression(expr).selectors);
    return [...listed].flatMap((name): Finding[] => {
      const where = `pack "${source}" absent series "${name}"`;
      const fix = "take it out of `absent`";
      if (known.has(name)) return [{ where, what: "it is no longer absent", fix }];
      return asked.some((selector) => picks(selector, name)) ? [] : [{ where, what: "no rule of the pack asks it", fix }];
    });
  });
}

const PATTERN = "=~";

/** As it stands in the expression: a name and a pattern may have the same letters. */
const textOf = (selector: SeriesSelector): string => ("name" in selector ? selector.name : `${PATTERN}${selector.namePattern}`);

function unknownSeries(text: string, known: ReadonlySet<string>): Omit<Finding, "where"> {
  return {
    what: text.startsWith(PATTERN) ? `no exported series matches "${text.slice(PATTERN.length)}"` : nobodyExports(text, known),
    fix: "correct the name, or declare it among the series of its exporter (components/*/series.ts)",
  };
}
