import { parser } from "@prometheus-io/lezer-promql";

/** As much of the grammar's tree as is looked at. */
export interface Node {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly firstChild: Node | null;
  readonly nextSibling: Node | null;
  readonly getChild: (type: string) => Node | null;
  readonly getChildren: (type: string) => Node[];
}

type Tree = ReturnType<typeof parser.parse>;

/** Several checks read every expression, each in its own way. */
const trees = new Map<string, Tree>();

export function treeOf(source: string): Tree {
  const known = trees.get(source) ?? parser.parse(source);
  trees.set(source, known);
  return known;
}

/** The grammar's tree of an expression. */
export function syntaxTree(source: string): Node {
  return treeOf(source).topNode;
}

export function children(node: Node | null | undefined): Node[] {
  const found: Node[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) found.push(child);
  return found;
}
