/** Answers as the cloud shapes them: checked once here, and what does not fit is reported by its field's name. */
import * as z from "zod/mini";
import { isDate } from "../../model/local-date";
import { CloudError } from "./cloud";

/** The parsed value, or a CloudError that names the first field that does not fit, such as `zoneData.mode.value`. */
export function parseShape<T>(schema: z.ZodMiniType<T>, value: unknown, call: string): T {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw shapeError(call, fieldName(issue?.path ?? []), issue?.message ?? "unexpected");
}

/** The parsed value of a field that an answer can do without; `onOdd` is told the name of one that does not fit, and it counts as absent. */
export function parseOptional<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  path: readonly PropertyKey[],
  onOdd: (field: string) => void,
): T | undefined {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  onOdd(fieldName([...path, ...(result.error.issues[0]?.path ?? [])]));
  return undefined;
}

export function shapeError(call: string, field: string, problem: string): CloudError {
  return new CloudError(
    "shape",
    `${call}: the answer's field ${field || "(whole)"} does not fit (${problem}); the cloud has changed, look for a newer bridge`,
  );
}

function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}

/** A date with or without a time and an offset, as the date that is written: an offset is the cloud's, the day is the boiler's. */
export function writtenDate(text: unknown): string | undefined {
  const date = typeof text === "string" ? /^(\d{4}-\d\d-\d\d)(?:[T ][\d:.]*(?:Z|[+-][\d:]+)?)?$/.exec(text.trim())?.[1] : undefined;
  return date !== undefined && isDate(date) ? date : undefined;
}

/** A text with such a date in it, parsed to the date. */
export const dateText = z.pipe(
  z.string().check(z.refine((text) => writtenDate(text) !== undefined, "no date")),
  z.transform((text) => writtenDate(text) ?? text),
);
