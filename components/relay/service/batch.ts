/**
 * Reads a batch and parses only what can matter of it. A small body is parsed whole. In a larger one
 * strings and brackets are followed to where each element ends, and an element is parsed when it
 * contains a text that a match needs, might contain one behind escapes, or is no object.
 *
 * What is not parsed is not validated either: `{"log":"quiet","a":x}` counts as an event there. Such
 * a body can't hide a match, since every element with one is parsed and refuses the batch when it is
 * no JSON; and a refusal would make the aggregator drop the chunk with every good line in it, for
 * the sake of an element that says nothing.
 *
 * Pieces are parsed one after the other, so that only one piece's objects live at a time: the memory
 * for a body is the body and little more, whatever its elements are.
 */
import type { Pass } from "./alerts";
import { CLOSE, ElementScan, OPEN, skipSpace } from "./element-scan";
import type { Needles } from "./needles";

/** A body up to here is parsed whole, so that whoever tries the relay by hand is told every mistake. */
const WHOLE_BYTES = 16 * 1024;
/** Pieces of about this size are parsed one after the other. Strings of twice the size V8 would map and unmap each time. */
const PIECE_BYTES = 64 * 1024;

const NO_JSON = "the body is no JSON; send a JSON array of events";

/**
 * Why the body is no batch, or undefined when `pass` has seen it. Changes the bytes while it runs.
 * Without needles every element is parsed.
 */
export function readBatch(bytes: Buffer, needles: Needles | undefined, pass: Pass): string | undefined {
  const body = bytes.subarray(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  if (body.length > WHOLE_BYTES) return readElements(body, needles, pass);
  const value = parse(body);
  if (value === undefined) return NO_JSON;
  if (!Array.isArray(value)) return `the body is ${value === null ? "null" : `a JSON ${typeof value}`}; send a JSON array of events`;
  pass.take(value);
  return undefined;
}

function readElements(body: Buffer, needles: Needles | undefined, pass: Pass): string | undefined {
  const opening = skipSpace(body, 0);
  if (body[opening] !== OPEN) return "the body is no JSON array; send a JSON array of events";
  const scan = new ElementScan(needles);
  /** The comma or bracket before the elements that wait to be parsed together; equal to `before` when there are none. */
  let waiting = opening;
  const isEnd = (closing: number): boolean => skipSpace(body, closing + 1) === body.length;
  const firstEnd = skipSpace(body, opening + 1);
  if (body[firstEnd] === CLOSE) return isEnd(firstEnd) ? undefined : NO_JSON;
  for (let [before, index] = [opening, 0]; ; before = scan.end, index++) {
    if (!scan.follow(body, before + 1)) return NO_JSON;
    const isLast = body[scan.end] === CLOSE;
    if (scan.isAbsurd || !scan.mayMatch || !pass.wants(index)) {
      if (waiting < before && !takePiece(body, waiting, before, pass)) return NO_JSON;
      pass.passOver(scan.isAbsurd ? "not_an_object" : scan.hasText ? undefined : "no_text");
      waiting = scan.end;
    } else if (isLast || scan.end - waiting >= PIECE_BYTES) {
      if (!takePiece(body, waiting, scan.end, pass)) return NO_JSON;
      waiting = scan.end;
    }
    if (isLast) return isEnd(scan.end) ? undefined : NO_JSON;
  }
}

/** Takes the elements between the comma or bracket at `start` and the one at `end` as an array of their own. */
function takePiece(body: Buffer, start: number, end: number, pass: Pass): boolean {
  const [before, behind] = [body[start] ?? OPEN, body[end] ?? CLOSE];
  body[start] = OPEN;
  body[end] = CLOSE;
  const events = parse(body.subarray(start, end + 1));
  body[start] = before;
  body[end] = behind;
  if (!Array.isArray(events)) return false;
  pass.take(events);
  return true;
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
