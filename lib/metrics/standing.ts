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

type Part = "stands" | "falls" | "asks nothing";

class Reader {
  invents = false;

  constructor(
    private readonly source: string,
    private readonly options: StandingOptions,
  ) {}

  of(node: Node): Part {
    if (node.name === "VectorSelector") {
      const selector = selectorOf(node, this.source);
      return selector === undefined || this.options.isThere(selector) ? "stands" : "falls";
    }
    const parts = children(node).map((child) => this.of(child));
    if (node.getChild("Or")) return this.#either(parts);
    if (node.getChild("Unless") && !this.options.needsExceptions) return parts[0] ?? "asks nothing";
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

  #isOfAbsence(call: Node): boolean {
    const name = call.getChild("FunctionIdentifier");
    return name !== null && /^absent(_over_time)?$/.test(this.source.slice(name.from, name.to));
  }
}

function together(parts: readonly Part[]): Part {
  if (parts.includes("falls")) return "falls";
  return parts.includes("stands") ? "stands" : "asks nothing";
}
