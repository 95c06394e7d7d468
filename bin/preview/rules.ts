import type { Manifest } from "../../lib/gitops/manifest";
import { EVALUATION_INTERVAL } from "../../lib/metrics/intervals";
import { parseExpression, type Selector } from "../../lib/metrics/promql";

/** A rule of the output, with what it reads. */
export interface PlacedRule {
  readonly group: string;
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly keep_firing_for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly selectors: readonly Selector[];
}

interface WireGroup {
  readonly name: string;
  readonly rules: readonly Omit<PlacedRule, "group" | "selectors">[];
}

export const EVALUATION_SECONDS = EVALUATION_INTERVAL.seconds;

/** Every rule, as the evaluator gets it. */
export function placedRules(manifests: readonly Manifest[]): PlacedRule[] {
  return manifests
    .filter(({ object }) => object.kind === "VMRule")
    .flatMap(({ object }) => (object.spec as { readonly groups: readonly WireGroup[] }).groups)
    .flatMap(({ name, rules }) => rules.map((rule) => ({ ...rule, group: name, selectors: parseExpression(rule.expr).selectors })));
}
