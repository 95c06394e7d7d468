/** Recursive descent over the source of a regular expression, collecting what lies outside the common subset (./pattern.ts). */

export type Node =
  | { readonly kind: "literal"; readonly source: string }
  | { readonly kind: "any" }
  | { readonly kind: "class"; readonly negated: boolean; readonly items: readonly string[] }
  | { readonly kind: "escape"; readonly source: string }
  | { readonly kind: "group"; readonly branches: Branches }
  | { readonly kind: "repeat"; readonly node: Node; readonly min: number; readonly max: number; readonly source: string };

/** The alternatives of a pattern or group, each a sequence. */
export type Branches = readonly (readonly Node[])[];

export interface Problem {
  readonly offset: number;
  readonly text: string;
}

const BOUND = "write a bound such as [^\\n]{0,400}";

/** Escapes by letter that both languages know but read differently, or that only one knows. */
const ESCAPES: Readonly<Record<string, string>> = {
  A: 'anchor "\\A" is Ruby only; leave it out, a pattern may match anywhere in the line',
  z: 'anchor "\\z" is Ruby only; leave it out, a pattern may match anywhere in the line',
  Z: 'anchor "\\Z" is Ruby only; leave it out, a pattern may match anywhere in the line',
  G: 'anchor "\\G" is Ruby only; leave it out',
  s: '"\\s" covers more characters in JavaScript than in Ruby; write [ \\t]',
  S: '"\\S" covers other characters in JavaScript than in Ruby; write [^ \\t\\n]',
  h: '"\\h" is a hexadecimal digit in Ruby and the letter h in JavaScript; write [0-9A-Fa-f]',
  H: '"\\H" is no hexadecimal digit in Ruby and the letter H in JavaScript; write [^0-9A-Fa-f]',
  R: '"\\R" is a line break in Ruby and the letter R in JavaScript; write \\n',
  X: '"\\X" is Ruby only; write [^\\n]',
  K: '"\\K" is Ruby only; leave it out',
  D: '"\\D" is not in the common subset; write [^0-9]',
  W: '"\\W" is not in the common subset; write [^A-Za-z0-9_]',
  B: '"\\B" is not read alike beside letters outside ASCII; leave it out',
  k: "back-references are not linear; repeat the text or drop the condition",
  g: '"\\g" is a subexpression call in Ruby and the letter g in JavaScript; repeat the text',
  p: "Unicode properties need a flag in JavaScript; list the characters",
  P: "Unicode properties need a flag in JavaScript; list the characters",
  x: 'escapes by code are not in the common subset; write the character itself, escaped by "\\" when it is punctuation',
  u: 'escapes by code are not in the common subset; write the character itself, escaped by "\\" when it is punctuation',
  c: "control escapes are not in the common subset; use \\t or \\n",
};

/** Punctuation that some dialect gives a meaning to when it is escaped (buffer and word anchors). */
const BARE_PUNCTUATION = new Set(["<", ">", "`", "'"]);

export function parsePattern(source: string): { branches: Branches; problems: Problem[] } {
  const parser = new Parser(source);
  const branches = parser.pattern();
  return { branches, problems: parser.problems };
}

class Parser {
  readonly problems: Problem[] = [];
  #at = 0;

  constructor(private readonly source: string) {}

  pattern(): Branches {
    const branches = this.#branches();
    while (this.#at < this.source.length) {
      this.#refuse(this.#at++, 'unmatched ")"; write \\)');
      this.#branches();
    }
    return branches;
  }

