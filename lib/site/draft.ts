import { z } from "zod";

/** A site as it was written, mistakes and all: what no schema has accepted yet, made fit to be compared with the rest. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? readonly Draft<Item>[] | undefined
  : T extends string
    ? string | undefined
    : T extends number
      ? number | undefined
      : T extends object
        ? { readonly [Key in keyof T]: Draft<T[Key]> }
        : T;

/** The draft of the sections that these keys are of. */
export type DraftOf<Keys extends z.core.$ZodLooseShape> = Draft<z.infer<z.ZodObject<Keys>>>;

/** Two or more values of a site that are right each, but not together. */
export interface Contradiction {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** It says that a key is missing. A draft can't tell: a value of the wrong type is absent from it, and has a message of its own. @default false */
  readonly isMissing?: true;
}

/** Whether a value as it was written holds something at a path. */
export function isGiven(value: unknown, path: readonly PropertyKey[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
  return isGiven(Reflect.get(value, step), rest);
}

/**
 * The draft of a value. What has the wrong type is absent: it has a message of its own, and the rest is still compared. So is a list
 * that nobody gave; one that is given and is no list is a list of one unknown item, which may be the very one that is looked for.
 */
export function draftOf<T extends z.ZodType>(schema: T, value: unknown): Draft<z.infer<T>> {
  // the walk follows the schema from which the type is inferred, step by step; the compiler can't
  return draft(schema, value) as Draft<z.infer<T>>;
}

function draft(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodReadonly) return draft(schema.unwrap(), value);
  if (schema instanceof z.ZodOptional) return value === undefined ? undefined : draft(schema.unwrap(), value);
  if (schema instanceof z.ZodArray) {
    if (value === undefined) return undefined;
    return (Array.isArray(value) ? value : [undefined]).map((item) => draft(schema.element, item));
  }
  if (schema instanceof z.ZodObject) {
    const given = typeof value === "object" && value !== null ? value : {};
    const keys = Object.entries(schema.shape);
    return Object.fromEntries(
      keys.map(([key, field]) => [key, draft(field, Object.hasOwn(given, key) ? Reflect.get(given, key) : undefined)]),
    );
  }
  // a word that is read in two forms
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform) return draft(schema.out, schema.in.safeParse(value).data);
  const type = schema instanceof z.ZodNumber ? "number" : "string";
  return typeof value === type ? value : undefined;
}
