import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { selectorOf } from "../../lib/metrics/promql";
import { type Node, syntaxTree } from "../../lib/metrics/promql-tree";
import type { Scrape } from "../../lib/metrics/scrape";
import { sampleNames, TARGET_LABELS } from "../../lib/series";
import { insideTemplate, printed, textLiteral } from "./literal";

/** What stands for stored samples in an expression of ours. */
interface Typed {
  /** Path from the repository's root, without its ending. */
  readonly module: string;
  readonly catalogue: string;
  /** The metric in its catalogue. */
  readonly metric: string;
  /** `.bucket` of a histogram. */
  readonly part: string;
  readonly labels: ReadonlySet<string>;
}

/** By the name under which samples are stored. */
export type TypedNames = ReadonlyMap<string, Typed>;

/** The names that one catalogue alone declares, of the series that this site has. */
export function typedNames(repository: string, scrapes: readonly Scrape[]): TypedNames {
  const declared = catalogueFiles(repository).flatMap((file) => declaredIn(repository, file));
  const places = new Map<string, (typeof declared)[number][]>();
  for (const one of declared) places.set(one.metric, [...(places.get(one.metric) ?? []), one]);
  const series = new Map(scrapes.flatMap((scrape) => scrape.series.map((one) => [one.name, one] as const)));
  return new Map(
    [...series.values()].flatMap((one) => {
      const [place, ...others] = places.get(one.name) ?? [];
      if (place === undefined || others.length > 0) return [];
      return sampleNames(one).map(({ name, labels, sometimes }): [string, Typed] => {
        const part = one.kind === "histogram" || one.kind === "summary" ? name.slice(one.name.length).replace("_", ".") : "";
        return [name, { ...place, part, labels: new Set([...labels, ...sometimes, ...TARGET_LABELS]) }];
      });
    }),
  );
}

function catalogueFiles(repository: string): string[] {
  return readdirSync(join(repository, "components"), { recursive: true, encoding: "utf8" })
    .map((file) => `components/${file.replaceAll("\\", "/")}`)
    .filter((file) => /^components\/[^/]+\/series(?:\/[^/]+)?\.ts$/.test(file))
    .sort();
}

/** Read as text: which file declares a series is known to no value. */
function declaredIn(repository: string, file: string): Pick<Typed, "module" | "catalogue" | "metric">[] {
  const source = readFileSync(join(repository, file), "utf8");
  return Array.from(source.matchAll(/^export const (\w+) = declareSeries\(\{\n(.*?)^\}\);/gms)).flatMap(([, catalogue = "", body = ""]) =>
    Array.from(body.matchAll(/^ {2}(\w+):/gm), ([, metric = ""]) => ({ module: file.replace(/\.ts$/, ""), catalogue, metric })),
  );
}

export interface TypedExpression {
  /** A literal of TypeScript. */
  readonly code: string;
  readonly uses: readonly Typed[];
  /** Of `not`, `matches` and `matchesNot`. */
  readonly conditions: readonly string[];
}

/** An expression whose selectors of known series are written by their typed names; one that can't be said so stays as it is. */
export function typedExpression(expr: string, names: TypedNames): TypedExpression {
  const uses: Typed[] = [];
  const conditions = new Set<string>();
  let code = "";
  let at = 0;
  for (const node of vectorSelectors(syntaxTree(expr))) {
    const call = callOf(node, expr, names);
    if (call === undefined) continue;
    uses.push(call.typed);
    for (const one of call.conditions) conditions.add(one);
    code += `${insideTemplate(expr.slice(at, node.from))}\${${call.code}}`;
    at = node.to;
  }
  // what the source would not bear stays a plain text
  const isPlain = uses.length === 0 || !textLiteral(`${expr}\n`).startsWith("`");
  if (isPlain) return { code: textLiteral(expr), uses: [], conditions: [] };
  return { code: `\`${code}${insideTemplate(expr.slice(at))}\``, uses, conditions: [...conditions] };
}

const vectorSelectors = (node: Node): Node[] =>
  node.name === "VectorSelector" ? [node] : node.children.flatMap((child) => vectorSelectors(child));

const CONDITIONS = { "!=": "not", "=~": "matches", "!~": "matchesNot" } as const;

function callOf(node: Node, expr: string, names: TypedNames) {
  const selector = selectorOf(node, expr);
  const typed = selector && "name" in selector && node.getChild("Identifier") ? names.get(selector.name) : undefined;
  if (selector === undefined || typed === undefined) return undefined;
  const written = node.getChild("LabelMatchers")?.children ?? [];
  const { matchers } = selector;
  const isSimple =
    written.length === matchers.length &&
    new Set(matchers.map(({ label }) => label)).size === matchers.length &&
    matchers.every(({ label }) => typed.labels.has(label)) &&
    written.every((matcher) => isPlainText(expr.slice(matcher.getChild("StringLiteral")?.from, matcher.getChild("StringLiteral")?.to)));
  if (!isSimple) return undefined;
  const conditions = matchers.flatMap(({ op }) => (op === "=" ? [] : [CONDITIONS[op]]));
  const labels = matchers.map(
    ({ label, op, value }) => `${label}: ${op === "=" ? printed(value) : `${CONDITIONS[op]}(${printed(value)})`}`,
  );
  return { typed, conditions, code: `${typed.metric}${typed.part}(${labels.length === 0 ? "" : `{ ${labels.join(", ")} }`})` };
}

/** Whether our notation of it is the engine's: escapes of other characters than the backslash and the quote are not. */
const isPlainText = (literal: string): boolean =>
  literal.startsWith('"') ? /^"(?:[^"\\]|\\[\\"])*"$/.test(literal) : !literal.includes("\\");
