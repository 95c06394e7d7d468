/** Recursive descent over a regular expression as people type it: JavaScript's, without what can't be matched in linear time (./regex.ts). */

/** Whether a character, by its code point, is one of those that are meant. */
export type CharacterTest = (codePoint: number) => boolean;

export type Anchor = "start" | "end" | "boundary" | "noBoundary";

export type Regex =
  | { readonly kind: "character"; readonly test: CharacterTest }
  | { readonly kind: "anchor"; readonly anchor: Anchor }
  | { readonly kind: "sequence"; readonly parts: readonly Regex[] }
  | { readonly kind: "choice"; readonly options: readonly Regex[] }
  | { readonly kind: "repeat"; readonly part: Regex; readonly min: number; readonly max: number };

/** What is wrong with an expression, at which character of it. */
export class ExpressionError extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/** Deeper than anybody writes, and far from the end of the stack. */
export const DEEPEST = 100;

/** @throws {ExpressionError} */
export function parseRegex(source: string, ignoreCase: boolean): Regex {
  return new Parser(source, ignoreCase).whole();
}

const isBetween = (low: number, high: number) => (code: number) => code >= low && code <= high;
const isDigit = isBetween(0x30, 0x39);
export const isWord: CharacterTest = (code) => isDigit(code) || isBetween(0x41, 0x5a)(code) || isBetween(0x61, 0x7a)(code) || code === 0x5f;
const isLineEnd: CharacterTest = (code) => code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029;
const isBlank: CharacterTest = (code) => /\s/.test(String.fromCodePoint(code));
const not =
  (test: CharacterTest): CharacterTest =>
  (code) =>
    !test(code);

const CLASSES: Readonly<Record<string, CharacterTest>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isBlank,
  S: not(isBlank),
};
const CONTROLS: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;
const LINEAR = "which takes longer than linear time";

class Parser {
  #at = 0;
  #depth = 0;

  constructor(
    private readonly source: string,
    private readonly ignoreCase: boolean,
  ) {}

  whole(): Regex {
    const regex = this.#choice();
    if (this.#at < this.source.length) this.#refuse(this.#at, 'unmatched ")"; write \\)');
    return regex;
  }

  #refuse(offset: number, message: string): never {
    throw new ExpressionError(offset, message);
  }

  #takes(text: string): boolean {
    if (!this.source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #next(): number {
    const code = this.source.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }

  #choice(): Regex {
    const options = [this.#sequence()];
    while (this.#takes("|")) options.push(this.#sequence());
    return { kind: "choice", options };
  }

  #sequence(): Regex {
    const parts: Regex[] = [];
    while (this.#at < this.source.length && !/[|)]/.test(this.source.charAt(this.#at))) parts.push(this.#quantified());
    return { kind: "sequence", parts };
  }

  #quantified(): Regex {
    const part = this.#atom();
    const offset = this.#at;
    const bounds = this.#quantifier();
    if (bounds === undefined) return part;
    if (part.kind === "anchor") this.#refuse(offset, `an anchor can't be repeated; leave out "${bounds.text}"`);
    const second = this.#at;
    const more = this.#quantifier();
    if (more !== undefined) this.#refuse(second, `"${more.text}" has nothing to repeat; write \\${more.text}, or leave it out`);
    return { kind: "repeat", part, min: bounds.min, max: bounds.max };
  }

