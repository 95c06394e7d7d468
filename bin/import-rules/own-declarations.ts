import { UNITS, type Unit } from "../../lib/series";
import type { Component } from "../../lib/site/component";
import { COMPONENTS, isComponent } from "../../lib/site/component";
import { quote } from "../../lib/site/quote";
import { durationCode, importLine, MARK, type Where } from "./declarations";
import type { Named } from "./file-names";
import type { Changed, FoundRule, FoundSource, Refused } from "./found";
import { nameOfWire } from "./found";
import { Code, commentText, type Printable, printed } from "./literal";
import { ownSeverity } from "./own-severity";
import { ownTexts } from "./own-texts";
import { type TypedExpression, type TypedNames, typedExpression } from "./typed-selectors";
import { wholeSeconds } from "./wire-duration";

/** What an alert of ours says in its own words; the rest of its labels and annotations is lost. */
const KEPT_LABELS = ["severity", "component"];
const KEPT_ANNOTATIONS = ["summary", "description", "message", "runbook_url"];

/** What of the sources can't be ours, and what becomes another. @param component of those that name none */
export function ownable(sources: readonly FoundSource[], component: Component | undefined) {
  const refused: Refused[] = [];
  const changed: Changed[] = [];
  const own = sources.map((source) => ({
    ...source,
    groups: source.groups.map((group) => ({
      ...group,
      rules: group.rules.filter((found) => {
        const of = `rule ${quote(nameOfWire(found.rule))}`;
        const flaw = whyNot(found, component);
        if (flaw !== undefined) refused.push({ ...found, of, rules: 1, ...flaw });
        else changed.push(...changesOf(found).map((what) => ({ ...found, of, what })));
        return flaw === undefined;
      }),
    })),
  }));
  return { sources: own, refused, changed };
}

function whyNot({ rule }: FoundRule, component: Component | undefined): Pick<Refused, "what" | "fix"> | undefined {
  for (const key of ["for", "keep_firing_for"] as const) {
    if (rule[key] !== undefined && wholeSeconds(rule[key]) === undefined)
      return { what: `${key} ${quote(rule[key])} is no duration of whole seconds`, fix: "write for example 5m" };
  }
  if (rule.alert === undefined || component !== undefined || isComponent(rule.labels?.component)) return undefined;
  const given = rule.labels?.component;
  return {
    what: given === undefined ? "whose alert it is, is not said" : `component ${quote(given)} is none of ours`,
    fix: `name it, --component "Platform", or give it a label component, one of: ${COMPONENTS.join(", ")}`,
  };
}

function changesOf({ rule }: FoundRule): string[] {
  if (rule.record !== undefined) return [];
  const { labels = {}, annotations = {} } = rule;
  const { severity, isOther } = ownSeverity(labels.severity);
  const lost = (all: Readonly<Record<string, string>>, kept: readonly string[], kind: string) =>
    Object.keys(all)
      .filter((name) => !kept.includes(name))
      .map((name) => `${kind} "${name}" left out`);
  return [
    ...(isOther ? [`severity ${labels.severity === undefined ? "missing" : quote(labels.severity)} became "${severity}"`] : []),
    ...(ownTexts(rule.alert ?? "", annotations).isCut ? ["summary cut to 120 characters"] : []),
    ...lost(labels, KEPT_LABELS, "label"),
    ...lost(annotations, KEPT_ANNOTATIONS, "annotation"),
  ];
}

/** A file of alerts and recordings of ours, whose proofs are still to be written. */
export function ownFile({ source, area, maker }: Named, component: Component | undefined, names: TypedNames, where: Where): string {
  const imports = new Map<string, Set<string>>();
  const take = (module: string, ...which: string[]) => imports.set(module, new Set([...(imports.get(module) ?? []), ...which]));
  const metrics = new Map<string, Set<string>>();
  const duration = (text: string | undefined): Code | undefined => {
    const whole = text === undefined ? undefined : wholeSeconds(text);
    return whole && durationOf(whole);
  };
  const durationOf = (whole: Parameters<typeof durationCode>[0]): Code => {
    const { code, unit } = durationCode(whole);
    take("lib/duration", unit);
    return code;
  };
  const expression = (expr: string): Code => {
    const typed: TypedExpression = typedExpression(expr, names);
    for (const { module, catalogue, metric } of typed.uses) {
      take(module, catalogue);
      metrics.set(catalogue, new Set([...(metrics.get(catalogue) ?? []), metric]));
    }
    if (typed.conditions.length > 0) take("lib/series", ...typed.conditions);
    return new Code(typed.code);
  };
  take("lib/alerts/rule", "type RuleBundle");
  const declared = ({ rule }: FoundRule): Code => {
    const { alert: name, record: recording, expr, labels = {} } = rule;
    const call = (which: string, of: string, props: Printable) => {
      take("lib/alerts/rule", which);
      take("lib/alerts/proof", "DRAFT");
      return new Code(`${which}(${printed(of)}, ${printed(props)})`);
    };
    if (recording !== undefined) {
      const isOurs = /^[a-zA-Z_]\w*(?::\w+){1,2}$/.test(recording);
      return call("record", recording, {
        expr: expression(expr),
        labels: Object.keys(labels).length > 0 ? labels : undefined,
        namedBy: isOurs ? undefined : source.name,
        unit: unitOf(recording),
        help: `Recorded as in ${source.name}.`,
        gives: { series: new Code("DRAFT"), gives: [] },
      });
    }
    const { summary, description } = ownTexts(name ?? "", rule.annotations ?? {});
    return call("alert", name ?? "", {
      expr: expression(expr),
      for: duration(rule.for),
      keepFiringFor: duration(rule.keep_firing_for),
      severity: ownSeverity(labels.severity).severity,
      component: isComponent(labels.component) ? labels.component : component,
      summary,
      description,
      fires: new Code("DRAFT"),
      silent: new Code("DRAFT"),
    });
  };
  const groups = source.groups
    .filter(({ rules }) => rules.length > 0)
    .map(({ name, interval, rules }): Printable => ({ name, interval: interval && durationOf(interval), rules: rules.map(declared) }));
  const body = printed({ area, file: where.file, groups });
  const sorted = [...imports].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...sorted.map(([module, which]) => importLine([...which], module, where)),
    "",
    ...[...metrics].sort().map(([catalogue, which]) => `const { ${[...which].sort().join(", ")} } = ${catalogue};`),
    "",
    `/** Made by ${MARK} --own of ${commentText(`${source.told}, ${source.file}`)}. Each proof is a draft, which a synth refuses. */`,
    `export function ${maker}(): RuleBundle {`,
    `  return ${body};`,
    "}",
    "",
  ].join("\n");
}

/** By the words of the name, as exporters and packs use them; a count where they say nothing. */
function unitOf(name: string): Unit {
  const words = name.split(/[:_]/);
  return UNITS.find((unit) => words.includes(unit)) ?? (words.some((word) => /^i?rate\d/.test(word)) ? "per second" : "count");
}
