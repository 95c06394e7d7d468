import { children, type Node, syntaxTree } from "../metrics/promql-tree";
import { Refused } from "./vector";

/** Words of MetricsQL's own, which the grammar takes for names. */
const WORDS = new Set(["default", "if", "ifnot", "keep_metric_names", "limit", "with"]);

/** Operators and modifiers of the grammar that the store does not have. */
const NEWER = new Set(["Anchored", "Smoothed", "TrimLower", "TrimUpper"]);

/** The tree of an expression. @throws where something is left over or missing: what the grammar makes of the rest is another question */
export function treeOf(expr: string): Node {
  if (expr.trim() === "") throw new Error("the expression is empty");
  const tree = syntaxTree(expr);
  const newer = firstOf(tree, ({ name }) => NEWER.has(name));
  if (newer !== undefined)
    throw new Refused(`${expr.slice(newer.from, newer.to)} is not evaluated here: it is of a later release than the store's`);
  const error = firstOf(tree, ({ isError }) => isError);
  if (error === undefined) return tree;
  const [, before = ""] = /([\w.:]+)\s*$/.exec(expr.slice(0, error.from)) ?? [];
  const rest = expr.slice(error.from).trim();
  const [word = ""] = /^[\w.]+/.exec(rest) ?? [];
  const name = rest.startsWith("(") ? before : word;
  if (WORDS.has(name)) throw new Refused(`MetricsQL's ${name} is not evaluated here`);
  if (rest.startsWith("(") && /^[a-z]/i.test(before)) throw new Refused(`the function ${before}() is not evaluated here`);
  if (/^\d/.test(before) && word !== "" && !/\s$/.test(expr.slice(0, error.from)))
    throw new Refused(`${before}${word} is not evaluated here: write a number in digits, and a time such as 1h30m`);
  throw new Error(`the expression is wrong near ${rest === "" ? "its end" : JSON.stringify(rest.slice(0, 30))}`);
}

function firstOf(node: Node, isMeant: (node: Node) => boolean): Node | undefined {
  const found = [isMeant(node) ? node : undefined, ...node.children.map((child) => firstOf(child, isMeant))];
  return found.filter((one) => one !== undefined).sort((a, b) => a.from - b.from)[0];
}

/** What a node consists of, without what is said to people. */
export const partsOf = (node: Node | null | undefined): readonly Node[] => children(node).filter(({ name }) => name !== "LineComment");

const RANGES = new Set(["MatrixSelector", "SubqueryExpr"]);
const OPERANDS =
  /^(?:AggregateExpr|BinaryExpr|FunctionCall|MatrixSelector|NumberDurationLiteral|OffsetExpr|ParenExpr|StringLiteral|SubqueryExpr|UnaryExpr|VectorSelector|StepInvariantExpr)$/;

/** The expression that a node is around. */
export function operandOf(node: Node): Node {
  const found = children(node).find(({ name }) => OPERANDS.test(name));
  if (found === undefined) throw new Error("the expression is empty");
  return found;
}

/** What parentheses are around. */
export const within = (node: Node): Node => (node.name === "ParenExpr" ? within(operandOf(node)) : node);

const AROUND = new Set(["OffsetExpr", "ParenExpr", "StepInvariantExpr"]);

/** What modifiers or parentheses are around. */
export const baseOf = (node: Node): Node => (AROUND.has(node.name) ? baseOf(operandOf(node)) : node);

export const isRange = (node: Node): boolean => RANGES.has(baseOf(node).name);
