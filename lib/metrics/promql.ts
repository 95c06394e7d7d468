import { parser } from "@prometheus-io/lezer-promql";

/** How an expression picks series: by an exact name, or by a pattern over names (fully anchored, as PromQL does). */
export type SeriesSelector = { readonly name: string } | { readonly namePattern: string };

export interface Expression {
  /** Syntax errors, each with its offset; empty when the expression parses. */
  readonly errors: readonly string[];
  readonly selectors: readonly SeriesSelector[];
}

/**
 * Reads a PromQL expression with the upstream grammar. MetricsQL forms that promtool refuses are
 * errors here too: the rules must run in both tools.
 */
export function parseExpression(source: string): Expression {
  const errors: string[] = [];
  const selectors: SeriesSelector[] = [];
  if (source.trim() === "") return { errors: ["the expression is empty"], selectors };

  parser.parse(source).iterate({
    enter(node) {
      if (node.type.isError) {
        const near = source.slice(node.from, node.from + 20) || "the end";
        errors.push(`syntax error at offset ${node.from}, near "${near}"`);
        return;
      }
      if (node.name === "FunctionCall") errors.push(...rangeProblems(node.node, source));
      if (node.name !== "VectorSelector") return;
      const identifier = node.node.getChild("Identifier");
      if (identifier) {
        selectors.push({ name: source.slice(identifier.from, identifier.to) });
        return;
      }
      const selector = nameMatcher(source.slice(node.from, node.to));
      if (selector) selectors.push(selector);
      else errors.push(`the selector ${source.slice(node.from, node.to)} names no series`);
    },
  });
  return { errors: [...new Set(errors)], selectors };
}

/** As much of the grammar's tree as is looked at. */
interface Node {
  readonly from: number;
  readonly to: number;
  readonly getChild: (type: string) => Node | null;
}

/** Functions over time, which read a range of samples: `rate(up[5m])`. */
const RANGE_FUNCTION = /^(?:rate|irate|increase|delta|idelta|deriv|predict_linear|changes|resets|holt_winters|\w+_over_time)$/;

/** An instant vector where a range belongs, or the other way round: MetricsQL guesses, promtool refuses. */
function rangeProblems(call: Node, source: string): string[] {
  const name = source.slice(call.from, call.to).split("(")[0]?.trim() ?? "";
  const body = call.getChild("FunctionCallBody");
  const readsRange = ["MatrixSelector", "SubqueryExpr"].some((kind) => body?.getChild(kind));
  if (RANGE_FUNCTION.test(name) === readsRange) return [];
  return [readsRange ? `${name}() takes no range: drop the [...]` : `${name}() needs a range, such as [5m]`];
}

function nameMatcher(selector: string): SeriesSelector | undefined {
  const match = /\b__name__\s*(=~|=)\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/.exec(selector);
  if (!match) return undefined;
  const value = (match[2] ?? match[3] ?? "").replace(/\\(.)/g, "$1");
  return match[1] === "=" ? { name: value } : { namePattern: value };
}

/** The known series that a selector can pick. */
export function seriesOf(selector: SeriesSelector, known: ReadonlySet<string>): string[] {
  if ("name" in selector) return known.has(selector.name) ? [selector.name] : [];
  const pattern = new RegExp(`^(?:${selector.namePattern})$`);
  return [...known].filter((name) => pattern.test(name));
}

/** `value` as a PromQL string literal. */
export function quote(value: string): string {
  return JSON.stringify(value);
}

/** `value` with the characters escaped that a PromQL (RE2) pattern reads as operators. */
export function escapePattern(value: string): string {
  return value.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}
