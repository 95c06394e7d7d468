/**
 * The regular expressions that a detector may use: the part of the language that the aggregator's
 * Ruby (Onigmo) and our JavaScript read alike, without any construct that makes matching slower
 * than linear in the input. One pattern then serves the flow's grep and the relay, byte for byte.
 */
import { type Branches, type Node, parsePattern } from "./pattern-parser";

/** What of a RegExp matters here; a RegExp is one. */
export type PatternLike = Pick<RegExp, "source" | "flags">;

/**
 * Steps that a backtracking matcher may take from one start position, for a whole detector. A
 * literal, a gap of 400 characters and a literal behind it take about 400 x the length of the last
 * literal; two such gaps in a row take 160,000 and more and are refused.
 */
const MAX_STEPS = 20_000;

/** Everything that keeps a pattern out of the common subset, one sentence each; empty when it is in. */
export function problems(pattern: PatternLike): string[] {
  const { branches, problems: found } = parsePattern(pattern.source);
  for (const flag of pattern.flags) {
    if (flag !== "i") found.push({ offset: pattern.source.length, text: `flag "${flag}" is not read alike; use "i" or no flag` });
  }
  const steps = branchesCost(branches).steps;
  if (found.length === 0 && steps > MAX_STEPS) {
    const text = `matching may take ${Math.min(steps, 1e12).toLocaleString("en")} steps from one start position, at most ${MAX_STEPS.toLocaleString("en")} are allowed; shorten the bounds, or keep one gap and split the rest into a pattern of its own`;
    found.push({ offset: 0, text });
  }
  const refusal = found.length === 0 ? refusalOf(pattern) : undefined;
  if (refusal !== undefined) found.push({ offset: 0, text: refusal });
  if (found.length === 0 && matchesNothing(branches))
    found.push({ offset: 0, text: "it matches the empty text, so it matches every line; require at least one character" });
  return found.map(({ offset, text }) => `pattern /${pattern.source}/${pattern.flags} at offset ${offset}: ${text}`);
}

/** What the parser takes and the engine does not, such as a class range that runs backwards. */
function refusalOf({ source, flags }: PatternLike): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return `it is no regular expression (${error instanceof Error ? error.message.replace(/^.*: /, "") : "refused"})`;
  }
}

/**
 * One pattern that matches what any of them matches. Flags that differ are normalised by spelling
 * the letters of an `i` pattern in both cases. Never throws for a pattern outside the subset: its
 * source goes in as it stands, and {@link problems} tells what is wrong with it.
 */
export function union(patterns: readonly PatternLike[]): RegExp {
  const first = patterns[0]?.flags ?? "";
  const shared = patterns.every(({ flags }) => flags === first);
  const sources = patterns.map((pattern) => commonSource(pattern, !shared));
  const joined = [...new Set(sources)].join("|");
  try {
    return new RegExp(joined, shared ? first : "");
  } catch {
    // each alone is a JavaScript pattern, together they aren't (a group name twice): matches nothing, and `problems` has told why
    return /(?!)/;
  }
}

/**
 * The pattern as the aggregator's configuration takes it: between slashes, because a bare pattern
 * that begins with `[`, `{` or a quote is read as something else there (fluentd, literal_parser.rb).
 */
export function rubyLiteral(pattern: PatternLike): string {
  return `/${commonSource(pattern, false)}/${pattern.flags}`;
}

/** The source with what two engines would read differently spelled out; unchanged when outside the subset. */
function commonSource(pattern: PatternLike, spellCases: boolean): string {
  const { branches, problems: found } = parsePattern(pattern.source);
  if (found.length > 0) return pattern.source;
  return write(branches, spellCases && pattern.flags.includes("i"));
}

function write(branches: Branches, bothCases: boolean): string {
  return branches.map((nodes) => nodes.map((node) => writeNode(node, bothCases)).join("")).join("|");
}

function writeNode(node: Node, bothCases: boolean): string {
  switch (node.kind) {
    case "literal":
      if (node.source === "/") return "\\/";
      return bothCases && /^[A-Za-z]$/.test(node.source) ? `[${node.source.toUpperCase()}${node.source.toLowerCase()}]` : node.source;
    case "any":
      // JavaScript's dot also stops at \r, U+2028 and U+2029, Ruby's at \n only.
      return "[^\\n]";
    case "class": {
      const items = bothCases ? classOfBothCases(node.items) : node.items.join("");
      return `[${node.negated ? "^" : ""}${items.replaceAll(/\\.|\//g, (item) => (item === "/" ? "\\/" : item))}]`;
    }
    case "escape":
      return node.source;
    case "group":
      return `(?:${write(node.branches, bothCases)})`;
    case "repeat":
      return `${writeNode(node.node, bothCases)}${node.source}`;
  }
}

/** A class's items with each letter and range of letters in the other case beside it. */
function classOfBothCases(items: readonly string[]): string {
  const added = items.flatMap((item) => {
    const range = /^(.)-(.)$/.exec(item);
    const [from, to] = range ? [range[1], range[2]] : [item, item];
    if (from === undefined || to === undefined || from.length > 1) return [];
    return [
      [0x41, 0x5a, 32],
      [0x61, 0x7a, -32],
    ].flatMap(([low = 0, high = 0, shift = 0]) => {
      const start = Math.max(low, from.charCodeAt(0));
      const end = Math.min(high, to.charCodeAt(0));
      if (start > end) return [];
      const [a, b] = [String.fromCharCode(start + shift), String.fromCharCode(end + shift)];
      return [a === b ? a : `${a}-${b}`];
    });
  });
  return [...new Set([...items, ...added])].join("");
}

/** Whether the least match is the empty one. */
function matchesNothing(branches: Branches): boolean {
  return branches.some((nodes) =>
    nodes.every((node) => {
      if (node.kind === "repeat") return node.min === 0 || matchesNothing([[node.node]]);
      if (node.kind === "group") return matchesNothing(node.branches);
      return node.kind === "escape" && node.source === "\\b";
    }),
  );
}

/** `ways`: in how many ways a part can match at one position; `steps`: the most steps to try them all. */
interface Cost {
  readonly ways: number;
  readonly steps: number;
}

/**
 * A sound upper bound for a backtracking matcher: what follows a part is tried once for each way in
 * which the part can match, so ways multiply along a sequence and add up over alternatives.
 */
function branchesCost(branches: Branches): Cost {
  return branches.map(sequenceCost).reduce((sum, cost) => ({ ways: sum.ways + cost.ways, steps: sum.steps + cost.steps }), {
    ways: 0,
    steps: 0,
  });
}

function sequenceCost(nodes: readonly Node[]): Cost {
  return nodes.map(nodeCost).reduce((before, cost) => ({ ways: before.ways * cost.ways, steps: before.steps + before.ways * cost.steps }), {
    ways: 1,
    steps: 0,
  });
}

function nodeCost(node: Node): Cost {
  if (node.kind === "group") return branchesCost(node.branches);
  if (node.kind !== "repeat") return { ways: 1, steps: 1 };
  const each = nodeCost(node.node);
  let [power, ways, steps] = [1, 0, 0];
  for (let times = 0; times <= node.max; times++) {
    if (times >= node.min) ways += power;
    if (times < node.max) steps += power * each.steps;
    power *= each.ways;
    // Far past the limit already; a bound in the millions must not make the check itself slow.
    if (steps > MAX_STEPS * 1e6) break;
  }
  return { ways, steps };
}
