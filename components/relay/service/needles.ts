/**
 * Tells whether one of many texts is in some bytes, looking at a fraction of them: Wu and Manber, "A fast
 * algorithm for multi-pattern searching" (1994), with blocks of two bytes.
 */

/** A block is two bytes, and a shift must skip something. */
const MIN_LENGTH = 3;
const MAX_SHIFT = 255;

export class Needles {
  /** By the two bytes that end a window: how far it may move on without passing a needle; 0 where one may be. */
  readonly #shifts = new Uint8Array(0x10000);
  /** By the two bytes that begin a window: 1 where a needle begins like that. Most windows that end like one don't. */
  readonly #beginnings = new Uint8Array(0x10000);
  readonly #byBlock = new Map<number, Buffer[]>();
  /** As long as the shortest needle, of which all are looked for by their first so many bytes. */
  readonly #window: number;

  /** ASCII texts of three characters at least, at least one. */
  constructor(texts: readonly string[]) {
    const needles = texts.map((text) => Buffer.from(text, "latin1"));
    this.#window = Math.min(...needles.map(({ length }) => length), MAX_SHIFT);
    if (!(this.#window >= MIN_LENGTH) || needles.length === 0)
      throw new Error(`needles ${JSON.stringify(texts)}: one is too short; use at least ${MIN_LENGTH} characters`);
    this.#shifts.fill(this.#window - 1);
    for (const needle of needles) {
      for (let end = 1; end < this.#window; end++) {
        const block = blockAt(needle, end);
        this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, this.#window - 1 - end);
      }
      this.#beginnings[blockAt(needle, 1)] = 1;
      const last = blockAt(needle, this.#window - 1);
      this.#byBlock.set(last, [...(this.#byBlock.get(last) ?? []), needle]);
    }
  }

  /** Whether a needle lies between the two offsets. */
  isWithin(bytes: Buffer, from: number, to: number): boolean {
    const [shifts, beginnings] = [this.#shifts, this.#beginnings];
    const back = this.#window - 1;
    for (let end = from + back; end < to; ) {
      const shift = shifts[blockAt(bytes, end)] ?? 0;
      if (shift > 0) end += shift;
      else {
        const start = end - back;
        if (beginnings[blockAt(bytes, start + 1)] === 1 && this.#isAt(bytes, start, end, to)) return true;
        end++;
      }
    }
    return false;
  }

  /** Whether a needle whose window ends at `end` stands there and ends before `to`. */
  #isAt(bytes: Buffer, start: number, end: number, to: number): boolean {
    for (const needle of this.#byBlock.get(blockAt(bytes, end)) ?? []) {
      let same = 0;
      while (same < needle.length && bytes[start + same] === needle[same]) same++;
      if (same === needle.length && start + same <= to) return true;
    }
    return false;
  }
}

/** The block that ends at `end`. */
function blockAt(bytes: Buffer, end: number): number {
  return ((bytes[end - 1] ?? 0) << 8) | (bytes[end] ?? 0);
}
