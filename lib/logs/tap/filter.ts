/**
 * Filter expressions over the fields of an event:
 *
 *     kubernetes.namespace_name == "mail" && log =~ /status=(bounced|deferred)/i && !(service_name == "canary")
 *
 * `==` and `!=` compare as texts (404 is "404"); `=~` and `!~` search a regular expression (./regex.ts); a field alone asks whether it
 * is there. Of a list, one element is enough. What is not there equals nothing and holds nothing, so that `!=` and `!~` are true of it.
 */
import { fieldOf, type TapEvent, textAt, textOf } from "./event";
import { regexTest } from "./regex";
import { DEEPEST, ExpressionError } from "./regex-parser";

export type Filter = (event: TapEvent) => boolean;

/** What the options of the command line ask for: all of it has to hold, and of several names one. */
export interface AskedEvents {
  readonly namespace?: readonly string[];
  readonly container?: readonly string[];
  readonly match?: (text: string) => boolean;
  readonly filter?: Filter;
}

export function filterOf({ namespace, container, match, filter }: AskedEvents): Filter {
  const filters: Filter[] = [];
  const oneOf = (names: readonly string[] | undefined, field: string) => {
    if (names === undefined) return;
    const wanted = new Set<string | undefined>(names);
    filters.push((event) => wanted.has(textAt(event, "kubernetes", field)));
  };
  oneOf(namespace, "namespace_name");
  oneOf(container, "container_name");
  if (filter !== undefined) filters.push(filter);
  // last, because it takes longest
  if (match !== undefined) filters.push((event) => match(textOf(event) ?? ""));
  return (event) => filters.every((one) => one(event));
}

/** @throws {ExpressionError} */
export function parseFilter(source: string): Filter {
  return new Parser(source).whole();
}

const BLANK = /\s*/y;
const NAME = /[A-Za-z_@][\w@-]*/y;
/** A character of a class need not be escaped. */
const REGEX = /\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/(\w*)/sy;
const TEXT = /"(?:\\.|[^"\\])*"/sy;
const OTHER_VALUE = /(?:-?\d+(?:\.\d+)?|true|false|null)(?!\w)/y;
const FIELDS = "for example kubernetes.namespace_name, kubernetes.container_name or log";

class Parser {
  #at = 0;
  #depth = 0;

  constructor(private readonly source: string) {}

  whole(): Filter {
    const filter = this.#or();
    if (this.#at < this.source.length) this.#refuse(`${this.#shown()} is not expected here; join conditions with && or ||`);
    return filter;
  }

  #refuse(message: string, offset = this.#at): never {
    throw new ExpressionError(offset, message);
  }

  #shown(): string {
    const rest = this.source.slice(this.#at);
    return rest === "" ? "the end" : `"${/^(?:\w+|.)/su.exec(rest)?.[0]}"`;
  }

  #read(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  #takes(token: string): boolean {
    this.#read(BLANK);
    if (!this.source.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    this.#read(BLANK);
    return true;
  }

  #or(): Filter {
    const filters = [this.#and()];
    while (this.#takes("||")) filters.push(this.#and());
    return filters.length === 1 ? (filters[0] as Filter) : (event) => filters.some((one) => one(event));
  }

  #and(): Filter {
    const filters = [this.#not()];
    while (this.#takes("&&")) filters.push(this.#not());
    return filters.length === 1 ? (filters[0] as Filter) : (event) => filters.every((one) => one(event));
  }

  #not(): Filter {
    if (++this.#depth > DEEPEST) this.#refuse(`conditions are nested more than ${DEEPEST} deep; write them flatter`);
    const filter = this.#condition();
    this.#depth--;
    return filter;
  }

  #condition(): Filter {
    if (this.#takes("!")) {
      const inside = this.#not();
      return (event) => !inside(event);
    }
    const offset = this.#at;
    if (this.#takes("(")) {
      const inside = this.#or();
      if (!this.#takes(")")) this.#refuse('unclosed "("; close it', offset);
      return inside;
    }
    return this.#comparison();
  }

  #comparison(): Filter {
    const path = this.#path();
    const holds = (test: (text: string) => boolean): Filter => {
      return (event) => scalars(fieldOf(event, path)).some((value) => test(String(value)));
    };
    const holdsNot = (test: (text: string) => boolean): Filter => {
      const one = holds(test);
      return (event) => !one(event);
    };
    if (this.#takes("==")) return holds(this.#value());
    if (this.#takes("!=")) return holdsNot(this.#value());
    if (this.#takes("=~")) return holds(this.#regex());
    if (this.#takes("!~")) return holdsNot(this.#regex());
    if (this.source[this.#at] === "=") this.#refuse('"=" alone compares nothing; write == or =~');
    return (event) => (fieldOf(event, path) ?? null) !== null;
  }

  #path(): string[] {
    const path: string[] = [];
    do {
      // kubernetes.labels."app.kubernetes.io/name"
      const name = this.#read(NAME)?.[0] ?? this.#text();
      if (name === undefined) this.#refuse(`${this.#shown()} is no field; write one, ${FIELDS}`);
      path.push(name);
    } while (this.source[this.#at] === "." && this.#at++ >= 0);
    return path;
  }

  #text(): string | undefined {
    const offset = this.#at;
    const literal = this.#read(TEXT)?.[0];
    if (literal === undefined) return undefined;
    try {
      return JSON.parse(literal) as string;
    } catch {
      return this.#refuse(`${literal} is not quoted as in JSON; write \\" for a quote and \\\\ for a backslash`, offset);
    }
  }

  #value(): (text: string) => boolean {
    const wanted = this.#text() ?? this.#read(OTHER_VALUE)?.[0];
    if (wanted === undefined) this.#refuse(`${this.#shown()} is no value; write a text in double quotes, a number, true, false or null`);
    return (text) => text === wanted;
  }

  #regex(): (text: string) => boolean {
    const offset = this.#at;
    const [, source, flags = ""] = this.#read(REGEX) ?? [];
    if (source === undefined) this.#refuse(`${this.#shown()} is no regular expression; write one between slashes: /status=bounced/`);
    if (!/^i?$/.test(flags)) this.#refuse(`flag "${flags}" is not known; write /…/ or /…/i`, this.#at - flags.length);
    try {
      return regexTest(source, flags === "i");
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return this.#refuse(error.message, offset + 1 + error.offset);
    }
  }
}

/** What of a field can be compared: null as a text where it stands for itself, and no object. */
function scalars(value: unknown): unknown[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).filter((one) => one === null || typeof one !== "object");
}
