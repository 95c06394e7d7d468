import { remembered } from "../remembered";
import { parseExpression, type Selector } from "./promql";
import { children, type Node, syntaxTree } from "./promql-tree";
import { PASS_SAMPLES, SCALARS } from "./promql-types";

/** What an expression can tell apart in what it is given. */
export interface Reading {
  readonly selectors: readonly Selector[];
  /** The labels that it asks in any way; `all` where it compares whole label sets. */
  readonly labels: ReadonlySet<string> | "all";
}

/** What an expression reads; what only names its result (the label that `label_replace` writes) is not read. */
export const readingOf = remembered((source): Reading => {
  const reader = new Reader(source);
  reader.carriesAll(syntaxTree(source));
  return { selectors: parseExpression(source).selectors, labels: reader.asksAll ? "all" : reader.labels };
});

/** Give a result without the labels of what they are given. */
const DROP_LABELS = new Set(["absent", "absent_over_time", "scalar", "vector", "time"]);

class Reader {
  readonly labels = new Set<string>();
  asksAll = false;

  constructor(readonly source: string) {}

  /** Whether a result carries whatever labels the samples carry; notes what is asked on the way. */
  carriesAll(node: Node): boolean {
    switch (node.name) {
      case "VectorSelector":
        this.#note(node);
        return true;
      case "AggregateExpr":
        return this.#aggregation(node);
      case "FunctionCall":
        return this.#call(node);
      case "BinaryExpr":
        return this.#operation(node);
      default:
        return this.#any(children(node));
    }
  }

  #aggregation(node: Node): boolean {
    const carries = this.#any(children(node.getChild("FunctionCallBody")));
    const modifier = node.getChild("AggregateModifier");
    this.#note(modifier);
    if (modifier?.getChild("Without")) {
      if (carries) this.asksAll = true;
      return carries;
    }
    return carries && PASS_SAMPLES.has(this.#text(node.getChild("AggregateOp")));
  }

  #call(node: Node): boolean {
    const name = this.#text(node.getChild("FunctionIdentifier"));
    const args = children(node.getChild("FunctionCallBody"));
    const carries = this.#any(args);
    for (const label of labelArguments(name, args.slice(1))) this.labels.add(this.#text(label).slice(1, -1));
    // buckets belong together by all their other labels
    if (name === "histogram_quantile" && carries) this.asksAll = true;
    return carries && !DROP_LABELS.has(name);
  }

  #operation(node: Node): boolean {
    const modifier = node.getChild("MatchingModifierClause");
    this.#note(modifier);
    const vectors = sides(node).filter((side) => this.#isVector(side));
    const carries = this.#any(vectors);
    // what is a scalar here may be made of series
    this.#any(sides(node).filter((side) => !vectors.includes(side)));
    if (carries && vectors.length === 2 && !modifier?.getChild("On")) this.asksAll = true;
    return carries;
  }

  #isVector(node: Node | null | undefined): boolean {
    switch (node?.name) {
      case undefined:
      case "NumberDurationLiteral":
      case "StringLiteral":
        return false;
      case "FunctionCall":
        return !SCALARS.has(this.#text(node?.getChild("FunctionIdentifier")));
      case "ParenExpr":
      case "UnaryExpr":
        return this.#isVector(children(node).at(-1));
      case "BinaryExpr":
        return sides(node).some((side) => this.#isVector(side));
      default:
        return true;
    }
  }

  /** The labels that are named in a part: by a condition, or in a list. */
  #note(node: Node | null): void {
    for (const child of children(node)) {
      if (child.name === "LabelName" || child.name === "QuotedLabelName") this.labels.add(this.#text(child).replace(/^["'`]|["'`]$/g, ""));
      else this.#note(child);
    }
  }

  #any(nodes: readonly Node[]): boolean {
    // each is walked, whatever the first one says
    return nodes.map((node) => this.carriesAll(node)).includes(true);
  }

  #text(node: Node | null | undefined): string {
    return node ? this.source.slice(node.from, node.to) : "";
  }
}

/** The arguments, the vector apart, that name labels which a function reads. */
function labelArguments(name: string, rest: readonly Node[]): readonly Node[] {
  switch (name) {
    // destination, replacement, source, pattern
    case "label_replace":
      return rest.slice(2, 3);
    // destination, separator, sources
    case "label_join":
      return rest.slice(2);
    case "sort_by_label":
    case "sort_by_label_desc":
      return rest;
    default:
      return [];
  }
}

/** The two sides of an operation: operator and matching stand between them. */
function sides(operation: Node | null | undefined): Node[] {
  const all = children(operation);
  return [all.at(0), all.at(-1)].flatMap((side) => side ?? []);
}
