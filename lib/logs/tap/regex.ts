/**
 * Regular expressions over log lines, matched by following all ways at once (Thompson's construction): a step for each character and
 * instruction at most. JavaScript's own go back and try again, so that `(a+)+$` and a line that a stranger chose would stop a reader for good.
 */
import { type Anchor, type CharacterTest, ExpressionError, isWord, parseRegex, type Regex } from "./regex-parser";

/** What is beyond of a text is not searched. With {@link LONGEST_PROGRAM} it bounds what one text can cost. */
export const LONGEST_SEARCHED = 65_536;

/** `[^ ]{0,400}` is 800 of them. */
const LONGEST_PROGRAM = 1_000;

type Instruction =
  | { readonly op: "character"; readonly test: CharacterTest }
  | { readonly op: "anchor"; readonly anchor: Anchor }
  | { readonly op: "either"; readonly ways: number[] }
  | { readonly op: "found" };

/**
 * Whether a text holds what the expression describes, in its first {@link LONGEST_SEARCHED} characters.
 * @throws {ExpressionError}
 */
export function regexTest(source: string, ignoreCase = false): (text: string) => boolean {
  const program: Instruction[] = [];
  compile(parseRegex(source, ignoreCase), program);
  program.push({ op: "found" });
  const search = new Search(program);
  return (text) => search.finds(text);
}

function compile(regex: Regex, program: Instruction[]): void {
  const either = (): number[] => {
    const ways = [program.length + 1];
    emit({ op: "either", ways }, program);
    return ways;
  };
  switch (regex.kind) {
    case "character":
      emit({ op: "character", test: regex.test }, program);
      return;
    case "anchor":
      emit({ op: "anchor", anchor: regex.anchor }, program);
      return;
    case "sequence":
      for (const part of regex.parts) compile(part, program);
      return;
    case "choice": {
      const jumps: number[][] = [];
      for (const [index, option] of regex.options.entries()) {
        const isLast = index === regex.options.length - 1;
        const ways = isLast ? undefined : either();
        compile(option, program);
        if (ways === undefined) break;
        const out = either();
        jumps.push(out);
        ways.push(program.length);
      }
      for (const out of jumps) out.splice(0, 1, program.length);
      return;
    }
    case "repeat": {
      for (let times = 0; times < regex.min; times++) {
        const before = program.length;
        compile(regex.part, program);
        // nothing, however often
        if (program.length === before) break;
      }
      if (regex.max === Number.POSITIVE_INFINITY) {
        const start = program.length;
        const ways = either();
        compile(regex.part, program);
        either().splice(0, 1, start);
        ways.push(program.length);
        return;
      }
      const exits: number[][] = [];
      for (let times = regex.min; times < regex.max; times++) {
        exits.push(either());
        compile(regex.part, program);
      }
      for (const ways of exits) ways.push(program.length);
    }
  }
}

function emit(instruction: Instruction, program: Instruction[]): void {
  if (program.length >= LONGEST_PROGRAM) {
    throw new ExpressionError(
      0,
      `it is longer than ${LONGEST_PROGRAM} steps with its repeats written out; lower the bounds, or write * for {0,400}`,
    );
  }
  program.push(instruction);
}

class Search {
  /** At which position an instruction was last reached: none is followed twice there. */
  readonly #reached: Int32Array;
  readonly #waiting: number[] = [];

  /** What a match may begin with; undefined where it may be empty, or begins at an anchor. */
  readonly #starts: readonly CharacterTest[] | undefined;

  constructor(private readonly program: readonly Instruction[]) {
    this.#reached = new Int32Array(program.length).fill(-1);
    const starts: number[] = [];
    const isEmpty = this.#follow(0, "", 0, starts);
    const isAnchored = program.some(({ op }, index) => op === "anchor" && this.#reached[index] === 0);
    const tests = starts.map((index) => program[index]).flatMap((one) => (one?.op === "character" ? [one.test] : []));
    this.#starts = isEmpty || isAnchored ? undefined : tests;
  }

  finds(text: string): boolean {
    this.#reached.fill(-1);
    const end = Math.min(text.length, LONGEST_SEARCHED);
    let [now, next]: [number[], number[]] = [[], []];
    for (let at = 0; ; ) {
      if (now.length === 0 && this.#starts !== undefined) at = this.#nextStart(this.#starts, text, at, end);
      // a match may begin anywhere
      if (this.#follow(0, text, at, now)) return true;
      if (at >= end) return false;
      const code = text.codePointAt(at) ?? 0;
      at += code > 0xffff ? 2 : 1;
      for (const index of now) {
        const instruction = this.program[index];
        if (instruction?.op === "character" && instruction.test(code) && this.#follow(index + 1, text, at, next)) return true;
      }
      [now, next] = [next, now];
      next.length = 0;
    }
  }

  #nextStart(starts: readonly CharacterTest[], text: string, from: number, end: number): number {
    for (let at = from; at < end; ) {
      const code = text.codePointAt(at) ?? 0;
      if (starts.some((test) => test(code))) return at;
      at += code > 0xffff ? 2 : 1;
    }
    return end;
  }

  /** Adds the characters that may come next; whether the end is reached. */
  #follow(from: number, text: string, at: number, characters: number[]): boolean {
    const waiting = this.#waiting;
    waiting.length = 0;
    waiting.push(from);
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const instruction = this.program[index];
      if (instruction === undefined || this.#reached[index] === at) continue;
      this.#reached[index] = at;
      if (instruction.op === "found") return true;
      if (instruction.op === "character") characters.push(index);
      else if (instruction.op === "either") waiting.push(...instruction.ways);
      else if (holds(instruction.anchor, text, at)) waiting.push(index + 1);
    }
    return false;
  }
}

function holds(anchor: Anchor, text: string, at: number): boolean {
  if (anchor === "start") return at === 0;
  if (anchor === "end") return at === text.length;
  // NaN, beyond an end, is no letter
  const isBoundary = isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at));
  return isBoundary === (anchor === "boundary");
}