  /** A lazy one finds the same texts. */
  #quantifier(): { readonly text: string; readonly min: number; readonly max: number } | undefined {
    QUANTIFIER.lastIndex = this.#at;
    const found = QUANTIFIER.exec(this.source);
    if (found === null) return undefined;
    const [text, least, comma, most = ""] = found;
    const offset = this.#at;
    this.#at += text.length;
    if (least === undefined) return { text, min: text.startsWith("+") ? 1 : 0, max: text.startsWith("?") ? 1 : Number.POSITIVE_INFINITY };
    const min = Number(least);
    const max = comma === "" ? min : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    if (max < min) this.#refuse(offset, `"${text}" ends below its start; write {${most},${least}}`);
    return { text, min, max };
  }

  #atom(): Regex {
    const offset = this.#at;
    if (this.#takes("(")) return this.#group(offset);
    if (this.#takes("[")) return this.#characters(this.#class(offset));
    if (this.#takes("^")) return { kind: "anchor", anchor: "start" };
    if (this.#takes("$")) return { kind: "anchor", anchor: "end" };
    if (this.#takes(".")) return { kind: "character", test: not(isLineEnd) };
    if (this.#takes("\\b")) return { kind: "anchor", anchor: "boundary" };
    if (this.#takes("\\B")) return { kind: "anchor", anchor: "noBoundary" };
    if (this.#takes("\\")) return this.#characters(this.#escape(offset).test);
    // "{" alone is a text, as in JSON
    const repeats = this.#quantifier();
    if (repeats !== undefined) this.#refuse(offset, `"${repeats.text}" has nothing to repeat; write \\${repeats.text}`);
    return this.#characters(only(this.#next()));
  }

  #characters(test: CharacterTest): Regex {
    return { kind: "character", test: this.ignoreCase ? inAnyCase(test) : test };
  }

  #group(offset: number): Regex {
    if (++this.#depth > DEEPEST) this.#refuse(offset, `groups are nested more than ${DEEPEST} deep; write it flatter`);
    const [head = ""] = /^\?(?:<?[=!]|<[^>]*>|[a-z-]*[:)]|.?)/.exec(this.source.slice(this.#at)) ?? [];
    if (/^\?<?[=!]/.test(head)) this.#refuse(offset, `"(${head}" looks around, ${LINEAR}; join conditions with && and !~ in --filter`);
    if (head !== "" && head !== "?:" && !/^\?<[A-Za-z_$][\w$]*>$/.test(head)) {
      this.#refuse(offset, `"(${head}" is no group that is known here; write (…) or (?:…), and ignore case with -i or /…/i`);
    }
    this.#at += head.length;
    const inside = this.#choice();
    if (!this.#takes(")")) this.#refuse(offset, 'unclosed "("; write \\( or close it');
    this.#depth--;
    return inside;
  }

  /** Behind the backslash. `code` is there if it stands for one character. */
  #escape(offset: number): { readonly test: CharacterTest; readonly code?: number } {
    if (this.#at >= this.source.length) this.#refuse(offset, 'a "\\" at the end escapes nothing; write \\\\');
    const [byCode = "", two, four, braced] =
      /^(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{0*([0-9A-Fa-f]{1,6})\})/.exec(this.source.slice(this.#at)) ?? [];
    const code = Number.parseInt(two ?? four ?? braced ?? "", 16);
    if (code <= 0x10ffff) {
      this.#at += byCode.length;
      return { test: only(code), code };
    }
    const next = this.#next();
    const letter = String.fromCodePoint(next);
    const known = Object.hasOwn(CLASSES, letter) ? CLASSES[letter] : undefined;
    if (known !== undefined) return { test: known };
    const control = Object.hasOwn(CONTROLS, letter) ? CONTROLS[letter] : undefined;
    if (control !== undefined) return { test: only(control), code: control };
    if (/[1-9k]/.test(letter)) this.#refuse(offset, `"\\${letter}" refers back, ${LINEAR}; write the text itself`);
    if (/[\p{L}\p{N}]/u.test(letter))
      this.#refuse(offset, `"\\${letter}" is no escape that is known here; write ${letter} itself, or \\xHH`);
    return { test: only(next), code: next };
  }

  #class(offset: number): CharacterTest {
    const isNegated = this.#takes("^");
    const tests: CharacterTest[] = [];
    while (!this.#takes("]")) {
      if (this.#at >= this.source.length) this.#refuse(offset, 'unclosed "["; write \\[ or close it');
      tests.push(this.#range());
    }
    if (tests.length === 0) this.#refuse(offset, "an empty class; list characters, or write \\] for a bracket");
    const any: CharacterTest = (code) => tests.some((test) => test(code));
    // case is ignored before what is listed is turned around
    return isNegated ? not(this.ignoreCase ? inAnyCase(any) : any) : any;
  }

  #range(): CharacterTest {
    const offset = this.#at;
    const [posix] = /^\[:\^?[a-z]+:\]/.exec(this.source.slice(offset)) ?? [];
    if (posix !== undefined) this.#refuse(offset, `"${posix}" is not known here; list the characters, for example A-Za-z`);
    const low = this.#inClass();
    if (!/^-[^\]]/s.test(this.source.slice(this.#at, this.#at + 2))) return low.test;
    this.#at++;
    const high = this.#inClass();
    if (low.code === undefined || high.code === undefined) this.#refuse(offset, "a range can't begin or end with a class; write \\-");
    if (high.code < low.code) this.#refuse(offset, "a range that ends below its start; turn it around, or write \\-");
    return isBetween(low.code, high.code);
  }

  #inClass(): { readonly test: CharacterTest; readonly code?: number } {
    const offset = this.#at;
    if (this.#takes("\\")) return this.#escape(offset);
    const code = this.#next();
    return { test: only(code), code };
  }
}

const only = (code: number): CharacterTest => isBetween(code, code);

function inAnyCase(test: CharacterTest): CharacterTest {
  const inAny: CharacterTest = (code) => {
    if (test(code)) return true;
    const character = String.fromCodePoint(code);
    return [character.toLowerCase(), character.toUpperCase()].some((other) => test(other.codePointAt(0) ?? code));
  };
  // nearly all of a log's characters, and to ask them takes ten times as long
  const ascii = Array.from({ length: 0x80 }, (_, code) => inAny(code));
  return (code) => ascii[code] ?? inAny(code);
}
