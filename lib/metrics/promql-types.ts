import { AGGREGATIONS, FUNCTIONS, type Kind, type Signature } from "./promql-functions";
import { children, type Node } from "./promql-tree";

/** Aggregations that let samples through as they are. */
export const PASS_SAMPLES: ReadonlySet<string> = new Set(["topk", "bottomk"]);

/** Functions that give a number, which has no labels. */
export const SCALARS: ReadonlySet<string> = new Set(["scalar", "time", "pi"]);

/** What an operand may be wrapped in. */
const WRAPPERS = new Set(["ParenExpr", "OffsetExpr", "StepInvariantExpr", "UnaryExpr", "AnchoredExpr", "SmoothedExpr"]);

const COMPARISONS = ["Eql", "Neq", "Gtr", "Gte", "Lss", "Lte"];
const SETS = ["And", "Or", "Unless"];

/** A number as promtool 2.42 reads it: no 1_000, and no 5m. */
const NUMBER = /^[+-]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf|nan)$/i;
/** A time that a range or an offset has: no 300, no 5m+1m, no step(). */
const TIME = /^-?\s*(?=\d)(?:\d+y)?(?:\d+w)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+s)?(?:\d+ms)?$/;

/** Forms of later releases, by their place in the tree. */
const NEWER = ["FillModifier", "AnchoredExpr", "SmoothedExpr", "TrimUpper", "TrimLower"];

/** What promtool refuses of a node of the tree and MetricsQL guesses: a range or a text where an instant vector belongs, and the like. */
export function typeProblems(node: Node, source: string): string[] {
  const text = source.slice(node.from, node.to);
  switch (node.name) {
    case "PromQL":
      return children(node).some(isRange) ? [`${text} is a range: no rule can be made of one; drop the [...]`] : [];
    case "FunctionCall":
      return callProblems(source.slice(node.from, node.getChild("FunctionIdentifier")?.to), node, source);
    case "AggregateExpr":
      return aggregationProblems(text, node, source);
    case "BinaryExpr":
      return operationProblems(text, node, source);
    case "QuotedLabelName":
      return [`the label ${text} is quoted, which promtool does not read: write it without quotes`];
    case "NumberDurationLiteral":
      return NUMBER.test(text) ? [] : [`${text} is no number that promtool reads: write it in digits, a time in seconds`];
    case "DurationExpr":
    case "OffsetDurationExpr":
      return TIME.test(text) ? [] : [`${text} is no time that promtool reads: write for example 5m or 1h30m`];
    default:
      return NEWER.includes(node.name) ? [`${text} is of a later release than promtool's: write it without`] : [];
  }
}

function callProblems(name: string, call: Node, source: string): string[] {
  const signature = FUNCTIONS.get(name);
  if (signature === undefined) return [`it has no function ${name}()`];
  const body = call.getChild("FunctionCallBody");
  const wantsRange = signature.takes.includes("range");
  if (wantsRange !== children(body).some(isRange))
    return [wantsRange ? `${name}() needs a range, such as [5m]` : `${name}() takes no range: drop the [...]`];
  return argumentProblems(name, signature, body, source);
}

function aggregationProblems(text: string, node: Node, source: string): string[] {
  const operator = node.getChild("AggregateOp");
  const name = source.slice(operator?.from, operator?.to).toLowerCase();
  const signature = AGGREGATIONS.get(name);
  if (signature === undefined) return [`it has no aggregation ${name}()`];
  const body = node.getChild("FunctionCallBody");
  return children(body).some(isRange) ? [`${text} aggregates a range: drop the [...]`] : argumentProblems(name, signature, body, source);
}

function argumentProblems(name: string, { takes, optional, isVariadic }: Signature, body: Node | null, source: string): string[] {
  const given = children(body);
  // what is wrong in itself is told as that
  if (given.some((one) => one.isError)) return [];
  const [least, most] = [takes.length - optional, isVariadic ? Number.POSITIVE_INFINITY : takes.length];
  if (given.length < least || given.length > most) return [`${name}() takes ${takes.join(", ") || "nothing"}`];
  return given.flatMap((one, index) => {
    const [wanted, is] = [takes[Math.min(index, takes.length - 1)], kindOf(one, source)];
    return wanted === is || is === undefined ? [] : [`${name}() takes a ${wanted} where ${source.slice(one.from, one.to)} stands, a ${is}`];
  });
}

function operationProblems(text: string, node: Node, source: string): string[] {
  const kinds = children(node).map((side) => kindOf(side, source));
  if (kinds.some((kind) => kind === "range" || kind === "text"))
    return [`${text} compares or counts with what is neither a vector nor a number`];
  const numbers = kinds.filter((kind) => kind === "number").length;
  const has = (names: readonly string[]) => names.some((name) => node.getChild(name) !== null);
  if (numbers > 0 && has(SETS)) return [`${text} takes a number for a set of series: write vector(...) around it`];
  if (numbers === 2 && has(COMPARISONS) && node.getChild("BoolModifier") === null && node.getChild("MatchingModifierClause") === null)
    return [`${text} compares two numbers: write bool behind the operator, or vector(...) around one`];
  return [];
}

const isRange = (node: Node): boolean => kindOf(node, "") === "range";

/** What a part of the tree gives; nothing of what is no operand, such as an operator. */
function kindOf(node: Node, source: string): Kind | undefined {
  if (WRAPPERS.has(node.name))
    return children(node)
      .map((one) => kindOf(one, source))
      .find((kind) => kind !== undefined);
  switch (node.name) {
    case "MatrixSelector":
    case "SubqueryExpr":
      return "range";
    case "StringLiteral":
      return "text";
    case "NumberDurationLiteral":
      return "number";
    case "FunctionCall":
      return SCALARS.has(source.slice(node.from, node.getChild("FunctionIdentifier")?.to)) ? "number" : "vector";
    case "BinaryExpr":
      return children(node).every((side) => (kindOf(side, source) ?? "number") === "number") ? "number" : "vector";
    case "VectorSelector":
    case "AggregateExpr":
      return "vector";
    default:
      return undefined;
  }
}
