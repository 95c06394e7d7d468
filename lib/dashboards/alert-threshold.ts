import type { AlertRule } from "../alerts/rule";
import { children, type Node, syntaxTree } from "../metrics/promql-tree";
import type { Threshold } from "./threshold";

type Direction = "above" | "below";

/** Which values of the left side pass. */
const COMPARISONS: Readonly<Record<string, Direction>> = { Gtr: "above", Gte: "above", Lss: "below", Lte: "below" };
const SWAPPED: Readonly<Record<Direction, Direction>> = { above: "below", below: "above" };

/** So that a value of nought is well where an alert asks for more than nought. */
const JUST_ABOVE_NOTHING = 1e-9;

/**
 * Where an alert begins to fire, as its expression says: the first comparison with a number. `== 0` of what is 1 when all is well is one too. Nothing where it
 * compares series with each other.
 */
export function thresholdOf({ expr, severity }: Pick<AlertRule, "expr" | "severity">): Threshold | undefined {
  const found = comparisonIn(syntaxTree(expr), expr);
  if (found === undefined) return undefined;
  const at = found.at === 0 && found.is === "above" ? JUST_ABOVE_NOTHING : found.at;
  return { at, is: severity, ...(found.is === "below" && { lessIsWorse: true as const }) };
}

interface Comparison {
  readonly at: number;
  readonly is: Direction;
}

function comparisonIn(node: Node | undefined, source: string): Comparison | undefined {
  if (node === undefined) return undefined;
  const parts = children(node);
  if (node.name === "PromQL" || node.name === "ParenExpr") return comparisonIn(parts.at(-1), source);
  if (node.name === "FunctionCall" && source.startsWith("label_replace", node.from))
    return comparisonIn(children(node.getChild("FunctionCallBody")).at(0), source);
  if (node.name !== "BinaryExpr") return undefined;
  const [left, right] = [parts.at(0), parts.at(-1)];
  if (node.getChild("And") || node.getChild("Or") || node.getChild("Unless"))
    return comparisonIn(left, source) ?? (node.getChild("Unless") ? undefined : comparisonIn(right, source));
  const [onLeft, onRight] = [numberOf(left, source), numberOf(right, source)];
  if (node.getChild("Eql")) return onRight === 0 ? { at: 1, is: "below" } : onRight === 1 ? { at: 1, is: "above" } : undefined;
  const direction = parts.flatMap(({ name }) => COMPARISONS[name] ?? [])[0];
  if (direction === undefined) return undefined;
  // `> 0.9 < 1.1`: the first one begins it, the second keeps out what can't be
  const earlier = left?.name === "BinaryExpr" ? comparisonIn(left, source) : undefined;
  if (earlier !== undefined) return earlier;
  if (onRight !== undefined) return { at: onRight, is: direction };
  return onLeft === undefined ? undefined : { at: onLeft, is: SWAPPED[direction] };
}

/** The value of what asks no series; nothing of anything else. */
function numberOf(node: Node | undefined, source: string): number | undefined {
  if (node === undefined) return undefined;
  const parts = children(node);
  switch (node.name) {
    case "NumberDurationLiteral":
      return Number(source.slice(node.from, node.to));
    case "ParenExpr":
      return numberOf(parts.at(-1), source);
    case "UnaryExpr": {
      const value = numberOf(parts.at(-1), source);
      return value === undefined || source[node.from] !== "-" ? value : -value;
    }
    case "BinaryExpr": {
      const [left, right] = [numberOf(parts.at(0), source), numberOf(parts.at(-1), source)];
      const operation = OPERATIONS[parts.at(1)?.name ?? ""];
      return left === undefined || right === undefined ? undefined : operation?.(left, right);
    }
    default:
      return undefined;
  }
}

const OPERATIONS: Readonly<Record<string, (left: number, right: number) => number>> = {
  Add: (left, right) => left + right,
  Sub: (left, right) => left - right,
  Mul: (left, right) => left * right,
  Div: (left, right) => left / right,
  Pow: (left, right) => left ** right,
};
