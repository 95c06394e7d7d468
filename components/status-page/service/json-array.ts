/** Reads a JSON array element by element while it arrives: of a list of any length, one element is in memory. */

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c];

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export class JsonArrayReader {
  #state: "before" | "inside" | "after" | "broken" = "before";
  /** Of the element that is being read: nothing open is 0. */
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #pieces: Buffer[] = [];
  #length = 0;

  constructor(
    /** Gets each element's value, or undefined for one that is no JSON or too long. */
    private readonly visit: (element: unknown) => void,
    private readonly maxElementBytes: number,
  ) {}

  /** Whether the array was complete. */
  get isComplete(): boolean {
    return this.#state === "after";
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let at = 0; at < chunk.length && this.#state !== "broken"; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#state !== "inside") {
        if (this.#state === "before" && byte === OPEN_ARRAY) {
          this.#state = "inside";
          start = at + 1;
        } else if (!isSpace(byte)) this.#state = "broken";
      } else if (this.#isString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isString = false;
      } else if (byte === QUOTE) this.#isString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth++;
      else if (this.#depth > 0) {
        if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#depth--;
      } else if (byte === COMMA || byte === CLOSE_ARRAY) {
        this.#keep(chunk.subarray(start, at));
        this.#end(byte === CLOSE_ARRAY);
        start = at + 1;
      }
    }
    if (this.#state === "inside") this.#keep(chunk.subarray(start));
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length <= this.maxElementBytes) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #end(isLast: boolean): void {
    const isTooLong = this.#length > this.maxElementBytes;
    const text = Buffer.concat(this.#pieces).toString("utf8");
    this.#pieces = [];
    this.#length = 0;
    if (isLast) this.#state = "after";
    // `[]` and `[ ]` have no element.
    if (isTooLong || text.trim() !== "") this.visit(isTooLong ? undefined : parse(text));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
