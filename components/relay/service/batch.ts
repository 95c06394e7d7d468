/**
 * Reads a batch and parses only what can matter of it: strings and brackets are followed to where each
 * element ends, and an object is parsed when its text contains what a match needs, or might contain it
 * behind escapes.
 *
 * What is not parsed is not validated either: `{"log":"quiet","a":x}` counts as an event. It can't hide a
 * match, and an element that is no JSON is passed over, whatever it is, for the sake of its neighbours. Only
 * a body that is no array to its end is refused here; one in which nothing matches is looked at again (./relay.ts).
 *
 * Elements are parsed one by one, so that only one's objects live at a time: the memory for a body is the
 * body and little more, whatever its elements are.
 */
import { ServiceError } from "../../../lib/service/errors";
import type { Pass } from "./alerts";
import { CLOSE, ElementScan, OPEN, skipSpace } from "./element-scan";
import { textsOfEvent } from "./event-texts";
import type { EventFields } from "./events";
import type { Needles } from "./needles";

/**
 * Shows `pass` the elements, from the first one or from where the last pass stopped. Gives the offset
 * where the next pass goes on, or undefined when all elements were seen. Without needles every object is
 * parsed. Throws a ServiceError when the body is no array.
 */
export function readBatch(body: Buffer, from: number | undefined, needles: Needles | undefined, pass: Pass): number | undefined {
  const scan = new ElementScan(needles);
  /** Of the bracket or comma before an element. */
  let before = from ?? openingOf(body);
  const first = skipSpace(body, before + 1);
  if (from === undefined && body[first] === CLOSE) return endAt(body, first);
  for (; ; before = scan.end) {
    if (!scan.follow(body, before + 1)) throw noArray("does not end");
    if (!scan.isObject) pass.passOver("not_an_object");
    else if (!scan.isWhole) pass.passOver("not_json");
    else if (!scan.mayMatch) pass.passOver(scan.hasText ? undefined : "no_text");
    else if (!pass.take(parse(textOf(body, before + 1, scan)))) return before;
    if (body[scan.end] === CLOSE) return endAt(body, scan.end);
  }
}

/** An object's JSON; of an absurd one no more than an event is read by. Invalid UTF-8 becomes U+FFFD: a line is not lost for a byte. */
function textOf(body: Buffer, start: number, { end, isAbsurd }: ElementScan): string {
  return isAbsurd ? textsOfEvent(body, start) : body.toString("utf8", start, end);
}

function openingOf(body: Buffer): number {
  const hasByteOrderMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  const opening = skipSpace(body, hasByteOrderMark ? 3 : 0);
  if (body[opening] !== OPEN) throw noArray("does not begin with one");
  return opening;
}

function endAt(body: Buffer, closing: number): undefined {
  if (skipSpace(body, closing + 1) < body.length) throw noArray("goes on behind it");
}

function noArray(why: string): ServiceError {
  return new ServiceError("not_json_array", `the body is no JSON array: it ${why}; send a JSON array of events`);
}

/** The object, or undefined for what is no JSON. V8's own message quotes the text, which must not reach a log that passes the same flows. */
function parse(text: string): EventFields | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
