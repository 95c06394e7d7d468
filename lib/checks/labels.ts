// Prevents a rule that asks for a label which its series lack, and an alert that pages with an empty name.
import { expressionOf, expressionsOf, placedRules, type Rule, textsOf } from "../alerts/rule";
import { type LabelRead, readsOf } from "../alerts/template-reads";
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
    const found = placedRules(platform.rules).map((placed) => ({ placed, problems: labelProblemsOf(placed.rule, catalogue) }));
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

/** The labels that a rule asks for, or reads in its texts, though its series lack them. */
export function labelProblemsOf(rule: Rule, catalogue: Catalogue): LabelProblem[] {
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

/** What the texts read that the alert, or what they look up, lacks. */
function read(rule: Rule, catalogue: Catalogue): LabelProblem[] {
  const own = ownLabels(rule);
  return Object.entries(textsOf(rule)).flatMap(([place, text]) => {
    const { labels, lost } = readsOf(text);
    const read = labels.filter((one) => one.query !== undefined || !one.labels.some((label) => own.includes(label)));
    return [
      ...read.flatMap((one) => missing(place, one, catalogue.labelsOf(one.query ?? expressionOf(rule)).sets ?? [NO_LABELS])),
      // upstream's are not ours to write anew
      ...(rule.kind === "imported" ? [] : lost.map((source) => notFollowed(place, source))),
    ];
  });
}

function missing(place: string, { labels, query, isAsked }: LabelRead, sets: readonly LabelSet[]): LabelProblem[] {
  const carrying = sets.filter((set) => labels.some((label) => carries(set, label))).length;
  if (carrying === sets.length || (isAsked && carrying > 0)) return [];
  const [label = ""] = labels;
  const names = labels.map((each) => `${query === undefined ? "$labels" : ".Labels"}.${each}`).join(" ");
  const action = labels.length > 1 ? `{{ or ${names} }}` : `{{ ${names} }}`;
  const of = `${place}: ${action}${query === undefined ? "" : ` of query ${JSON.stringify(query)}`}`;
  if (carrying === 0) return [unknownLabel(label, of, sets)];
  return [
    {
      label,
      what: `${of} is empty for some of what the expression gives: not every branch carries ${labels.length > 1 ? "one of them" : "the label"}`,
      fix: `let every branch carry it, or ask first: {{ if ${names.split(" ")[0]} }}...{{ end }}`,
    },
  ];
}

function notFollowed(place: string, source: string): LabelProblem {
  return {
    label: "",
    what: `${place}: in {{ ${source} }} it can't be told which labels are read`,
    fix: 'name each label: {{ $labels.name }}, or {{ .Labels.name }} in {{ range query "..." }}',
  };
}

/** The evaluator puts them on every alert, and its texts see them (VictoriaMetrics, app/vmalert/rule/alerting.go). */
function ownLabels(rule: Rule): string[] {
  const always = ["alertname", "alertgroup"];
  if (rule.kind !== "imported") return [...always, "severity", "component", "team"];
  return [...always, ...Object.keys(rule.rule.labels ?? {})];
}
