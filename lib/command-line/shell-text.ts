/**
 * A text for a POSIX shell as the commands in it (IEEE Std 1003.1, "Shell Command Language"): enough to tell what is run from what is read,
 * written or compared. Nothing is expanded: where a value would stand, there is `$`.
 */
export interface ShellText {
  /** The words of each, as they follow one another; without redirections, and without the words of the language in front. */
  readonly commands: readonly (readonly string[])[];
  /** The texts within `$(...)` and backquotes. */
  readonly substitutions: readonly string[];
}

/** Words behind which a command stands. */
const LEADING = new Set("if then elif else fi while until do done esac ! { } time".split(" "));
/** What follows these is no command, but a list of words. */
const LISTING = new Set("for select case function".split(" "));

export function readShellText(text: string): ShellText {
  return new Reader(text).read();
}

class Reader {
  readonly #text: string;
  readonly #commands: string[][] = [];
  readonly #substitutions: string[] = [];
  #words: string[] = [];
  #word: string | undefined;
  /** The next word is where something is read from or written to. */
  #isRedirected = false;
  /** Ends of the texts that begin with the next line. */
  #hereEnds: string[] = [];
  #isHereEnd = false;
  #depth = 0;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellText {
    while (this.#at < this.#text.length) this.#readOne();
    this.#endCommand();
    return { commands: this.#commands, substitutions: this.#substitutions };
  }

  #readOne(): void {
    const sign = this.#text[this.#at] ?? "";
    this.#at++;
    if (sign === "\\") this.#escaped();
    else if (sign === "'") this.#add(this.#upTo("'"));
    else if (sign === '"') this.#quoted();
    else if (sign === "$" || sign === "`") this.#value(sign);
    else if (sign === "#" && this.#word === undefined) this.#at = this.#endOf("\n");
    else if (sign === "<" || sign === ">" || (sign === "&" && this.#text[this.#at] === ">")) this.#redirect(sign);
    else if (sign === "\n") this.#endLine();
    else if (sign === "(") this.#open();
    else if (sign === ")") this.#close();
    else if (/[;&|]/.test(sign)) this.#endCommand();
    else if (/\s/.test(sign)) this.#endWord();
    else this.#add(sign);
  }

  #add(part: string): void {
    this.#word = (this.#word ?? "") + part;
  }

  #endOf(sign: string): number {
    const end = this.#text.indexOf(sign, this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #upTo(sign: string): string {
    const [from, end] = [this.#at, this.#endOf(sign)];
    this.#at = end + sign.length;
    return this.#text.slice(from, end);
  }

  #escaped(): void {
    const next = this.#text[this.#at] ?? "";
    this.#at++;
    if (next !== "\n") this.#add(next);
  }

  #quoted(): void {
    this.#add("");
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at] ?? "";
      this.#at++;
      if (sign === '"') return;
      if (sign === "\\") this.#escaped();
      else if (sign === "$" || sign === "`") this.#value(sign);
      else this.#add(sign);
    }
  }

  /** What stands for a value: nothing of it is known. */
  #value(sign: string): void {
    this.#add("$");
    if (sign === "`") this.#substitutions.push(this.#upTo("`"));
    else if (this.#text[this.#at] === "(") {
      this.#at++;
      this.#substitutions.push(this.#upToClosing());
    } else if (this.#text[this.#at] === "{") this.#upTo("}");
  }

  /** Up to the bracket that closes, over those that are opened within. */
  #upToClosing(): string {
    const from = this.#at;
    let quote = "";
    for (let open = 1; this.#at < this.#text.length; this.#at++) {
      const sign = this.#text[this.#at] ?? "";
      if (sign === "\\" && quote !== "'") this.#at++;
      else if (quote !== "") quote = sign === quote ? "" : quote;
      else if (sign === "'" || sign === '"') quote = sign;
      else if (sign === "(") open++;
      else if (sign === ")" && --open === 0) break;
    }
    return this.#text.slice(from, this.#at++);
  }

  #redirect(sign: string): void {
    // the number before it is what is redirected
    if (/^\d+$/.test(this.#word ?? "")) this.#word = undefined;
    this.#endWord();
    if (sign !== "&" && this.#text[this.#at] === "(") {
      this.#at++;
      this.#substitutions.push(this.#upToClosing());
      return;
    }
    const from = this.#at - 1;
    while (/[<>&|-]/.test(this.#text[this.#at] ?? "")) this.#at++;
    const operator = this.#text.slice(from, this.#at);
    this.#isRedirected = !operator.endsWith("&-");
    this.#isHereEnd = operator === "<<" || operator === "<<-";
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = undefined;
    if (word === undefined) return;
    if (this.#isHereEnd) this.#hereEnds.push(word);
    else if (!this.#isRedirected) this.#words.push(word);
    this.#isRedirected = false;
    this.#isHereEnd = false;
  }

  #endCommand(): void {
    this.#endWord();
    this.#isRedirected = false;
    this.#isHereEnd = false;
    const from = this.#words.findIndex((word) => !LEADING.has(word));
    const words = from < 0 ? [] : this.#words.slice(from);
    this.#words = [];
    if (words.length > 0 && !LISTING.has(words[0] ?? "")) this.#commands.push(words);
  }

  #endLine(): void {
    this.#endCommand();
    for (const end of this.#hereEnds) {
      while (this.#at < this.#text.length && this.#upTo("\n").trim() !== end);
    }
    this.#hereEnds = [];
  }

  #open(): void {
    this.#endCommand();
    this.#depth++;
  }

  /** One that nothing has opened ends the pattern of a `case`. */
  #close(): void {
    if (this.#depth > 0) {
      this.#depth--;
      this.#endCommand();
      return;
    }
    this.#word = undefined;
    this.#words = [];
  }
}
