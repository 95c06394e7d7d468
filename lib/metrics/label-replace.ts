import type { KnownLabel, LabelSet } from "./label-set";
import { allows, patternOf } from "./promql";

const MAYBE: KnownLabel = { always: false };

/** Patterns that take any value that is not empty, and give it as `$1`. */
const TAKES_ALL = new Set(["(.+)", "(.*)"]);

/** The arguments of label_replace. */
export interface Replacement {
  readonly target: string;
  readonly replacement: string;
  readonly source: string;
  readonly pattern: string;
}

/** What a replacement refers to: `$1`, `${1}`, `$name`. Two in a row are one sign. */
const REFERENCE = /\$(?:(\w+)|\{(\w+)\}|\$)/g;

/** References of a replacement to groups that the pattern does not have; none where the pattern can't be read here. */
export function missingGroups(pattern: string, replacement: string): string[] {
  const groups = groupsOf(pattern);
  return groups === undefined
    ? []
    : Array.from(replacement.matchAll(REFERENCE)).flatMap(([text, bare, braced]) =>
        text === "$$" || groups.has(bare ?? braced ?? "") ? [] : [text],
      );
}

function groupsOf(pattern: string): ReadonlySet<string> | undefined {
  const found = patternOf(`${pattern}|`)?.exec("");
  return found ? new Set([...found.keys(), ...Object.keys(found.groups ?? {})].map(String)) : undefined;
}

/** What label_replace makes of its target; a label that comes out empty is none. */
export function replaced({ labels, isOpen }: LabelSet, { target, replacement, source, pattern }: Replacement): KnownLabel | undefined {
  const from = labels.get(source);
  const written = replacement.replace(REFERENCE, (text) => (text === "$$" ? "$" : ""));
  // without the source the pattern reads an empty text, and its groups hold nothing
  const ofNothing = allows({ op: "=~", value: pattern }, "") ? given(written) : labels.get(target);
  if (from === undefined && !isOpen) return ofNothing;
  if (from?.always && from.value !== undefined && !allows({ op: "=~", value: pattern }, from.value)) return labels.get(target);
  const ofSomething = !TAKES_ALL.has(pattern) ? MAYBE : replacement === "$1" ? { ...from, always: true } : (given(written) ?? MAYBE);
  if (from?.always) return ofSomething;
  return { always: ofSomething.always && ofNothing?.always === true };
}

/** A text that a label is given. */
const given = (text: string): KnownLabel | undefined => (text === "" ? undefined : { always: true });
