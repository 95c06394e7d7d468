/**
 * Reads a batch piece by piece, so that only one piece's objects live at a time: the memory for a
 * body is the body and little more, whatever its elements are. The one place that parses; a scan of
 * the raw bytes for what can match would come before it.
 */

/** What the pieces of a batch are handed to, in order. */
export type Visit = (events: readonly unknown[]) => void;

/** Pieces of about this size are parsed one after the other. Strings of twice the size V8 would map and unmap each time. */
const PIECE_BYTES = 64 * 1024;
/** Farther than this the next cut may not be: what lies between is no series of log events. */
const MAX_PIECE_BYTES = 4 * PIECE_BYTES;
/** An element with more values or deeper nesting is no event (a record with labels and annotations has a hundred values). */
const MAX_ELEMENT_VALUES = 10_000;
const MAX_ELEMENT_DEPTH = 64;

const BOUNDARY = "},{";
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACE = 0x20;
const ZERO = 0x30;

/** Why the body is no batch, or undefined when it was visited. Overwrites the bytes. `restart` says that visits so far do not count. */
export function readBatch(bytes: Buffer, visit: Visit, restart: () => void): string | undefined {
  const body = bytes.subarray(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  if (body.length > PIECE_BYTES) {
    if (visitGuessedPieces(body, visit)) return undefined;
    restart();
  }
  if (body.length > MAX_PIECE_BYTES) {
    return visitElements(body, visit) ? undefined : "the body is no JSON array; send a JSON array of events";
  }
  const value = parse(body);
  if (Array.isArray(value)) visit(value);
  else if (value === undefined) return "the body is no JSON; send a JSON array of events";
  else return `the body is ${value === null ? "null" : `a JSON ${typeof value}`}; send a JSON array of events`;
  return undefined;
}

/**
 * Cuts at `},{`, turning its comma into the end of one array and the start of the next. Nothing is
 * assumed about the text: a cut inside a string or deeper than the elements leaves a piece that is no
 * JSON, and then the body is scanned. Pieces that all parse join to the same array.
 */
function visitGuessedPieces(body: Buffer, visit: Visit): boolean {
  let start = 0;
  while (start < body.length) {
    const cut = body.indexOf(BOUNDARY, start + PIECE_BYTES, "latin1");
    const comma = cut < 0 ? body.length : cut + 1;
    if (comma - start > MAX_PIECE_BYTES || !visitPiece(body, start, comma, visit)) break;
    start = comma;
  }
  // As it was, for the scan.
  if (start > 0 && start < body.length) body[start] = COMMA;
  return start >= body.length;
}

/** Visits the elements from the comma (or bracket) at `start` up to the comma at `end`, which becomes the bracket of the next piece. */
function visitPiece(body: Buffer, start: number, end: number, visit: Visit): boolean {
  if (end < body.length) body[end] = CLOSE;
  const events = parse(body.subarray(start, end + 1));
  if (end < body.length) body[end] = COMMA;
  if (!Array.isArray(events)) return false;
  visit(events);
  if (end < body.length) body[end] = OPEN;
  return true;
}

/** Follows strings and brackets to cut between elements, and puts a 0 in the place of an element that no event can be. */
function visitElements(body: Buffer, visit: Visit): boolean {
  const first = body.indexOf(OPEN);
  if (first < 0 || body.toString("latin1", 0, first).trim() !== "") return false;
  let [start, element, depth, values, isAbsurd] = [first, first + 1, 1, 0, false];
  for (let at = first + 1; at < body.length && depth > 0; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfString(body, at);
    else if (byte === OPEN || byte === OPEN_OBJECT) {
      depth++;
      values++;
      isAbsurd ||= depth > MAX_ELEMENT_DEPTH;
    } else if (byte === CLOSE || byte === CLOSE_OBJECT || byte === COMMA) {
      if (byte === COMMA) values++;
      else depth--;
      isAbsurd ||= values > MAX_ELEMENT_VALUES;
      if (depth > 1 || (byte !== COMMA && depth === 1)) continue;
      if (isAbsurd) body.fill(SPACE, element, at)[element] = ZERO;
      [element, values, isAbsurd] = [at + 1, 0, false];
      if (byte !== COMMA || at - start < PIECE_BYTES) continue;
      if (!visitPiece(body, start, at, visit)) return false;
      start = at;
    }
  }
  return visitPiece(body, start, body.length, visit);
}

/** The offset of the quote that ends the string which begins at `start`. */
function endOfString(body: Buffer, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    if (body[at] === BACKSLASH) at++;
    else if (body[at] === QUOTE) return at;
  }
  return body.length;
}

/** The value, or undefined for what is no JSON. V8's own message quotes the text, which must not reach a log that passes the same flows. */
function parse(bytes: Buffer): unknown {
  try {
    // Invalid UTF-8 becomes U+FFFD: the aggregator throws a refused chunk away, with every good line in it.
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
