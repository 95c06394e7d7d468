import { remembered } from "../remembered";
import { EVALUATION_INTERVAL } from "./intervals";
import { parseExpression, type Selector, selectorOf } from "./promql";
import { secondsOf } from "./promql-time";
import { type Node, syntaxTree } from "./promql-tree";

/** Samples over a time, as a function is given them. */
export interface Range {
  /** `rate(x[5m])`. */
  readonly text: string;
  readonly function: string;
  /** How long it is. */
  readonly seconds: number;
  readonly selector: Selector;
}

/** The ranges over samples in an expression; those over other expressions (`[1h:1m]`) are evaluated at will. */
export const rangesOf = remembered((source): readonly Range[] =>
  source.includes("[") ? rangesIn(syntaxTree(source), undefined, source) : [],
);

function rangesIn(node: Node, call: Node | undefined, source: string): Range[] {
  const inside = node.name === "FunctionCall" ? node : call;
  if (node.name === "MatrixSelector" && inside !== undefined) {
    const [vector, duration] = [node.getChild("VectorSelector"), node.getChild("DurationExpr")];
    const selector = vector && selectorOf(vector, source);
    const name = inside.getChild("FunctionIdentifier");
    if (selector && duration && name) {
      const text = source.slice(inside.from, inside.to);
      return [{ text, function: source.slice(name.from, name.to), seconds: secondsOf(source.slice(duration.from, duration.to)), selector }];
    }
  }
  return node.children.flatMap((child) => rangesIn(child, inside, source));
}

/** What a selector reads in one evaluation. */
export interface Look {
  readonly selector: Selector;
  /** How far back; 0 where it is the last sample. */
  readonly seconds: number;
  /** How many times: once, but for what is inside of `[1h:1m]`. */
  readonly times: number;
}

/** What every selector of an expression reads; nothing where it does not parse. */
export const looksOf = remembered((source): readonly Look[] => {
  const { errors, selectors } = parseExpression(source);
  if (errors.length > 0) return [];
  if (!source.includes("[")) return selectors.map((selector) => ({ selector, seconds: 0, times: 1 }));
  const looks: Look[] = [];
  const read = (node: Node, seconds: number, times: number): void => {
    switch (node.name) {
      case "VectorSelector": {
        // both go through the tree from left to right
        const selector = selectors[looks.length];
        if (selector !== undefined) looks.push({ selector, seconds, times });
        return;
      }
      case "MatrixSelector":
        [seconds = 0] = durationsOf(node, source);
        break;
      case "SubqueryExpr": {
        const [long = 0, step = EVALUATION_INTERVAL.seconds] = durationsOf(node, source);
        times *= Math.max(1, long / step);
      }
    }
    for (const child of node.children) read(child, seconds, times);
  };
  read(syntaxTree(source), 0, 1);
  return looks;
});

const durationsOf = (node: Node, source: string): number[] =>
  node.getChildren("DurationExpr").map(({ from, to }) => secondsOf(source.slice(from, to)));
