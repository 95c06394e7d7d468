import { parser } from "@prometheus-io/lezer-promql";
import { remembered } from "../remembered";

/** A node of the grammar's tree. Plain, because every expression is walked a dozen times and the parser makes its own anew in each walk. */
export class Node {
  readonly children: Node[] = [];

  constructor(
    readonly name: string,
    readonly from: number,
    readonly to: number,
    /** The grammar does not expect it, or it is missing here. */
    readonly isError: boolean,
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

/** The grammar's tree of an expression. */
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
  return root.children[0] ?? root;
});

export function children(node: Node | null | undefined): readonly Node[] {
  return node?.children ?? [];
}
