import { remembered, rememberedOf } from "../remembered";
import { children, type Node, syntaxTree } from "./promql-tree";
import { typeProblems } from "./promql-types";
import { translatedRe2 } from "./re2";

/** How an expression picks series: by an exact name, or by a pattern over names (fully anchored, as PromQL does). */
export type SeriesSelector = { readonly name: string } | { readonly namePattern: string };

export type MatchOp = "=" | "!=" | "=~" | "!~";

/** A condition on a label, its value as the engine reads it. */
export interface LabelMatcher {
  readonly label: string;
  readonly op: MatchOp;
  readonly value: string;
}

/** The series that a selector picks, and its conditions on other labels than the name. */
export type Selector = SeriesSelector & { readonly matchers: readonly LabelMatcher[] };

export interface Expression {
  /** Syntax errors, each with its offset; empty when the expression parses. */
  readonly errors: readonly string[];
  readonly selectors: readonly Selector[];
}

/**
 * Reads a PromQL expression with the upstream grammar. MetricsQL forms that promtool refuses are
 * errors here too: the rules must run in both tools.
 */
export const parseExpression = remembered((source): Expression => {
  const errors: string[] = [];
  const selectors: Selector[] = [];
  if (source.trim() === "") return { errors: ["the expression is empty"], selectors };

  const read = (node: Node): void => {
    if (node.isError) {
      const near = source.slice(node.from, node.from + 20) || "the end";
      errors.push(`syntax error at offset ${node.from}, near "${near}"`);
    } else {
      errors.push(...typeProblems(node, source));
    }
    if (node.name === "VectorSelector") {
      const selector = selectorOf(node, source);
      if (selector) selectors.push(selector);
      else errors.push(`the selector ${source.slice(node.from, node.to)} names no series`);
    }
    node.children.forEach(read);
  };
  read(syntaxTree(source));
  return { errors: [...new Set(errors)], selectors };
});

const textOf = ({ from, to }: Node, source: string): string => source.slice(from, to);

/** What a `VectorSelector` of the tree picks; nothing where it names no series. */
export function selectorOf(vector: Node, source: string): Selector | undefined {
  const all = matchersOf(vector, source);
  const matchers = all.filter(({ label }) => label !== "__name__");
  const identifier = vector.getChild("Identifier");
  if (identifier) return { name: textOf(identifier, source), matchers };
  const byName = all.find(({ label, op }) => label === "__name__" && (op === "=" || op === "=~"));
  if (byName === undefined) return undefined;
  return byName.op === "=" ? { name: byName.value, matchers } : { namePattern: byName.value, matchers };
}

/** Its conditions, on the name too where it stands among them. */
export function matchersOf(vector: Node, source: string): LabelMatcher[] {
  return children(vector.getChild("LabelMatchers")).flatMap((matcher): LabelMatcher[] => {
    // a name that stands alone in quotes
    if (matcher.name === "QuotedLabelName") return [{ label: "__name__", op: "=", value: unquote(textOf(matcher, source)) }];
    const quoted = matcher.getChild("QuotedLabelName");
    const label = matcher.getChild("LabelName");
    const op = matcher.getChild("MatchOp");
    const value = matcher.getChild("StringLiteral");
    if (!op || !value || !(label ?? quoted)) return [];
    const name = label ? textOf(label, source) : quoted ? unquote(textOf(quoted, source)) : "";
    // the grammar's four operators
    return [{ label: name, op: textOf(op, source) as MatchOp, value: unquote(textOf(value, source)) }];
  });
}

const CHARACTERS: Readonly<Record<string, string>> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** A string literal as the engine reads it. Between backticks nothing is escaped. */
export function unquote(literal: string): string {
  const inside = literal.slice(1, -1);
  if (literal.startsWith("`") || !inside.includes("\\")) return inside;
  return inside.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|(.))/gs, (_, x, u, long, octal, other) => {
    const code = x ?? u ?? long;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    return octal === undefined ? (CHARACTERS[other] ?? other) : String.fromCodePoint(Number.parseInt(octal, 8));
  });
}

/** The known names that a selector picks; none by a pattern that RE2 reads and JavaScript does not. A set that is asked stays as it is. */
export function seriesNamed(selector: SeriesSelector, known: ReadonlySet<string>): readonly string[] {
  if ("name" in selector) return known.has(selector.name) ? [selector.name] : [];
  return namesIn(known)(selector.namePattern);
}

/** Many rules ask by the same pattern, and there are thousands of names. */
const namesIn = rememberedOf((known: ReadonlySet<string>) =>
  remembered((namePattern): readonly string[] => [...known].filter((name) => picks({ namePattern }, name))),
);

/** Whether a selector picks the series of that name. */
export function picks(selector: SeriesSelector, name: string): boolean {
  return "name" in selector ? selector.name === name : (patternOf(selector.namePattern)?.test(name) ?? false);
}

/** A pattern as the engines read it, fully anchored; nothing where they don't, or where JavaScript has no equal. */
export const patternOf = remembered((pattern): RegExp | undefined => {
  const translated = translatedRe2(pattern);
  return translated && new RegExp(`^(?:${translated.source})$`, translated.ignoresCase ? "iv" : "v");
});

/** Whether a label of that value passes. A pattern that can't be read here passes everything: nothing may be refused for it. */
export function allows({ op, value: wanted }: Pick<LabelMatcher, "op" | "value">, value: string): boolean {
  if (op === "=" || op === "!=") return (value === wanted) === (op === "=");
  const pattern = patternOf(wanted);
  return pattern === undefined || pattern.test(value) === (op === "=~");
}

/** `value` with the characters escaped that a PromQL (RE2) pattern reads as operators. */
export function escapePattern(value: string): string {
  return value.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}
