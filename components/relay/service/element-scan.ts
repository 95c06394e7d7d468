/** Follows the elements of a JSON array byte by byte, without making anything of them. */
import type { Needles } from "./needles";

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
export const COLON = 0x3a;
export const COMMA = 0x2c;
const LETTER_U = 0x75;
const [ZERO, TWO, SEVEN] = [0x30, 0x32, 0x37];
export const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
export const OPEN = 0x5b;
export const CLOSE = 0x5d;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080;
const [FOUR_QUOTES, FOUR_BACKSLASHES] = [QUOTE * ONES, BACKSLASH * ONES];
/** `[` and `{` differ in one bit, and so do `]` and `}`. */
const BRACE_BIT = 0x20;
const OPENING = OPEN | BRACE_BIT;
const CLOSING = CLOSE | BRACE_BIT;

/** A record with labels and annotations has a hundred values; what has more than these is not made into objects. */
const MAX_VALUES = 10_000;
const MAX_DEPTH = 64;

/** The keys of an event's text (./events.ts). */
const LOG = Buffer.from("log");
const MESSAGE = Buffer.from("message");

/** What was seen of one element; filled anew by each call, since a batch has hundreds. */
export class ElementScan {
  /** The offset of the comma or bracket behind the element. */
  end = 0;
  isObject = false;
  /** Whether an object is one pair of braces with nothing behind it; what is between them was not judged. */
  isWhole = false;
  /** Whether an object has a text that is not empty under the key log or message. */
  hasText = false;
  /** False when no text of an object can match and nothing in it hides behind escapes. */
  mayMatch = false;
  /** Whether an object has more values or deeper nesting than any event. */
  isAbsurd = false;

  /** Without needles every object may match. */
  constructor(private readonly needles: Needles | undefined) {}

  /** Follows the element that begins at `start`; false when nothing ends it. */
  follow(body: Buffer, start: number): boolean {
    const first = skipSpace(body, start);
    this.isObject = body[first] === OPEN_OBJECT;
    this.isWhole = false;
    let behind = first;
    if (this.isObject) {
      behind = this.#followObject(body, first);
      this.end = skipSpace(body, behind);
      this.isWhole = body[behind - 1] === CLOSE_OBJECT && (body[this.end] === COMMA || body[this.end] === CLOSE);
      if (this.isWhole) return true;
    }
    this.end = endOfValue(body, behind);
    while (body[this.end] === CLOSE_OBJECT) this.end = endOfValue(body, this.end + 1);
    return this.end < body.length;
  }

  /** The offset behind the bracket that closes the one at `first`, of whichever kind; the length when none does. */
  #followObject(body: Buffer, first: number): number {
    const { length } = body;
    const { needles } = this;
    const view = new DataView(body.buffer, body.byteOffset, length);
    const lastWord = length - 4;
    let [depth, deepest, values] = [1, 1, 0];
    let mayMatch = needles === undefined;
    let [hasLog, hasMessage, text] = [false, false, -1];
    let at = first + 1;
    for (; at < length && depth > 0; at++) {
      const byte = body[at] ?? 0;
      if (byte === QUOTE) {
        const start = ++at;
        while (at <= lastWord && isPlain(view.getInt32(at))) at += 4;
        for (; at < length; at++) {
          const character = body[at];
          if (character === QUOTE) break;
          if (character === BACKSLASH && hidesAscii(body, ++at)) mayMatch = true;
        }
        if (start === text) mayMatch ||= needles?.isWithin(body, start, at) ?? true;
        else if (depth === 1 && isKeyOfText(body, start, at)) {
          text = startOfText(body, at);
          // the last one of two equal keys counts, as it does for the parser
          if (at - start === LOG.length) hasLog = text >= 0;
          else hasMessage = text >= 0;
        }
      } else if (byte === COMMA) values++;
      else if ((byte | BRACE_BIT) === OPENING) {
        values++;
        if (++depth > deepest) deepest = depth;
      } else if ((byte | BRACE_BIT) === CLOSING) depth--;
    }
    this.hasText = hasLog || hasMessage;
    this.mayMatch = mayMatch;
    this.isAbsurd = values > MAX_VALUES || deepest > MAX_DEPTH;
    return depth === 0 ? at : length;
  }
}

/** The offset of the comma or the closing bracket behind what begins at `from`, whatever that is; the length when there is none. */
export function endOfValue(body: Buffer, from: number): number {
  let at = from;
  for (let depth = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE) at = endOfString(body, at) - 1;
    else if ((byte | BRACE_BIT) === OPENING) depth++;
    else if ((byte | BRACE_BIT) === CLOSING ? depth-- === 0 : byte === COMMA && depth === 0) return at;
  }
  return body.length;
}

/** The offset behind the string whose opening quote is at `quote`; the length when it does not end. */
export function endOfString(body: Buffer, quote: number): number {
  for (let at = quote + 1; at < body.length; at++) {
    if (body[at] === QUOTE) return at + 1;
    if (body[at] === BACKSLASH) at++;
  }
  return body.length;
}

/** Whether the escape whose letter is at `at` spells a character that needs none, so that a search of the bytes would not see it. */
function hidesAscii(body: Buffer, at: number): boolean {
  const letter = body[at];
  if (letter === SLASH) return true;
  if (letter !== LETTER_U || body[at + 1] !== ZERO || body[at + 2] !== ZERO) return false;
  const digit = body[at + 3] ?? 0;
  return digit >= TWO && digit <= SEVEN;
}

/** Whether the string from `start` to its quote at `end` is the key log or message. */
function isKeyOfText(body: Buffer, start: number, end: number): boolean {
  const key = end - start === LOG.length ? LOG : MESSAGE;
  if (end - start !== key.length) return false;
  for (let n = 0; n < key.length; n++) if (body[start + n] !== key[n]) return false;
  return body[skipSpace(body, end + 1)] === COLON;
}

/** Where the text begins of the key whose quote closes at `at`; -1 when its value is empty or no text. */
function startOfText(body: Buffer, at: number): number {
  const value = skipSpace(body, skipSpace(body, at + 1) + 1);
  return body[value] === QUOTE && body[value + 1] !== QUOTE ? value + 1 : -1;
}

/** Whether four bytes hold neither a quote nor a backslash (Warren, Hacker's Delight, 6-1: a zero byte in a word). */
function isPlain(word: number): boolean {
  const [quotes, backslashes] = [word ^ FOUR_QUOTES, word ^ FOUR_BACKSLASHES];
  return ((((quotes - ONES) & ~quotes) | ((backslashes - ONES) & ~backslashes)) & HIGH_BITS) === 0;
}

export function skipSpace(body: Buffer, from: number): number {
  let at = from;
  while (at < body.length && isSpace(body[at] ?? 0)) at++;
  return at;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
