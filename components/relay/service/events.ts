/** Relay input events (observability specification, part 2), read leniently: whatever a log line brings, its neighbours must pass. */

/** What the pieces of a batch are handed to, in order. */
export type Visit = (events: readonly unknown[]) => void;

/** Pieces of about this size are parsed one after the other. Strings of a quarter page and more are mapped and unmapped by V8 each time. */
const PIECE_BYTES = 64 * 1024;
const BOUNDARY = "},{";
const [OPEN, CLOSE, COMMA] = [0x5b, 0x5d, 0x2c];

/**
 * Parses a batch piece by piece, so that only one piece's objects live at a time, and returns why the
 * body is none, if so. The one place that parses: a scan of the raw bytes can come before it. May
 * overwrite the bytes. `visit` starts anew (`restart`) when the pieces turn out to be cut wrongly.
 */
export function readBatch(bytes: Buffer, visit: Visit, restart: () => void): string | undefined {
  const body = bytes.subarray(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
  if (body.length > PIECE_BYTES) {
    if (visitPieces(body, visit)) return undefined;
    restart();
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
 * JSON, and then the whole body is parsed. Pieces that all parse join to the same array.
 */
function visitPieces(body: Buffer, visit: Visit): boolean {
  for (let start = 0; start < body.length; ) {
    const cut = body.indexOf(BOUNDARY, start + PIECE_BYTES, "latin1");
    const comma = cut < 0 ? body.length : cut + 1;
    if (cut >= 0) body[comma] = CLOSE;
    const events = parse(body.subarray(start, comma + 1));
    if (cut >= 0) body[comma] = COMMA;
    if (start > 0) body[start] = COMMA;
    if (!Array.isArray(events)) return false;
    visit(events);
    if (cut >= 0) body[comma] = OPEN;
    start = comma;
  }
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

/** The fields of an event, all unchecked. */
export interface EventFields {
  readonly log?: unknown;
  readonly message?: unknown;
  readonly time?: unknown;
  readonly kubernetes?: unknown;
}

interface KubernetesFields {
  readonly namespace_name?: unknown;
  readonly pod_name?: unknown;
  readonly container_name?: unknown;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isEvent: (value: unknown) => value is EventFields = isObject;

/** `log` if it is a non-empty string, else `message`; undefined when there is no text. */
export function textOf({ log, message }: EventFields): string | undefined {
  if (typeof log === "string" && log !== "") return log;
  return typeof message === "string" && message !== "" ? message : undefined;
}

/** Where an event comes from; `?` for what it does not say. */
export interface Origin {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** No Kubernetes name is longer, so a longer one is no name; it would only make alerts large. */
const MAX_NAME_LENGTH = 253;
const UNKNOWN = "?";

export function originOf({ kubernetes }: EventFields): Origin {
  const fields: KubernetesFields = isObject(kubernetes) ? kubernetes : {};
  return { namespace: nameOf(fields.namespace_name), pod: nameOf(fields.pod_name), container: nameOf(fields.container_name) };
}

function nameOf(value: unknown): string {
  return typeof value === "string" && value !== "" && value.length <= MAX_NAME_LENGTH ? value : UNKNOWN;
}

/** RFC 3339 with a zone, as the shippers write it. Date.parse alone would take "5" and "-1" as years. */
const TIMESTAMP = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** When the event happened, in milliseconds: its `time` when that is readable and not in the future, else now. */
export function timeOf({ time }: EventFields, now: number): number {
  if (typeof time !== "string" || !TIMESTAMP.test(time)) return now;
  const at = Date.parse(time.replace(",", "."));
  return Number.isNaN(at) ? now : Math.min(at, now);
}
