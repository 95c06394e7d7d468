/** The texts of an event by which it is known, cut out of its bytes: for events too large to be made into objects. */
import { COMMA, endOfString, endOfValue, OPEN_OBJECT, QUOTE, skipSpace } from "./element-scan";
import type { EventFields, KubernetesFields } from "./events";

/** What is read of an object: texts, and objects of texts. */
interface Shape {
  readonly [key: string]: "text" | Shape;
}
type ShapeOf<Fields> = Record<keyof Fields, "text" | Shape>;

const ORIGIN: ShapeOf<KubernetesFields> = { namespace_name: "text", pod_name: "text", container_name: "text" };
const EVENT: ShapeOf<EventFields> = { log: "text", message: "text", time: "text", kubernetes: ORIGIN };

/** The longest of these keys, when each of its characters is an escape. */
const MAX_KEY_BYTES = 6 * "namespace_name".length;

/** The object behind `start` as JSON with nothing but the event's texts; what they are cut from is not validated. */
export function textsOfEvent(body: Buffer, start: number): string {
  return textsOf(body, skipSpace(body, start), EVENT);
}

function textsOf(body: Buffer, opening: number, shape: Shape): string {
  /** The last one of equal keys counts, as it does for the parser. */
  const texts = new Map<string, string>();
  for (let at = skipSpace(body, opening + 1); body[at] === QUOTE; ) {
    const behindKey = endOfString(body, at);
    const value = skipSpace(body, skipSpace(body, behindKey) + 1);
    const end = endOfValue(body, value);
    const key = keyOf(body, at + 1, behindKey - 1);
    const form = key !== undefined && Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (key !== undefined && form !== undefined) texts.set(key, textOf(body, value, end, form));
    at = body[end] === COMMA ? skipSpace(body, end + 1) : end;
  }
  return `{${Array.from(texts, ([key, text]) => `"${key}":${text}`).join(",")}}`;
}

function textOf(body: Buffer, value: number, end: number, form: "text" | Shape): string {
  if (form === "text") return body[value] === QUOTE ? body.toString("utf8", value, end) : "null";
  return body[value] === OPEN_OBJECT ? textsOf(body, value, form) : "null";
}

function keyOf(body: Buffer, start: number, end: number): string | undefined {
  if (end - start > MAX_KEY_BYTES) return undefined;
  const key = body.toString("latin1", start, end);
  if (!key.includes("\\")) return key;
  try {
    return JSON.parse(`"${key}"`);
  } catch {
    return undefined;
  }
}
