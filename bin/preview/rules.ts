import type { WireRule } from "../../lib/alerts/wire-rule";
import type { Manifest } from "../../lib/gitops/manifest";
import { EVALUATION_INTERVAL } from "../../lib/metrics/intervals";
import { parseExpression, type Selector } from "../../lib/metrics/promql";

/** A rule of the output, with what it reads. */
export interface PlacedRule extends WireRule {
  readonly group: string;
  readonly selectors: readonly Selector[];
}

interface WireGroup {
  readonly name: string;
  readonly rules: readonly WireRule[];
}

export const EVALUATION_SECONDS = EVALUATION_INTERVAL.seconds;

/** Every rule, as the evaluator gets it. */
export function placedRules(manifests: readonly Manifest[]): PlacedRule[] {
  return manifests
    .filter(({ object }) => object.kind === "VMRule")
    .flatMap(({ object }) => (object.spec as { readonly groups: readonly WireGroup[] }).groups)
    .flatMap(({ name, rules }) => rules.map((rule) => ({ ...rule, group: name, selectors: parseExpression(rule.expr).selectors })));
}
