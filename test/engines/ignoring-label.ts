import { parser } from "@prometheus-io/lezer-promql";

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];

/**
 * The expression as it is meant where samples carry one label more than the rule knows, the same on all of them: what two vectors are
 * matched by leaves it out. `a / ignoring (x) sum (b)` would else compare samples that have it with a sum that has lost it. Selectors,
 * ranges and aggregations need no change: nothing is told apart by a label that all share.
 */
export function ignoringLabel(source: string, label: string): string {
  const insertions: { readonly at: number; readonly text: string }[] = [];
  parser.parse(source).iterate({
    enter: ({ name, node }) => {
      if (name === "BinaryExpr") insertions.push(...insertionsIn(node, source, label));
    },
  });
  return insertions
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: more }) => `${text.slice(0, at)}${more}${text.slice(at)}`, source);
}

function insertionsIn(node: SyntaxNode, source: string, label: string) {
  const matching = node.getChild("MatchingModifierClause");
  if (matching) {
    const labels = matching.getChild("Ignoring") && matching.getChild("GroupingLabels");
    // before the bracket that closes the list
    return labels ? [{ at: labels.to - 1, text: labels.getChild("LabelName") ? `, ${label}` : label }] : [];
  }
  const [left, right] = [node.firstChild, node.lastChild];
  const operator = node.getChild("BoolModifier") ?? left?.nextSibling;
  if (!left || !right || !operator) return [];
  if (isScalar(left, source) || isScalar(right, source)) return [];
  // MetricsQL reads a single sample without labels as a number (app/vmselect/promql/binary_op.go), unless a modifier says how to match
  const isSet = ["And", "Or", "Unless"].some((kind) => node.getChild(kind));
  if (!isSet && (isBare(left, source) || isBare(right, source))) return [];
  return [{ at: operator.to, text: ` ignoring (${label})` }];
}

function isScalar(node: SyntaxNode, source: string): boolean {
  switch (node.name) {
    case "NumberDurationLiteral":
    case "StringLiteral":
      return true;
    case "ParenExpr":
    case "UnaryExpr":
      return node.lastChild !== null && operandsOf(node).every((operand) => isScalar(operand, source));
    case "BinaryExpr":
      return operandsOf(node).every((operand) => isScalar(operand, source));
    case "FunctionCall":
      return ["time", "pi", "scalar"].includes(functionOf(node, source));
    default:
      return false;
  }
}

/** Whether it gives no label at all. */
function isBare(node: SyntaxNode, source: string): boolean {
  switch (node.name) {
    case "AggregateExpr": {
      const isPicking = ["Topk", "Bottomk", "CountValues", "LimitK", "LimitRatio"].some((kind) =>
        node.getChild("AggregateOp")?.getChild(kind),
      );
      const modifier = node.getChild("AggregateModifier");
      return !isPicking && (!modifier || (modifier.getChild("By") !== null && !modifier.getChild("GroupingLabels")?.getChild("LabelName")));
    }
    case "FunctionCall": {
      const name = functionOf(node, source);
      const body = node.getChild("FunctionCallBody");
      return name === "vector" || (!/^(?:label_|absent)/.test(name) && body !== null && isAllBare(body, source));
    }
    case "ParenExpr":
    case "UnaryExpr":
    case "BinaryExpr":
      return isAllBare(node, source);
    default:
      return false;
  }
}

function isAllBare(node: SyntaxNode, source: string): boolean {
  const operands = operandsOf(node);
  return operands.length > 0 && operands.every((operand) => isScalar(operand, source) || isBare(operand, source));
}

/** The expressions that stand directly in one: no operators, no modifiers. */
function operandsOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children.filter(({ name }) => /(?:Expr|Call|Selector|Literal)$/.test(name));
}

function functionOf(node: SyntaxNode, source: string): string {
  const identifier = node.getChild("FunctionIdentifier");
  return identifier ? source.slice(identifier.from, identifier.to) : "";
}
