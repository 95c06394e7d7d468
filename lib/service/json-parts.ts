/** Splits a JSON array or object into its parts while it arrives, so that of any number one at a time is made a value. */

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const BLANK = /^[ \n\r\t]*$/;

/** Parsed, two megabytes of `{},{},...` or of labels take a hundred. What services read has some dozens of values. */
const MAX_VALUES = 10_000;

/** An element of an array, or a member of an object. */
export interface JsonPart {
  /** Of a member. */
  readonly key: string | undefined;
  /** Undefined when it is longer than was asked for. */
  readonly text: string | undefined;
  /** About how many values it holds: an empty array or object counts twice. */
  readonly values: number;
}

/** What a part is; undefined when it is no JSON. One that is too long or holds absurdly many values is not looked at: its value is undefined. */
export function parsePart({ text, values }: Pick<JsonPart, "text" | "values">): { readonly value: unknown } | undefined {
  if (text === undefined || values > MAX_VALUES) return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export class JsonParts {
  #state: "before" | "inside" | "after" | "broken" = "before";
  #isFirst = true;
  #key: string | undefined;
  /** Of the part that is being read: nothing open is 0. */
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  /** Undefined once it is too long. */
  #text: string | undefined = "";
  #values = 1;
  readonly #open: number;
  readonly #close: number;

  constructor(
    private readonly kind: "array" | "object",
    private readonly maxLength = Number.POSITIVE_INFINITY,
  ) {
    [this.#open, this.#close] = kind === "array" ? [OPEN_ARRAY, CLOSE_ARRAY] : [OPEN_OBJECT, CLOSE_OBJECT];
  }

  /** Whether it was one array or object and nothing else. */
  get isComplete(): boolean {
    return this.#state === "after";
  }

  /** The parts that end in this chunk; the next one may be pushed when all were taken. */
  *push(chunk: string): Generator<JsonPart, void> {
    let start = 0;
    for (let at = this.#isString ? this.#endOfString(chunk, 0) + 1 : 0; at < chunk.length && this.#state !== "broken"; at++) {
      const code = chunk.charCodeAt(at);
      if (this.#state !== "inside") {
        if (this.#state === "before" && code === this.#open) {
          this.#state = "inside";
          start = at + 1;
        } else if (!isSpace(code)) this.#state = "broken";
      } else if (code === QUOTE) at = this.#endOfString(chunk, at + 1);
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        this.#depth++;
        this.#values++;
      } else if (this.#depth > 0) {
        if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) this.#depth--;
        else if (code === COMMA) this.#values++;
      } else if (code === COMMA || code === this.#close) {
        this.#keep(chunk.slice(start, at));
        const part = this.#end(code === this.#close);
        if (part) yield part;
        start = at + 1;
      } else if (code === COLON && this.kind === "object") {
        this.#keep(chunk.slice(start, at));
        this.#endKey();
        start = at + 1;
      }
    }
    if (this.#state === "inside") this.#keep(chunk.slice(start));
  }

  /** Where the string ends within which `from` lies; where the chunk ends when that comes first. */
  #endOfString(chunk: string, from: number): number {
    let isEscaped = this.#isEscaped;
    let at = from;
    for (; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (code === BACKSLASH) isEscaped = true;
      else if (code === QUOTE) break;
    }
    this.#isString = at === chunk.length;
    this.#isEscaped = isEscaped;
    return at;
  }

  #keep(piece: string): void {
    if (this.#text === undefined) return;
    this.#text = this.#text.length + piece.length <= this.maxLength ? this.#text + piece : undefined;
  }

  #end(isLast: boolean): JsonPart | undefined {
    const part = { key: this.#key, ...this.#take() };
    if (isLast) this.#state = "after";
    // Nothing between the brackets is no part; between two commas it is one, and no JSON.
    const isNone = isLast && this.#isFirst && part.key === undefined && part.text !== undefined && BLANK.test(part.text);
    this.#isFirst = false;
    this.#key = undefined;
    if (isNone) return undefined;
    if (this.kind === "object" && part.key === undefined) this.#state = "broken";
    return part;
  }

  #endKey(): void {
    const key = parsePart(this.#take())?.value;
    if (typeof key === "string" && this.#key === undefined) this.#key = key;
    else this.#state = "broken";
  }

  #take(): Pick<JsonPart, "text" | "values"> {
    const taken = { text: this.#text, values: this.#values };
    this.#text = "";
    this.#values = 1;
    return taken;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
