/** The values of a template, as far as a label may be read of them, and what is known where one counts as true. */
import { isWhole } from "./template-query";

/** Where samples come from; its query is missing where it can't be told. */
export type Source = "alert" | { readonly query?: string };

export type Value =
  // what the text is given, and the things on the way from there to a label
  | { readonly kind: "data" | "samples" | "sample" | "labels"; readonly source: Source }
  | { readonly kind: "label"; readonly source: Source; readonly labels: readonly string[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "other" };

export const OTHER: Value = { kind: "other" };
export const DATA: Value = { kind: "data", source: "alert" };

/** A label that is known to be there. */
export interface Fact {
  readonly source: Source;
  readonly label: string;
}

/** A value with what is known where it counts as true, and where it doesn't. */
export interface Term {
  readonly value: Value;
  readonly ifTrue: readonly Fact[];
  readonly ifFalse: readonly Fact[];
}

export const plain = (value: Value = OTHER): Term => ({ value, ifTrue: [], ifFalse: [] });

export const isSame =
  (fact: Fact) =>
  ({ source, label }: Fact): boolean =>
    source === fact.source && label === fact.label;

/** The first label that is there, where there are but labels. */
export function firstOf(values: readonly Value[]): Value {
  const labels = values.filter((value) => value.kind === "label");
  const [first] = labels;
  const isOne = labels.length === values.length && labels.every(({ source }) => source === first?.source);
  return first !== undefined && isOne ? { ...first, labels: labels.flatMap((value) => value.labels) } : OTHER;
}

/** What is known of labels that are compared with texts. */
export function compared(name: "eq" | "ne", values: readonly Value[]): Term {
  const facts = values.flatMap((value) =>
    value.kind === "label" && value.labels.length === 1 ? value.labels.map((label) => ({ source: value.source, label })) : [],
  );
  const texts = values.flatMap((value) => (value.kind === "text" && isWhole(value.text) ? [value.text] : []));
  if (facts.length !== 1 || texts.length === 0 || facts.length + texts.length !== values.length) return plain();
  const isFilled = texts.every((text) => text !== "");
  if (!isFilled && texts.length > 1) return plain();
  return isFilled === (name === "eq") ? { value: OTHER, ifTrue: facts, ifFalse: [] } : { value: OTHER, ifTrue: [], ifFalse: facts };
}
