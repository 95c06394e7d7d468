/** Alerts with one thing wrong. */
import type { AlertRule } from "../../lib/alerts/rule";
import { type Duration, seconds, toPrometheus } from "../../lib/duration";
import { type Node, syntaxTree } from "../../lib/metrics/promql-tree";

export interface Mutant {
  /** `StatusPageStuck: number 2 is 540, not 600`. */
  readonly title: string;
  readonly rule: AlertRule;
}

/** The alert with another `for`, with each number of its expression moved both ways, and with each range and offset halved and doubled. */
export function mutantsOf(rule: AlertRule): Mutant[] {
  const inExpression = (kind: string, literals: readonly Node[], wrongs: (text: string) => readonly string[]) =>
    literals.flatMap(({ from, to }, index) => {
      const text = rule.expr.slice(from, to);
      return wrongs(text).map((wrong) => ({
        title: `${kind} ${index + 1} is ${wrong}, not ${text}`,
        rule: { ...rule, expr: rule.expr.slice(0, from) + wrong + rule.expr.slice(to) },
      }));
    });
  const tree = syntaxTree(rule.expr);
  const mutants = [
    ...waits(rule.for).map((wait) => ({
      title: `\`for\` is ${toPrometheus(wait)}, not ${toPrometheus(rule.for ?? seconds(0))}`,
      rule: { ...rule, for: wait },
    })),
    ...inExpression("number", nodesOf(tree, "NumberDurationLiteral"), movedNumbers),
    ...inExpression("range", nodesOf(tree, "NumberDurationLiteralInDurationContext"), movedRanges),
  ];
  return mutants.map(({ title, ...mutant }) => ({ title: `${rule.name}: ${title}`, ...mutant }));
}

/** None at all, a minute less and a minute more. */
function waits({ seconds: now }: Duration = seconds(0)): Duration[] {
  return [...new Set([0, now - 60, now + 60])].filter((wait) => wait >= 0 && wait !== now).map(seconds);
}

/** By a tenth; small whole numbers count something, and move by one. */
function movedNumbers(text: string): string[] {
  const number = Number(text);
  const step = Number.isInteger(number) && number <= 10 ? 1 : number / 10;
  return [number - step, number + step].map((moved) => `${Number(moved.toPrecision(12))}`);
}

function movedRanges(text: string): string[] {
  const now = [...text.matchAll(/(\d+)([smhd])/g)].reduce((sum, [, count, unit = ""]) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
  return [Math.floor(now / 2), now * 2].map((range) => toPrometheus(seconds(range)));
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function nodesOf(node: Node, name: string): Node[] {
  const below = node.children.flatMap((child) => nodesOf(child, name));
  return node.name === name ? [node, ...below] : below;
}
