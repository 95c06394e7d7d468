import { expressionOf, nameOf, type Placed, type Rule, rulePlace } from "../../lib/alerts/rule";
import { toPrometheus } from "../../lib/duration";
import { parseExpression } from "../../lib/metrics/promql";
import { type Node, syntaxTree } from "../../lib/metrics/promql-tree";
import { type FoundRule, nameOfWire } from "./found";
import { milliseconds } from "./wire-duration";

/** One side of a value in which two rules differ. */
export interface Sides {
  readonly ours: string;
  readonly theirs: string;
}

export interface Pair {
  readonly name: string;
  readonly ours: string;
  readonly theirs: FoundRule;
  /** By what it is: expression, for, severity. Empty where they are alike. */
  readonly differ: Readonly<Record<string, Sides>>;
}

export interface Difference {
  readonly alike: readonly Pair[];
  readonly differ: readonly Pair[];
  /** With ours that ask the same series under other names. */
  readonly onlyTheirs: readonly { readonly theirs: FoundRule; readonly asksTheSame: readonly string[] }[];
  readonly onlyOurs: readonly Placed<Rule>[];
}

/** Compares rules by their names, each of theirs with the nearest of ours that has its name. */
export function difference(theirs: readonly FoundRule[], ours: readonly Placed<Rule>[]): Difference {
  const byName = new Map<string, Placed<Rule>[]>();
  for (const placed of ours) byName.set(nameOf(placed.rule), [...(byName.get(nameOf(placed.rule)) ?? []), placed]);
  const pairs = theirs.flatMap((found): Pair[] => {
    const candidates = byName.get(nameOfWire(found.rule)) ?? [];
    const each = candidates.map((placed) => ({ placed, differ: differing(placed.rule, found) }));
    const [nearest] = each.sort((a, b) => Object.keys(a.differ).length - Object.keys(b.differ).length);
    return nearest ? [{ name: nameOfWire(found.rule), ours: rulePlace(nearest.placed), theirs: found, differ: nearest.differ }] : [];
  });
  const paired = new Set(pairs.map((pair) => pair.theirs));
  const theirNames = new Set(theirs.map(({ rule }) => nameOfWire(rule)));
  const readings = ours.map(({ rule }) => ({ name: nameOf(rule), kind: isAlert(rule), asked: askedBy(expressionOf(rule)) }));
  return {
    alike: pairs.filter(({ differ }) => Object.keys(differ).length === 0),
    differ: pairs.filter(({ differ }) => Object.keys(differ).length > 0),
    onlyTheirs: theirs.filter((found) => !paired.has(found)).map((found) => ({ theirs: found, asksTheSame: asksTheSame(found, readings) })),
    onlyOurs: ours.filter(({ rule }) => !theirNames.has(nameOf(rule))),
  };
}

const isAlert = (rule: Rule): boolean => (rule.kind === "imported" ? rule.rule.alert !== undefined : rule.kind === "alert");

function differing(ours: Rule, { rule: theirs }: FoundRule): Record<string, Sides> {
  const [expr, own] = [theirs.expr, expressionOf(ours)];
  const sides: Record<string, Sides> = {};
  if (spelt(own) !== spelt(expr)) sides.expression = { ours: own, theirs: expr };
  if (!isAlert(ours)) return sides;
  const held = ours.kind === "alert" ? ours.for && toPrometheus(ours.for) : ours.kind === "imported" ? ours.rule.for : undefined;
  if ((milliseconds(held ?? "0") ?? 0) !== (milliseconds(theirs.for ?? "0") ?? 0))
    sides.for = { ours: held ?? "0s", theirs: theirs.for ?? "0s" };
  const severity = ours.kind === "alert" ? ours.severity : ours.kind === "imported" ? ours.rule.labels?.severity : undefined;
  if (severity !== theirs.labels?.severity) sides.severity = { ours: severity ?? "none", theirs: theirs.labels?.severity ?? "none" };
  return sides;
}

/** An expression without what the engines don't read: spaces, comments, and the order of conditions. */
function spelt(expr: string): string {
  const text = (node: Node): string => {
    if (node.name === "LineComment") return "";
    if (node.children.length === 0) return expr.slice(node.from, node.to);
    const parts = node.children.map(text).filter((part) => part !== "");
    // brackets and commas are no nodes of the tree
    const inside = node.name === "LabelMatchers" ? [...parts].sort().join(",") : parts.join(" ");
    return `${node.name}(${inside})`;
  };
  return text(syntaxTree(expr)).replaceAll("'", '"');
}

/** What an expression asks: names, and for `up`, which every target has, its job. */
function askedBy(expr: string): ReadonlySet<string> {
  return new Set(
    parseExpression(expr).selectors.map((selector) => {
      if (!("name" in selector)) return `=~${selector.namePattern}`;
      const job = selector.name === "up" ? selector.matchers.find(({ label }) => label === "job")?.value : undefined;
      return job === undefined ? selector.name : `${selector.name} ${job}`;
    }),
  );
}

/** Half of what both ask together: less is no more than a neighbour. */
const LEAST_SHARED = 0.5;
const MOST_TOLD = 3;

interface Reading {
  readonly name: string;
  readonly kind: boolean;
  readonly asked: ReadonlySet<string>;
}

function asksTheSame({ rule }: FoundRule, ours: readonly Reading[]): string[] {
  const asked = askedBy(rule.expr);
  if (asked.size === 0) return [];
  const near = ours.flatMap((one) => {
    if (one.kind !== (rule.alert !== undefined)) return [];
    const shared = [...asked].filter((name) => one.asked.has(name)).length;
    const score = shared / (asked.size + one.asked.size - shared);
    return score >= LEAST_SHARED ? [{ name: one.name, score }] : [];
  });
  return [...new Set(near.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).map(({ name }) => name))].slice(0, MOST_TOLD);
}
