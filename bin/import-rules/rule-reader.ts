import { EVALUATOR_FUNCTIONS, templateProblems } from "../../lib/alerts/template";
import { parseExpression } from "../../lib/metrics/promql";
import { type Node, syntaxTree } from "../../lib/metrics/promql-tree";
import { didYouMean } from "../../lib/site/did-you-mean";
import { quote } from "../../lib/site/quote";
import type { Position } from "../../lib/site/site-error";
import type { WireRule } from "./found";
import { milliseconds } from "./wire-duration";
import type { Value } from "./yaml-values";

/** Why a rule can't come through. */
export interface Flaw {
  readonly at: Position;
  readonly what: string;
  readonly fix: string;
}

export interface ReadRule {
  readonly name: string;
  /** @default - it has flaws */
  readonly rule?: WireRule;
  readonly flaws: readonly Flaw[];
  /** What it loses on the way. */
  readonly lost: readonly string[];
}

const KEYS = ["alert", "record", "expr", "for", "keep_firing_for", "labels", "annotations"];
/** vmalert's own, which change nothing of what a rule says. */
const LOST_KEYS = ["debug", "update_entries_limit"];

/** Reads one rule. @param shared the labels of its group */
export function readRule(value: Value, shared: Readonly<Record<string, string>>): ReadRule {
  const [alert, record] = [value.get("alert")?.text, value.get("record")?.text];
  const name = alert ?? record ?? "?";
  const flaws: Flaw[] = [];
  const tell = (at: Position, what: string, fix: string) => flaws.push({ at, what, fix });
  if (!value.isMapping) {
    tell(value.at, "it is no mapping", "write a rule: alert: or record:, and expr:");
    return { name, flaws, lost: [] };
  }
  const { repeated } = value;
  if (repeated !== undefined) tell(repeated.keyAt, `the key ${quote(repeated.key)} is given twice`, "keep one of them");
  for (const { key, keyAt } of value.entries) {
    if (KEYS.includes(key) || LOST_KEYS.includes(key)) continue;
    const near = didYouMean(key, KEYS);
    tell(keyAt, `${quote(key)} is no key of a rule${near ? `; did you mean "${near}"?` : ""}`, `use ${KEYS.join(", ")}`);
  }
  if (alert !== undefined && record !== undefined) tell(value.at, "it has both alert and record", "make two rules of it");
  else if (alert === undefined && record === undefined) tell(value.at, "it has no name", "give it alert: or record:, with a text");
  else if (name.trim() === "") tell(value.at, "its name is empty", "give it a name");
  if (record !== undefined && !/^[a-zA-Z_:][\w:]*$/.test(record))
    tell(value.get("record")?.at ?? value.at, `${quote(record)} is no name of a series`, "write letters, digits, _ and : alone");

  const expr = exprOf(value, tell);
  const durations = Object.fromEntries(
    ["for", "keep_firing_for"].flatMap((key) => {
      const given = value.get(key);
      if (given === undefined) return [];
      if (record !== undefined) tell(given.at, `a recording has no ${key}`, "take it out: Prometheus refuses the file");
      const text = given.text ?? "";
      if (milliseconds(text) === undefined)
        tell(given.at, `${key}: ${quote(given.text ?? "no text")} is no duration`, "write for example 5m or 1h30m");
      // the one duration that has no unit
      return [[key, text === "0" ? "0s" : text]];
    }),
  );
  const lost = LOST_KEYS.filter((key) => value.get(key) !== undefined).map((key) => `"${key}"`);
  const labels = { ...shared, ...readTexts(value, "labels", tell) };
  if (Object.hasOwn(labels, "team")) {
    lost.push('label "team"');
    delete labels.team;
  }
  const annotations = readTexts(value, "annotations", tell);
  if (record !== undefined && Object.keys(annotations).length > 0)
    tell(value.get("annotations")?.at ?? value.at, "a recording has no annotations", "take them out");
  if (flaws.length > 0) return { name, flaws, lost };
  const rule: WireRule = {
    ...(alert === undefined ? { record } : { alert }),
    expr,
    ...durations,
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
  return { name, rule, flaws, lost };
}

type Tell = (at: Position, what: string, fix: string) => void;

const IN_HELM = 'it is a Helm template: render it first, "helm template <chart> | npx belfry import-rules -"';

function exprOf(value: Value, tell: Tell): string {
  const given = value.get("expr");
  const text = given?.text;
  if (given === undefined) tell(value.at, "it has no expr", "say what it asks, in PromQL");
  else if (text === undefined) tell(given.at, "its expr is no text", "say what it asks, in PromQL");
  else {
    const [error] = errorsOf(text);
    if (error !== undefined) tell(given.at, `the expression is not PromQL: ${error}`, remedy(text));
  }
  return text?.replace(/\s+$/, "") ?? "";
}

/** To the grammar a function that it does not know is a series, and what comes of that says nothing of the function. */
function unknownFunctions(node: Node, expr: string): string[] {
  const isCalled = node.name === "Identifier" && /^\s*\(/.test(expr.slice(node.to));
  if (isCalled) return [`it has no function ${expr.slice(node.from, node.to)}()`];
  return node.children.flatMap((child) => unknownFunctions(child, expr));
}

/** The grammar's own recursion is bounded, that of its readers is not. */
function errorsOf(expr: string): readonly string[] {
  try {
    return [...unknownFunctions(syntaxTree(expr), expr), ...parseExpression(expr).errors];
  } catch (error) {
    if (error instanceof RangeError) return ["it is nested too deeply"];
    throw error;
  }
}

function remedy(expr: string): string {
  if (expr.includes("{{")) return IN_HELM;
  if (/%\(\w+\)s/.test(expr)) return "it is a jsonnet text: render the mixin first";
  if (/\$\{?\w|\[\[/.test(expr)) return "put a value in the place of the variable";
  return "write plain PromQL, which promtool and vmalert both read: what MetricsQL alone knows is not kept";
}

/** Labels or annotations; a scalar is the text that stands there. */
export function readTexts(value: Value, key: "labels" | "annotations", tell: Tell): Record<string, string> {
  const given = value.get(key);
  if (given === undefined) return {};
  const one = key.slice(0, -1);
  if (!given.isMapping) tell(given.at, `${key} is no mapping`, `write ${key}: { name: text }`);
  const { repeated } = given;
  if (repeated !== undefined) tell(repeated.keyAt, `the ${one} ${quote(repeated.key)} is given twice`, "keep one of them");
  return Object.fromEntries(
    given.entries.flatMap(({ key: name, keyAt, value: text }): [string, string][] => {
      const isName = /^[a-zA-Z_]\w*$/.test(name) && !(key === "labels" && (name.startsWith("__") || name === "alertname"));
      if (!isName) tell(keyAt, `${quote(name)} is no name of ${key === "labels" ? "a label" : "an annotation"} that a rule can set`, NAME);
      if (text.isMapping || text.isList) tell(text.at, `the ${one} ${quote(name)} is no text`, "write one text");
      const written = text.text ?? "";
      if (/\{\{-?\s*[`"']\s*(?:\{\{|\}\})/.test(written)) tell(text.at, `the ${one} ${quote(name)} hides its template from Helm`, IN_HELM);
      const [problem] = templateProblems(written, EVALUATOR_FUNCTIONS);
      if (problem !== undefined)
        tell(text.at, `${one} ${quote(name)}: ${problem}`, "write it as Go text/template does, with functions that vmalert knows");
      return [[name, written]];
    }),
  );
}

const NAME = "begin with a letter, go on with letters, digits and _";
