import { children, type Node } from "./promql-tree";

/** Functions over time, which read a range of samples: `rate(up[5m])`. */
const RANGE_FUNCTION = /^(?:rate|irate|increase|delta|idelta|deriv|predict_linear|changes|resets|holt_winters|\w+_over_time)$/;

/** Aggregations that let samples through as they are. */
export const PASS_SAMPLES: ReadonlySet<string> = new Set(["topk", "bottomk", "limitk", "limit_ratio"]);

/** Functions that give a number, which has no labels. */
export const SCALARS: ReadonlySet<string> = new Set(["scalar", "time", "pi"]);

/** What an operand may be wrapped in. */
const WRAPPERS = new Set(["ParenExpr", "OffsetExpr", "StepInvariantExpr"]);

/** What promtool refuses of a node of the tree and MetricsQL guesses: a range or a text where an instant vector belongs, and the like. */
export function typeProblems(node: Node, source: string): string[] {
  const text = source.slice(node.from, node.to);
  switch (node.name) {
    case "PromQL":
      return children(node).some(isRange) ? [`${text} is a range: no rule can be made of one; drop the [...]`] : [];
    case "FunctionCall":
      return callProblems(text.split("(")[0]?.trim() ?? "", node);
    case "AggregateExpr":
      return children(node.getChild("FunctionCallBody")).some(isRange) ? [`${text} aggregates a range: drop the [...]`] : [];
    case "BinaryExpr":
      return children(node).some((side) => isRange(side) || side.name === "StringLiteral")
        ? [`${text} compares or counts with what is neither a vector nor a number`]
        : [];
    case "QuotedLabelName":
      return [`the label ${text} is quoted, which promtool does not read: write it without quotes`];
    default:
      return [];
  }
}

function callProblems(name: string, call: Node): string[] {
  const readsRange = children(call.getChild("FunctionCallBody")).some(isRange);
  if (RANGE_FUNCTION.test(name) === readsRange) return [];
  return [readsRange ? `${name}() takes no range: drop the [...]` : `${name}() needs a range, such as [5m]`];
}

function isRange(node: Node): boolean {
  if (WRAPPERS.has(node.name)) return children(node).some(isRange);
  return node.name === "MatrixSelector" || node.name === "SubqueryExpr";
}
