import { type Node, syntaxTree } from "../../lib/metrics/promql-tree";

const KEPT = /^(?:BinaryExpr|UnaryExpr|OffsetExpr|StepInvariantExpr|SubqueryExpr|MatrixSelector)$/;

/** With parentheses around each part. */
function written(expr: string): string {
  const of = (node: Node): string => {
    let text = "";
    let at = node.from;
    for (const child of node.children) {
      text += expr.slice(at, child.from) + of(child);
      at = child.to;
    }
    text += expr.slice(at, node.to);
    return KEPT.test(node.name) ? `(${text})` : text;
  };
  return of(syntaxTree(expr));
}

test.each([
  ["a / b offset 5m", "(a / (b offset 5m))"],
  ["a @ end() / b @ end()", "((a @ end()) / (b @ end()))"],
  ["a + b offset 5m * c", "(a + ((b offset 5m) * c))"],
  ["a * b offset 5m + c", "((a * (b offset 5m)) + c)"],
  ["a - b @ 1 - c @ 2", "((a - (b @ 1)) - (c @ 2))"],
  ["a ^ b @ 1 ^ c", "(a ^ ((b @ 1) ^ c))"],
  ["a + b * c offset 5m @ 1 or d", "((a + (b * ((c offset 5m) @ 1))) or d)"],
  ["a or b @ 1 and c == d offset 1m", "(a or ((b @ 1) and (c == (d offset 1m))))"],
  ["-a @ 1 ^ 2 * b", "((-((a @ 1) ^ 2)) * b)"],
  ["-a offset 5m", "(-(a offset 5m))"],
  ["rate(a - b[5m:1m] offset 1h)", "rate((a - ((b[5m:1m]) offset 1h)))"],
  ["a * on (x) group_left (y) b @ 1 > bool 2", "((a * on (x) group_left (y) (b @ 1)) > bool 2)"],
  ["(a + b) * c offset 5m", "(((a + b)) * (c offset 5m))"],
  ["sum(a + b)[5m:] offset 5m", "((sum((a + b))[5m:]) offset 5m)"],
])("what stands behind an operand is that one's alone: %s", (expr, expected) => {
  expect(written(expr)).toBe(expected);
});

test("what is missing stays an error where it is missing", () => {
  const errors = (node: Node): number => (node.isError ? 1 : 0) + node.children.reduce((sum, one) => sum + errors(one), 0);
  expect(errors(syntaxTree("a + @ end()"))).toBeGreaterThan(0);
  expect(errors(syntaxTree("a + b @ end()"))).toBe(0);
});
