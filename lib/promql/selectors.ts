import { matchersOf, patternOf, type Selector } from "../metrics/promql";
import type { Node } from "../metrics/promql-tree";
import { textIn } from "./literals";
import { NAME, Refused } from "./vector";

/** What a `VectorSelector` of the tree picks: by conditions on labels alone as well, of which the name is one. */
export function selectorIn(node: Node, expr: string): Selector {
  for (const literal of textsOf(node)) textIn(expr.slice(literal.from, literal.to));
  const all = matchersOf(node, expr);
  for (const { label, op, value } of all) {
    if (op.endsWith("~") && patternOf(value) === undefined)
      throw new Refused(`the pattern ${JSON.stringify(value)} of ${label} can't be read here`);
  }
  const identifier = node.getChild("Identifier");
  if (identifier !== null) return { name: expr.slice(identifier.from, identifier.to), matchers: all };
  if (all.length === 0) throw new Error(`the selector ${expr.slice(node.from, node.to)} names no series`);
  const byName = all.find(({ label, op }) => label === NAME && op === "=") ?? all.find(({ label, op }) => label === NAME && op === "=~");
  const matchers = all.filter((one) => one !== byName);
  if (byName === undefined) return { namePattern: ".+", matchers };
  return byName.op === "=" ? { name: byName.value, matchers } : { namePattern: byName.value, matchers };
}

const textsOf = (node: Node): readonly Node[] => (node.name === "StringLiteral" ? [node] : node.children.flatMap(textsOf));
