/** RE2's syntax (google/re2, doc/syntax.txt; golang/go, regexp/syntax) as JavaScript's with the flag `v`. */

export interface Translated {
  readonly source: string;
  /** Without regard to case, as a whole. */
  readonly ignoresCase: boolean;
}

/** What `.`, `^` and `$` mean from here to the end of the group. */
interface Flags {
  readonly isMultiline: boolean;
  readonly dotIsAll: boolean;
}

/** A flaw of a pattern, or what has no equal. */
class Unreadable extends Error {}

const unreadable = (): never => {
  throw new Unreadable();
};

const POSIX: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t\\x20",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
  space: "\\t-\\r\\x20",
  upper: "A-Z",
  word: "0-9A-Za-z_",
  xdigit: "0-9A-Fa-f",
};

/** JavaScript's space has more in it. */
const SETS: Readonly<Record<string, string>> = { d: "[0-9]", w: "[0-9A-Za-z_]", s: "[\\t\\n\\f\\r\\x20]" };
const CONTROLS: Readonly<Record<string, string>> = { a: "\x07", f: "\f", t: "\t", n: "\n", r: "\r", v: "\v" };
/** Not `[^]`: with the flag `v`, V8 finds nothing with it. */
const ANY = "[\\s\\S]";
const START = `(?<!${ANY})`;
const END = `(?!${ANY})`;
/** More of one thing RE2 does not take. */
const MOST_REPEATS = 1000;

/** The pattern for JavaScript; nothing where RE2 does not read it, or JavaScript has no equal: a part alone that ignores case, the shortest first. */
export function translatedRe2(pattern: string): Translated | undefined {
  try {
    const [leading = "", letters = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
    const flags: Flags = { isMultiline: letters.includes("m"), dotIsAll: true };
    const source = new Translation(pattern.slice(leading.length), flags).source();
    // by itself: a parenthesis too many would end the one around it
    new RegExp(source, "v");
    return { source, ignoresCase: letters.includes("i") };
  } catch {
    return undefined;
  }
}

class Translation {
  #at = 0;

  constructor(
    readonly pattern: string,
    readonly flags: Flags,
  ) {}

  source(): string {
    const open: Flags[] = [];
    let { flags } = this;
    let made = "";
    while (this.#at < this.pattern.length) {
      const [group, name, letters, end] = this.#take(/\((?:\?(?:P?<(\w+)>|([ms]*(?:-[ms]+)?)([:)])))?/y) ?? [];
      if (group !== undefined) {
        if (end !== ")") open.push(flags);
        if (letters !== undefined) flags = changed(flags, letters);
        made += name !== undefined ? `(?<${name}>` : end === ":" ? "(?:" : end === ")" ? "" : "(";
      } else if (this.#take(/\)/y)) {
        flags = open.pop() ?? unreadable();
        made += ")";
      } else {
        made += this.#repetition() ?? this.#piece(flags);
      }
    }
    return made;
  }

  /** What a sticky pattern finds here, which is passed. */
  #take(what: RegExp): RegExpExecArray | undefined {
    what.lastIndex = this.#at;
    const found = what.exec(this.pattern) ?? undefined;
    if (found !== undefined) this.#at = what.lastIndex;
    return found;
  }

  #repetition(): string | undefined {
    const [text, least, most] = this.#take(/(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/y) ?? [];
    if (Number(least ?? 0) > MOST_REPEATS || Number(most ?? 0) > MOST_REPEATS) unreadable();
    return text;
  }

  #piece({ isMultiline, dotIsAll }: Flags): string {
    if (this.#take(/\|/y)) return "|";
    if (this.#take(/\./y)) return dotIsAll ? ANY : "[^\\n]";
    if (this.#take(/\^/y)) return isMultiline ? "(?<![^\\n])" : START;
    if (this.#take(/\$/y)) return isMultiline ? "(?![^\\n])" : END;
    if (this.#take(/\\A/y)) return START;
    if (this.#take(/\\z/y)) return END;
    const [boundary] = this.#take(/\\[bB]/y) ?? [];
    if (boundary !== undefined) return boundary;
    const [, quoted] = this.#take(/\\Q(.*?)\\E/sy) ?? [];
    if (quoted !== undefined) return [...quoted].map(literal).join("");
    if (this.#take(/\[/y)) return this.#class();
    return this.#set() ?? literal(this.#character());
  }

  #class(): string {
    let made = this.#take(/\^/y) ? "[^" : "[";
    // a bracket that comes first is one of the characters
    for (let isFirst = true; isFirst || !this.#take(/\]/y); isFirst = false) {
      const [, sign, name] = this.#take(/\[:(\^?)(\w+):\]/y) ?? [];
      const set = name === undefined ? this.#set() : `[${sign}${POSIX[name] ?? unreadable()}]`;
      const first = set ?? literal(this.#character());
      const last = set === undefined && this.#take(/-(?!\])/y) ? `-${literal(this.#character())}` : "";
      made += first + last;
    }
    return `${made}]`;
  }

  /** Of more characters than one, by its letter or its name in Unicode. */
  #set(): string | undefined {
    const [, letter] = this.#take(/\\([dDwWsS])/y) ?? [];
    if (letter !== undefined) {
      const set = SETS[letter.toLowerCase()] ?? unreadable();
      return letter === letter.toLowerCase() ? set : `[^${set}]`;
    }
    const [, sign, long, short = ""] = this.#take(/\\([pP])(?:\{(\^?\w+)\}|(\w))/y) ?? [];
    if (sign === undefined) return undefined;
    const name = (long ?? short).replace(/^\^/, "");
    const isOutside = (sign === "P") !== (long ?? short).startsWith("^");
    // what is in C is another in JavaScript: what is not assigned too
    const property = name === "Any" || /^(?:[LMNPSZ][a-z]?|C[cfos])$/.test(name) ? name : name === "C" ? unreadable() : `Script=${name}`;
    return `\\${isOutside ? "P" : "p"}{${property}}`;
  }

  #character(): string {
    const [, escaped] = this.#take(/\\(x[\da-fA-F]{2}|x\{[\da-fA-F]+\}|0[0-7]{0,2}|[1-7][0-7]{1,2}|[aftnrv]|[!-/:-@[-`{-~])/y) ?? [];
    if (escaped === undefined) {
      const [plain] = this.#take(/[^\\]/uy) ?? [];
      return plain ?? unreadable();
    }
    if (escaped.length === 1 && !/\d/.test(escaped)) return CONTROLS[escaped] ?? escaped;
    return String.fromCodePoint(escaped.startsWith("x") ? Number.parseInt(escaped.replace(/[x{}]/g, ""), 16) : Number.parseInt(escaped, 8));
  }
}

function changed(flags: Flags, letters: string): Flags {
  const [on = "", off = ""] = letters.split("-");
  const now = (letter: string, before: boolean) => (on.includes(letter) ? true : off.includes(letter) ? false : before);
  return { isMultiline: now("m", flags.isMultiline), dotIsAll: now("s", flags.dotIsAll) };
}

const literal = (character: string): string =>
  /[\w\u0080-\u{10ffff}]/u.test(character) ? character : `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
