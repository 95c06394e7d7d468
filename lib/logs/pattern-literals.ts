/**
 * What every match of a pattern must contain, so that a search for plain text can come before it
 * (the same idea as RE2's prefilter, google/re2, re2/prefilter.cc).
 */
import type { PatternLike } from "./pattern";
import { type Branches, type Node, parsePattern } from "./pattern-parser";

/** Texts that are followed at once through optional parts, small classes and groups; beyond it a part counts as unknown. */
const MAX_TEXTS = 16;
/** Longer repeats than this are not spelled out. */
const MAX_REPEAT = 8;

/** What is known of a part of a pattern. */
interface Known {
  /** All texts that it matches; undefined when there are too many. */
  readonly exact: readonly string[] | undefined;
  /** Every match contains one of these; empty when nothing is known. */
  readonly required: readonly string[];
}

const UNKNOWN: Known = { exact: undefined, required: [] };

/**
 * Texts of printable ASCII of which every match contains at least one, as long as they can be; empty
 * when the pattern lies outside the common subset, ignores case, or nothing of `minLength` is certain.
 */
export function requiredLiterals({ source, flags }: PatternLike, minLength: number): readonly string[] {
  const { branches, problems } = parsePattern(source);
  if (problems.length > 0 || flags !== "") return [];
  const { required } = ofBranches(branches);
  return leastLength(required) < minLength ? [] : withoutLonger(required);
}

/** Without those that contain another one: where they are found, the other is too. */
export function withoutLonger(literals: readonly string[]): readonly string[] {
  const distinct = [...new Set(literals)];
  return distinct.filter((literal) => !distinct.some((other) => other !== literal && literal.includes(other)));
}

function leastLength(literals: readonly string[]): number {
  return literals.length === 0 ? 0 : Math.min(...literals.map(({ length }) => length));
}

function better(a: readonly string[], b: readonly string[]): readonly string[] {
  const [lengthA, lengthB] = [leastLength(a), leastLength(b)];
  if (lengthA !== lengthB) return lengthA > lengthB ? a : b;
  return b.length > 0 && b.length < a.length ? b : a;
}

function ofBranches(branches: Branches): Known {
  const known = branches.map(ofSequence);
  const exact = known.every((branch) => branch.exact !== undefined) ? bounded(known.flatMap((branch) => branch.exact ?? [])) : undefined;
  const sure = known.every(({ required }) => required.length > 0);
  return { exact, required: sure ? known.flatMap(({ required }) => required) : [] };
}

/** Neighbours whose texts are known are joined; what is unknown ends such a run and the next one begins. */
function ofSequence(nodes: readonly Node[]): Known {
  let run: readonly string[] = [""];
  let required: readonly string[] = [];
  let isExact = true;
  for (const node of nodes) {
    const known = ofNode(node);
    const joined = known.exact && bounded(run.flatMap((head) => (known.exact ?? []).map((tail) => head + tail)));
    if (joined) {
      run = joined;
      continue;
    }
    isExact = false;
    required = better(better(required, run), known.required);
    run = known.exact ?? [""];
  }
  return { exact: isExact ? run : undefined, required: better(required, run) };
}

function ofNode(node: Node): Known {
  switch (node.kind) {
    case "literal":
      return exactly([node.source.at(-1) ?? ""]);
    case "escape":
      // a boundary takes no text; the others are classes and control characters
      return node.source === "\\b" ? { exact: [""], required: [] } : UNKNOWN;
    case "class":
      return !node.negated && node.items.every((item) => /^\\?[!-~ ]$/.test(item) && !/^\\\w/.test(item))
        ? exactly(node.items.map((item) => item.at(-1) ?? ""))
        : UNKNOWN;
    case "group":
      return ofBranches(node.branches);
    case "repeat":
      return ofRepeat(ofNode(node.node), node.min, node.max);
    case "any":
      return UNKNOWN;
  }
}

function ofRepeat({ exact, required }: Known, min: number, max: number): Known {
  const inexact = { exact: undefined, required: min > 0 ? required : [] };
  if (exact === undefined || max > MAX_REPEAT) return inexact;
  let power: readonly string[] | undefined = [""];
  const texts: string[] = [];
  for (let times = 0; times <= max; times++) {
    if (power === undefined) return inexact;
    if (times >= min) texts.push(...power);
    power = bounded(power.flatMap((head) => exact.map((tail) => head + tail)));
  }
  const all = bounded(texts);
  return all ? exactly(all) : inexact;
}

function exactly(texts: readonly string[]): Known {
  const exact = bounded(texts);
  return { exact, required: exact?.every((text) => text !== "") ? exact : [] };
}

function bounded(texts: readonly string[]): readonly string[] | undefined {
  const distinct = [...new Set(texts)];
  return distinct.length <= MAX_TEXTS ? distinct : undefined;
}
