import { parser } from "@prometheus-io/lezer-promql";
import { remembered } from "../remembered";

/** A node of the grammar's tree. Plain, because every expression is walked a dozen times and the parser makes its own anew in each walk. */
export class Node {
  constructor(
    readonly name: string,
    readonly from: number,
    readonly to: number,
    /** The grammar does not expect it, or it is missing here. */
    readonly isError: boolean,
    readonly children: Node[] = [],
  ) {}

  /** The first child of that name. */
  getChild(name: string): Node | null {
    return this.children.find((child) => child.name === name) ?? null;
  }

  getChildren(name: string): Node[] {
    return this.children.filter((child) => child.name === name);
  }
}

/** The grammar knows it by its new name alone, and our engines by this one. Any call is read alike; offsets have to stay. */
const OLD_NAME = /\bholt_winters(?=\s*\()/g;
const SAME_LENGTH = "day_of_month";

/** The tree of an expression, by the grammar, and bound as the engines bind it. */
export const syntaxTree = remembered((source): Node => {
  const root = new Node("", 0, source.length, false);
  const open = [root];
  parser.parse(source.replace(OLD_NAME, SAME_LENGTH)).iterate({
    enter: ({ name, from, to, type }) => {
      const node = new Node(name, from, to, type.isError);
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    leave: () => {
      open.pop();
    },
  });
  return bound(root.children[0] ?? root);
});

export function children(node: Node | null | undefined): readonly Node[] {
  return node?.children ?? [];
}

/** What stands behind an operand. The grammar takes all that is before it for the operand; the engines the last selector or call alone. */
const BEHIND = new Set(["OffsetExpr", "StepInvariantExpr", "SubqueryExpr", "MatrixSelector"]);

/** Operators, those that bind least first. */
const STRENGTH = [
  ["Or"],
  ["And", "Unless"],
  ["Eql", "Neq", "Gtr", "Gte", "Lss", "Lte"],
  ["Add", "Sub"],
  ["Mul", "Div", "Mod", "Atan2", "UnaryOp"],
  ["Pow"],
];

function bound(node: Node): Node {
  const own = node.children.map(bound);
  const mended = own.every((child, index) => child === node.children[index])
    ? node
    : new Node(node.name, node.from, node.to, node.isError, own);
  if (BEHIND.has(node.name)) return atLast(mended, Number.POSITIVE_INFINITY);
  if (node.name !== "BinaryExpr") return mended;
  // a power of a power binds to the right
  return atLast(mended, strengthOf(mended) + (node.getChild("Pow") === null ? 0 : 1));
}

/** The node, moved to the last operand of the one that it begins with, where that binds less. */
function atLast(node: Node, strength: number): Node {
  const [first, ...rest] = node.children;
  const last = first?.children.at(-1);
  if (first === undefined || last === undefined || last.isError || strengthOf(first) >= strength) return node;
  const moved = atLast(new Node(node.name, last.from, node.to, node.isError, [last, ...rest]), strength);
  return new Node(first.name, first.from, node.to, first.isError, [...first.children.slice(0, -1), moved]);
}

/** Of what is no operation: more than of any. */
function strengthOf(node: Node): number {
  if (node.name !== "BinaryExpr" && node.name !== "UnaryExpr") return Number.POSITIVE_INFINITY;
  return STRENGTH.findIndex((names) => names.some((name) => node.getChild(name) !== null));
}
