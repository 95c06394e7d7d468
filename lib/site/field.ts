import { z } from "zod";
import { didYouMean } from "./did-you-mean";
import { quote } from "./quote";

/** What is wrong with a text: the end of a sentence that begins with the value, and what to write instead. */
export interface Flaw {
  readonly wrong: string;
  /** @default - the example of the field */
  readonly remedy?: string;
}

/** A text field. The example stands in every message, so that nobody has to look up the form. */
export function text(example: string, flawOf: (text: string) => Flaw | undefined) {
  const message = (input: unknown): string => {
    if (input === undefined) return `is missing; write for example ${example}`;
    if (input === null) return `is empty; write for example ${example}`;
    const isScalar = typeof input === "string" || typeof input === "number" || typeof input === "boolean";
    const flaw = isScalar ? flawOf(String(input)) : { wrong: "is not text" };
    // YAML reads 123 as a number and true as a boolean, however well they would do as names.
    if (flaw === undefined) return `${quote(input)} is a ${typeof input}, not text; put it in quotes: "${input}"`;
    return `${quote(input)} ${flaw.wrong}; ${flaw.remedy ?? `use for example ${example}`}`;
  };
  return z
    .string({ error: (issue) => message(issue.input) })
    .refine((value) => flawOf(value) === undefined, { error: (issue) => message(issue.input) });
}

/** A field with a closed set of values. */
/**
 * @param told those that a message names, where a value may be spelled in several ways
 * @param refused what is none of them on purpose, with the reason
 */
export function choice<const T extends string>(
  values: readonly T[],
  { told = values, refused = {} }: { readonly told?: readonly T[]; readonly refused?: Readonly<Record<string, string>> } = {},
) {
  const all = `use one of: ${told.join(", ")}`;
  return z.enum(values, {
    error: ({ input }) => {
      if (input === undefined || input === null) return `is ${input === null ? "empty" : "missing"}; ${all}`;
      if (typeof input === "string" && Object.hasOwn(refused, input)) return `${quote(input)} ${refused[input]}`;
      const meant = typeof input === "string" ? didYouMean(input, told) : undefined;
      return `${quote(input)} is not an allowed value; ${meant === undefined ? all : `did you mean "${meant}"?`}`;
    },
  });
}

export function wholeNumber(example: number, min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const message = (input: unknown): string => {
    if (input === undefined || input === null) return `is ${input === null ? "empty" : "missing"}; write for example ${example}`;
    return `${quote(input)} is not a whole number ${range}; use for example ${example}`;
  };
  return z
    .number({ error: (issue) => message(issue.input) })
    .refine((value) => Number.isSafeInteger(value) && value >= min && value <= max, { error: (issue) => message(issue.input) });
}

/** A price: zero is none. */
export function price(example: number) {
  const message = (input: unknown): string => {
    if (input === undefined || input === null) return `is ${input === null ? "empty" : "missing"}; write for example ${example}`;
    return `${quote(input)} is not a price of 0 to 1000; use for example ${example}`;
  };
  return z
    .number({ error: (issue) => message(issue.input) })
    .refine((value) => value >= 0 && value <= 1000, { error: (issue) => message(issue.input) });
}

/** A list without repetitions. */
export function listOf<T extends z.ZodType>(item: T, { example, minimum }: { readonly example: string; readonly minimum: 0 | 1 }) {
  return (
    z
      .array(item, {
        error: ({ input }) => {
          if (input === undefined || input === null) return `is ${input === null ? "empty" : "missing"}; write for example ${example}`;
          return `${quote(input)} is not a list; write for example ${example}`;
        },
      })
      .min(minimum, { error: `is an empty list; write for example ${example}` })
      .readonly()
      // Also when an item is wrong in itself: every mistake is reported at once.
      .superRefine(
        (items, context) => {
          const seen = new Set<unknown>();
          items.forEach((value: unknown, index) => {
            if ((typeof value === "string" || typeof value === "number") && seen.has(value)) {
              context.addIssue({ code: "custom", path: [index], message: `${quote(value)} is in the list twice; keep one` });
            }
            seen.add(value);
          });
        },
        { when: ({ value }) => Array.isArray(value) },
      )
  );
}

/** A mapping with exactly these keys, all of them required. */
export function section<T extends z.core.$ZodLooseShape>(shape: T) {
  const names = Object.keys(shape);
  const keys = names.length === 0 ? "it holds no keys: write {}" : `it holds the keys ${names.join(", ")}`;
  return z
    .strictObject(shape, {
      error: (issue) => {
        // The loader writes one message for each unknown key, at the key's own line.
        if (issue.code === "unrecognized_keys") return undefined;
        if (issue.input === undefined || issue.input === null) return `is ${issue.input === null ? "empty" : "missing"}; ${keys}`;
        return `${quote(issue.input)} is not a mapping; ${keys}`;
      },
    })
    .readonly();
}
