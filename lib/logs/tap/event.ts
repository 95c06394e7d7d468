/** An event of the router as its live sink sends it: a stream's record, with its columns as top-level fields. */
export type TapEvent = Readonly<Record<string, unknown>>;

/** The event of one message; undefined where it is none, and no program has to be told how far it could be read. */
export function parseEvent(message: string): TapEvent | undefined {
  try {
    const event: unknown = JSON.parse(message);
    return isObject(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

/** What the field of a path holds; undefined where there is none. */
export function fieldOf(event: TapEvent, path: readonly string[]): unknown {
  let value: unknown = event;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** A field that is a text with something in it. */
export function textAt(event: TapEvent, ...path: readonly string[]): string | undefined {
  const value = fieldOf(event, path);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The text of an event: `log`, or else `message`, as everywhere in the log plane. */
export const textOf = (event: TapEvent): string | undefined => textAt(event, "log") ?? textAt(event, "message");

const isObject = (value: unknown): value is TapEvent => typeof value === "object" && value !== null && !Array.isArray(value);
