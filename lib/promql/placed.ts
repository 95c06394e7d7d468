import type { Node } from "../metrics/promql-tree";
import { numberIn, timeIn } from "./literals";
import type { Moments } from "./moments";
import { baseOf, isRange, operandOf } from "./nodes";
import { Refused } from "./vector";

export interface Placed {
  readonly base: Node;
  readonly at: Moments;
}

/** What modifiers are behind, and its moments: a single one where they name one. In whatever order they stand, an offset is before that one. */
export function placedAt(node: Node, at: Moments, expr: string): Placed {
  let base = node;
  let [single, offset]: [number | undefined, number] = [undefined, 0];
  for (; base.name === "OffsetExpr" || base.name === "StepInvariantExpr"; base = operandOf(base)) {
    if (base.name === "OffsetExpr") offset += timeIn(textOf(base.getChild("OffsetDurationExpr") ?? base, expr));
    else if (single === undefined) single = moment(base, at, expr);
    else throw new Error(`${textOf(node, expr)} has two @: drop one`);
  }
  const { range } = at;
  const placed: Moments = {
    ...at,
    times: (single === undefined ? at.times : Float64Array.of(single)).map((time) => time - offset),
    range:
      single === undefined
        ? range && { start: range.start - offset, end: range.end - offset }
        : { start: single - offset, end: single - offset },
  };
  return base.name === "ParenExpr" ? placedAt(operandOf(base), placed, expr) : { base, at: placed };
}

const textOf = ({ from, to }: Node, expr: string): string => expr.slice(from, to);

/** The one that `@` names. */
function moment(node: Node, { range }: Moments, expr: string): number {
  const text = textOf(node, expr);
  if (baseOf(node).name !== "VectorSelector" && !isRange(node)) throw new Error(`${text}: @ stands behind a selector or a range alone`);
  const named = node.getChild("AtModifierPreprocessors");
  if (named !== null && range === undefined) throw new Refused(`${text} is not evaluated here in a rule, whose range is a moment`);
  if (named !== null && range !== undefined) return named.getChild("AtStart") === null ? range.end : range.start;
  const number = numberIn(textOf(node.getChild("NumberDurationLiteral") ?? node, expr));
  if (!Number.isFinite(number)) throw new Error(`${text}: write behind @ start(), end() or seconds since the epoch`);
  return number;
}
