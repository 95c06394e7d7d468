// Prevents a rule that can never fire: an expression that does not parse, or that reads a series nobody exports.
import { expressionsOf, placedRules, type Rule } from "../alerts/rule";
import { parseExpression, picks, type SeriesSelector, seriesNamed } from "../metrics/promql";
import { catalogueOf } from "../platform/catalogue";
import type { Platform } from "../platform/platform";
import { didYouMean } from "../site/did-you-mean";
import { type Check, type Finding, rulePlace } from "./check";

export const series: Check = {
  name: "series",
  run: (platform) => {
    const { names: known } = catalogueOf(platform);
    const findings: Finding[] = [];
    const missing = new Map<string, Missing>();
    for (const placed of placedRules(platform.rules)) {
      const where = rulePlace(placed);
      const asked = expressionsOf(placed.rule).map(parseExpression);
      const [errors, selectors] = [asked.flatMap((one) => one.errors), asked.flatMap((one) => one.selectors)];
      for (const error of errors) {
        findings.push({ where, what: error, fix: "write plain PromQL; promtool and vmalert must both read it" });
      }
      const absent = absentOn(placed.rule);
      for (const selector of selectors) {
        if (picksAny(selector, known) || absent.some((name) => picks(selector, name))) continue;
        const key = textOf(selector);
        missing.set(key, { selector, readers: (missing.get(key)?.readers ?? new Set()).add(where) });
      }
    }
    return [...findings, ...[...missing.values()].map((one) => unknownSeries(one, known)), ...needlessAbsences(platform, known)];
  },
};

const picksAny = (selector: SeriesSelector, known: ReadonlySet<string>): boolean => seriesNamed(selector, known).length > 0;

/** What the rule's pack says is absent on purpose. */
function absentOn(rule: Rule): readonly string[] {
  return rule.kind === "imported" ? Object.keys(rule.pack.absent?.series ?? {}) : [];
}

/** A pack's list of what is absent on purpose, where it is not true any more: it would hide the next mistake. */
function needlessAbsences({ rules }: Pick<Platform, "rules">, known: ReadonlySet<string>): Finding[] {
  const imported = placedRules(rules).flatMap(({ rule }) => (rule.kind === "imported" ? [rule] : []));
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

/** What nobody exports, told once however many read it: a scrape that is gone takes its series from all their readers. */
interface Missing {
  readonly selector: SeriesSelector;
  /** The places of the rules that ask it, in their order. */
  readonly readers: Set<string>;
}

/** As it stands in the expression: a name and a pattern may have the same letters. */
const textOf = (selector: SeriesSelector): string => ("name" in selector ? selector.name : `=~${selector.namePattern}`);

function unknownSeries({ selector, readers }: Missing, known: ReadonlySet<string>): Finding {
  const pattern = "namePattern" in selector;
  const name = pattern ? selector.namePattern : selector.name;
  const near = pattern ? undefined : didYouMean(name, [...known]);
  const [where = "", ...others] = readers;
  return {
    where,
    what: `${pattern ? "no exported series matches" : "nobody exports the series"} "${name}"${near === undefined ? "" : `; did you mean "${near}"?`}${alsoIn(others)}`,
    fix: "correct the name, or declare it among the series of its exporter (components/*/series.ts)",
  };
}

const alsoIn = (places: readonly string[]): string => (places.length === 0 ? "" : ` (read also by ${places.join(", ")})`);
