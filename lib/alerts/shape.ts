/**
 * What the compiler would refuse of a declaration, refused by name: a synth runs without the compiler, and a text
 * where a duration belongs, or a misspelt key, would be taken for nothing in silence.
 */
import { didYouMean } from "../site/did-you-mean";
import { quote, quoteKey } from "../site/quote";

/** What is wrong with a declaration, and what to write. */
export interface ShapeFlaw {
  readonly what: string;
  readonly fix: string;
}

export interface Field {
  readonly isRight: (value: unknown) => boolean;
  /** What it is, with its article: what the value is not. */
  readonly kind: string;
  /** What to write. */
  readonly example: string;
  readonly isOptional?: boolean;
  /** Made from the rest, and written by nobody: no message suggests it. */
  readonly isMade?: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

/** A field for each key of a declaration: a key that its type gains is one here. */
export type FieldsOf<Declaration> = { readonly [Key in keyof Declaration]-?: Field };

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** A mapping whose values are texts. */
export const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((text) => typeof text === "string");

const isWhole = (value: unknown): boolean => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

export const isDuration = (value: unknown): boolean => isObject(value) && isWhole(value.seconds);

/** A list with something in it. */
const isFilled = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isItem);

/** Judged elsewhere. */
export const ANY: Field = { isRight: () => true, kind: "anything", example: "" };
export const MADE: Field = { ...ANY, isMade: true };
export const textField = (example: string): Field => ({ isRight: isText, kind: "text", example });
export const durationField: Field = { isRight: isDuration, kind: "a duration", example: "minutes(5), from lib/duration.ts" };
export const listField = (isItem: (item: unknown) => boolean, kind: string, example: string): Field => ({
  isRight: (value) => isFilled(value, isItem),
  kind,
  example,
});
export const optional = (field: Field): Field => ({ ...field, isOptional: true });

/** Every flaw of an object that should hold these fields and no others. */
export function shapeFlaws(value: Readonly<Record<string, unknown>>, fields: Fields): ShapeFlaw[] {
  const written = Object.keys(fields).filter((key) => !fields[key]?.isMade);
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
  const meant = new Map(unknown.map((key) => [key, didYouMean(key, written)]));
  return [
    ...written.flatMap((key): ShapeFlaw[] => {
      const { isRight, kind, example, isOptional } = fields[key] as Field;
      const given = value[key];
      if (given === undefined) {
        // a key that is misspelt says so itself
        const isMisspelt = [...meant.values()].includes(key);
        return isOptional || isMisspelt ? [] : [{ what: `"${key}" is missing`, fix: `write for example ${key}: ${example}` }];
      }
      return isRight(given) ? [] : [{ what: `"${key}" is ${quote(given)}, not ${kind}`, fix: `write for example ${key}: ${example}` }];
    }),
    ...unknown.map((key) => {
      const near = meant.get(key);
      const rest = near === undefined ? "" : `; did you mean "${near}"?`;
      return { what: `"${quoteKey(key)}" is no key of it${rest}`, fix: `use one of: ${written.join(", ")}` };
    }),
  ];
}