  #refuse(offset: number, text: string): void {
    this.problems.push({ offset, text });
  }

  #peek(text: string): boolean {
    return this.source.startsWith(text, this.#at);
  }

  #branches(): Branches {
    const branches: Node[][] = [[]];
    let start = this.#at;
    while (this.#at < this.source.length && !this.#peek(")")) {
      if (this.#peek("|")) {
        this.#refuseEmpty(branches.at(-1), start);
        this.#at++;
        start = this.#at;
        branches.push([]);
        continue;
      }
      const node = this.#quantified();
      if (node) branches.at(-1)?.push(node);
    }
    this.#refuseEmpty(branches.at(-1), start);
    return branches;
  }

  #refuseEmpty(nodes: readonly Node[] | undefined, start: number): void {
    // A refused token leaves no node behind, but it is not nothing.
    if (nodes?.length === 0 && this.#at === start) this.#refuse(start, "an empty alternative matches every line; remove it");
  }

  #quantified(): Node | undefined {
    let node = this.#atom();
    for (let repeats = 0; ; repeats++) {
      const offset = this.#at;
      const bounds = this.#quantifier();
      if (!bounds) return node;
      if (repeats > 0) this.#refuse(offset, 'possessive and repeated quantifiers are not read alike; keep one, e.g. "{1,8}"');
      if (node) node = { kind: "repeat", node, ...bounds };
    }
  }

  #quantifier(): { min: number; max: number; source: string } | undefined {
    const offset = this.#at;
    const sign = this.source[this.#at];
    if (sign === "*" || sign === "+") {
      this.#at++;
      this.#lazy();
      this.#refuse(offset, `"${sign}" has no upper bound; ${BOUND}`);
      return { min: 0, max: 1, source: "?" };
    }
    if (sign === "?") {
      this.#at++;
      return { min: 0, max: 1, source: `?${this.#lazy()}` };
    }
    if (sign !== "{") return undefined;
    const braces = /^\{(\d*)(,?)(\d*)\}/.exec(this.source.slice(this.#at));
    if (!braces || (braces[1] === "" && braces[3] === "")) {
      this.#at++;
      this.#refuse(offset, 'a bare "{" is a quantifier in one language and text in the other; write \\{');
      return { min: 1, max: 1, source: "" };
    }
    const [text, min = "", comma, max = ""] = braces;
    this.#at += text.length;
    if (min === "") this.#refuse(offset, `"${text}" is text in JavaScript and a quantifier in Ruby; write {0,${max}}`);
    else if (comma === "," && max === "") this.#refuse(offset, `"${text}" has no upper bound; ${BOUND}`);
    else return { min: Number(min), max: Number(comma === "" ? min : max), source: `${text}${this.#lazy()}` };
    this.#lazy();
    return { min: 1, max: 1, source: "" };
  }

  /** `{n}?` is lazy in JavaScript and "n times or none" in Ruby: refused where it is read. */
  #lazy(): string {
    if (!this.#peek("?")) return "";
    if (/\{\d+\}$/.test(this.source.slice(0, this.#at))) {
      this.#refuse(this.#at, '"{n}?" means "none or n times" in Ruby; leave the "?" out');
    }
    this.#at++;
    return "?";
  }

  #atom(): Node | undefined {
    const offset = this.#at;
    const char = this.source[this.#at] ?? "";
    if (char === "(") return this.#group();
    if (char === "[") return this.#class();
    if (char === "\\") return this.#escape();
    this.#at++;
    if (char === ".") return { kind: "any" };
    if (char === "^" || char === "$") {
      this.#refuse(
        offset,
        `anchor "${char}" is a line anchor in Ruby and a text anchor in JavaScript; leave it out, a pattern may match anywhere in the line`,
      );
      return undefined;
    }
    if ("*+?{".includes(char)) {
      this.#refuse(offset, `nothing to repeat before "${char}"; write \\${char}`);
      return undefined;
    }
    if (char === "]" || char === "}") {
      this.#refuse(offset, `a bare "${char}" is not read alike; write \\${char}`);
      return undefined;
    }
    if (!this.#printable(char, offset)) return undefined;
    if (char === "#") this.#refuseComment(offset);
    return { kind: "literal", source: char };
  }

  #printable(char: string, offset: number): boolean {
    if (/^[ -~]$/.test(char)) return true;
    const code = `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    this.#refuse(
      offset,
      char < " "
        ? `control character ${code} does not survive the configuration file; write \\n or \\t`
        : `${code} is not ASCII, and the aggregator compares bytes of unknown encoding; use the ASCII part of the text`,
    );
    return false;
  }

  #refuseComment(offset: number): void {
    if (this.source[offset - 1] === " ")
      this.#refuse(offset - 1, '" #" begins a comment in the aggregator\'s configuration; write [#] for the #');
  }

  #group(): Node | undefined {
    const offset = this.#at;
    const head = /^\((?:\?(?:<[=!]|<[^>]*>|P<|[a-z-]*:|[a-z-]*\)|.))?/.exec(this.source.slice(this.#at))?.[0] ?? "(";
    this.#at += head.length;
    if (head !== "(?:") this.#refuse(offset, groupProblem(head));
    const branches = this.#branches();
    if (this.#peek(")")) this.#at++;
    else this.#refuse(offset, 'unclosed "("; write \\( or close it');
    return { kind: "group", branches };
  }

  #escape(): Node | undefined {
    const offset = this.#at;
    const char = this.source[offset + 1] ?? "";
    this.#at += 2;
    const source = `\\${char}`;
    if ("dwbntr".includes(char) && char !== "") return { kind: "escape", source };
    if (/[0-9]/.test(char)) this.#refuse(offset, `back-reference "${source}" is not linear; repeat the text or drop the condition`);
    else if (BARE_PUNCTUATION.has(char))
      this.#refuse(offset, `"${source}" is an anchor in some dialects; write ${char} without the backslash`);
    else if (/[!-/:-@[-`{-~ ]/.test(char)) return { kind: "literal", source };
    else
      this.#refuse(
        offset,
        ESCAPES[char] ?? `escape "${source}" is not in the common subset; write the character itself, or \\d, \\w, \\b, \\t, \\n`,
      );
    return undefined;
  }

  #class(): Node | undefined {
    const offset = this.#at++;
    const negated = this.#peek("^");
    if (negated) this.#at++;
    const items: string[] = [];
    const first = this.#at;
    while (this.#at < this.source.length && !this.#peek("]")) items.push(...this.#classItem(this.#at === first));
    if (this.#at >= this.source.length) this.#refuse(offset, 'unclosed "["; write \\[ or close it');
    else this.#at++;
    if (this.#at - first === 1)
      this.#refuse(offset, "an empty character class is an error in Ruby; list characters, or write \\] for a bracket");
    return { kind: "class", negated, items };
  }

  #classItem(isFirst: boolean): string[] {
    const offset = this.#at;
    if (this.#peek("&&")) {
      this.#at += 2;
      this.#refuse(offset, '"&&" in a class is an intersection in Ruby and text in JavaScript; list the characters that remain');
      return [];
    }
    const low = this.#classChar();
    if (low === undefined) return [];
    if (low === "-" && !isFirst && !this.#peek("]")) {
      this.#refuse(offset, 'a "-" inside a class is not read alike; put it last');
      return [];
    }
    if (!this.#peek("-") || this.source[this.#at + 1] === "]") return [low];
    this.#at++;
    const high = this.#classChar();
    if (high === undefined) return [];
    if (/^\\[dw]$/.test(low) || /^\\[dw]$/.test(high)) this.#refuse(offset, "a range can't begin or end with a class; write \\-");
    return [`${low}-${high}`];
  }

  #classChar(): string | undefined {
    const offset = this.#at;
    const char = this.source[this.#at] ?? "";
    if (char === "[") {
      const posix = /^\[:\^?[a-z]*:\]/.exec(this.source.slice(this.#at))?.[0];
      this.#at += posix?.length ?? 1;
      this.#refuse(
        offset,
        posix
          ? `POSIX class "${posix}" is unknown to JavaScript; list the characters, e.g. A-Za-z`
          : 'a bare "[" in a class opens a nested class in Ruby; write \\[',
      );
      return undefined;
    }
    if (char === "\\") {
      if (this.source[offset + 1] === "b") {
        this.#at += 2;
        this.#refuse(offset, '"\\b" in a class is a backspace; leave it out');
        return undefined;
      }
      const node = this.#escape();
      return node && "source" in node ? node.source : undefined;
    }
    this.#at++;
    if (!this.#printable(char, offset)) return undefined;
    if (char === "#") this.#refuseComment(offset);
    return char;
  }
}

function groupProblem(head: string): string {
  if (head === "(?=" || head === "(?!")
    return "look-ahead is not in the common subset; match the text itself, or test it in the detector's `where`";
  if (head === "(?<=" || head === "(?<!")
    return "look-behind takes other patterns in Ruby than in JavaScript; match the text itself, or test it in the detector's `where`";
  if (head === "(?>") return "atomic groups are Ruby only; write (?:…) with bounded repeats";
  if (head.startsWith("(?<") || head === "(?P<") return "a named group turns plain groups off in Ruby; write (?:…)";
  if (head === "(") return "a capturing group changes its meaning beside named groups; write (?:…)";
  return `group "${head}" is not read alike; write (?:…), and flag "i" behind the pattern`;
}
