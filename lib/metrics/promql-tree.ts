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

/** The grammar's tree of an expression. */
export function syntaxTree(source: string): Node {
  return parser.parse(source).topNode;
}

export function children(node: Node | null | undefined): Node[] {
  const found: Node[] = [];
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) found.push(child);
  return found;
}
