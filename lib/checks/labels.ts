// Prevents a rule that asks for a label which its series lack, and an alert that pages with an empty name.
import { expressionOf, expressionsOf, placedRules, type Rule, textsOf } from "../alerts/rule";
import { type LabelRead, labelsRead } from "../alerts/template";
import type { Catalogue } from "../metrics/catalogue";
import { carries, type LabelSet, NO_LABELS } from "../metrics/label-set";
import { parseExpression } from "../metrics/promql";
import { type LabelProblem, unknownLabel } from "../metrics/result-labels";
import { catalogueOf } from "../platform/catalogue";
import { type Check, type Finding, rulePlace } from "./check";

export const labels: Check = {
  name: "labels",
  run: (platform) => {
    const catalogue = catalogueOf(platform);
    const found = placedRules(platform.rules).map((placed) => ({ placed, problems: problemsOf(placed.rule, catalogue) }));
    return [
      ...found.flatMap(({ placed, problems }) =>
        problems
          .filter(({ label }) => !(label in meantAbsent(placed.rule)))
          .map(({ what, fix }): Finding => ({ where: rulePlace(placed), what, fix })),
      ),
      ...notMissed(found.map(({ placed, problems }) => ({ rule: placed.rule, problems }))),
    ];
  },
};

function problemsOf(rule: Rule, catalogue: Catalogue): LabelProblem[] {
  // what can't be read, the check of series tells
  if (expressionsOf(rule).some((expr) => parseExpression(expr).errors.length > 0)) return [];
  const all = [...asked(rule, catalogue), ...read(rule, catalogue)];
  return [...new Map(all.map((problem) => [problem.what, problem])).values()];
}

const meantAbsent = (rule: Rule): Readonly<Record<string, string>> => (rule.kind === "imported" && rule.pack.absent?.labels) || {};

/** Labels that a pack says are absent though none of its rules misses them. */
function notMissed(found: readonly { readonly rule: Rule; readonly problems: readonly LabelProblem[] }[]): Finding[] {
  const packs = new Set(found.flatMap(({ rule }) => (rule.kind === "imported" ? [rule.pack] : [])));
  return [...packs].flatMap((pack) => {
    const missed = found.flatMap(({ rule, problems }) => (rule.kind === "imported" && rule.pack === pack ? problems : []));
    return Object.keys(pack.absent?.labels ?? {})
      .filter((label) => !missed.some((problem) => problem.label === label))
      .map((label) => ({
        where: `pack "${pack.source}"`,
        what: `the label "${label}" is said to be absent, and no rule of the pack misses it`,
        fix: "take it out of the pack's `absent.labels`",
      }));
  });
}

function asked(rule: Rule, catalogue: Catalogue): readonly LabelProblem[] {
  return expressionsOf(rule).flatMap((expr) => catalogue.labelsOf(expr).problems);
}

/** What the texts read that the alert lacks. */
function read(rule: Rule, catalogue: Catalogue): LabelProblem[] {
  const { sets = [NO_LABELS] } = catalogue.labelsOf(expressionOf(rule));
  const own = ownLabels(rule);
  return Object.entries(textsOf(rule)).flatMap(([place, text]) =>
    labelsRead(text)
      .filter(({ label }) => !own.includes(label))
      .flatMap((one) => missing(place, one, sets)),
  );
}

function missing(place: string, { label, isAsked }: LabelRead, sets: readonly LabelSet[]): LabelProblem[] {
  const carrying = sets.filter((set) => carries(set, label)).length;
  if (carrying === sets.length || (isAsked && carrying > 0)) return [];
  const of = `${place}: {{ $labels.${label} }}`;
  if (carrying === 0) return [unknownLabel(label, of, sets)];
  return [
    {
      label,
      what: `${of} is empty for some of what the expression gives: not every branch carries the label`,
      fix: `let every branch carry it, or ask first: {{ if $labels.${label} }}...{{ end }}`,
    },
  ];
}

/** The evaluator puts them on every alert, and its texts see them (VictoriaMetrics, app/vmalert/rule/alerting.go). */
function ownLabels(rule: Rule): string[] {
  const always = ["alertname", "alertgroup"];
  if (rule.kind !== "imported") return [...always, "severity", "component", "team"];
  return [...always, ...Object.keys(rule.rule.labels ?? {})];
}
