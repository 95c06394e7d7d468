import { parseExpression, type Selector, selectorOf } from "./promql";
import { children, type Node, syntaxTree } from "./promql-tree";

/** What becomes of an expression of which some series are not to be relied on. */
export interface Standing {
  /** Whether it gives something all the same: all that it needs is there. One that asks nothing stands. */
  readonly stands: boolean;
  /** Whether what lacks makes it give something, and not nothing: `absent(...)`, `... or vector(0)`. */
  readonly invents: boolean;
}

export interface StandingOptions {
  /** Whether a selector picks what can be relied on. */
  readonly isThere: (selector: Selector) => boolean;
  /** Whether an exception (what stands behind `unless`) has to be there too. */
  readonly needsExceptions: boolean;
}

/** Either side of an `or` is enough, everything else needs all of its parts. */
export function standingOf(source: string, options: StandingOptions): Standing {
  // so with most, and the tree need not be walked
  if (parseExpression(source).selectors.every(options.isThere)) return { stands: true, invents: false };
  const reader = new Reader(source, options);
  return { stands: reader.of(syntaxTree(source)) !== "falls", invents: reader.invents };
}

/** A stretch of a text. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * What of an expression asks for what can't be relied on and is not needed, the last first: the side of an `or` that falls, with its operator, and an exception.
 * Nothing of one that does not stand.
 */
export function deadParts(source: string, isThere: StandingOptions["isThere"]): readonly Stretch[] {
  if (parseExpression(source).selectors.every(isThere)) return [];
  const reader = new Reader(source, { isThere, needsExceptions: false });
  if (reader.of(syntaxTree(source)) === "falls") return [];
  const isInside = (one: Stretch, other: Stretch) => one !== other && other.from <= one.from && one.to <= other.to;
  return reader.dead.filter((one) => !reader.dead.some((other) => isInside(one, other))).sort((a, b) => b.from - a.from);
}

type Part = "stands" | "falls" | "asks nothing";

class Reader {
  invents = false;
  readonly dead: Stretch[] = [];

  constructor(
    private readonly source: string,
    private readonly options: StandingOptions,
  ) {}

  of(node: Node): Part {
    if (node.name === "VectorSelector") {
      const selector = selectorOf(node, this.source);
      return selector === undefined || this.options.isThere(selector) ? "stands" : "falls";
    }
    const nodes = children(node);
    const parts = nodes.map((child) => this.of(child));
    if (node.getChild("Or")) {
      this.#notNeeded(nodes, parts);
      return this.#either(parts);
    }
    if (node.getChild("Unless") && !this.options.needsExceptions) {
      this.#notNeeded(nodes, parts);
      return parts[0] ?? "asks nothing";
    }
    const all = together(parts);
    if (node.name === "FunctionCall" && all === "falls" && this.#isOfAbsence(node)) this.invents = true;
    return all;
  }

  /** A number in place of a series excuses nothing: `up or vector(0)` asks `up`. */
  #either(parts: readonly Part[]): Part {
    const asked = parts.filter((part) => part !== "asks nothing");
    const [left = "asks nothing", right = left] = [parts.at(0), parts.at(-1)];
    if ([left, right].includes("falls") && [left, right].includes("asks nothing")) this.invents = true;
    return asked.includes("stands") ? "stands" : together(asked);
  }

  /** Of two sides that one which falls where the other stands. */
  #notNeeded(nodes: readonly Node[], parts: readonly Part[]): void {
    const [left, right] = [nodes.at(0), nodes.at(-1)];
    if (left === undefined || right === undefined) return;
    const [ofLeft, ofRight] = [parts.at(0), parts.at(-1)];
    if (ofLeft === "stands" && ofRight === "falls") this.dead.push({ from: left.to, to: right.to });
    if (ofLeft === "falls" && ofRight === "stands") this.dead.push({ from: left.from, to: right.from });
  }

  #isOfAbsence(call: Node): boolean {
    const name = call.getChild("FunctionIdentifier");
    return name !== null && /^absent(_over_time)?$/.test(this.source.slice(name.from, name.to));
  }
}

function together(parts: readonly Part[]): Part {
  if (parts.includes("falls")) return "falls";
  return parts.includes("stands") ? "stands" : "asks nothing";
}
