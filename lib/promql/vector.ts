/** Labels of a series, `__name__` among them where it has one. */
export type Labels = Readonly<Record<string, string>>;

/** A series' values at the moments that are asked for; NaN where it has none, as the store has it. */
export interface Vector {
  readonly labels: Labels;
  readonly values: Float64Array;
}

export type Value =
  | { readonly kind: "vector"; readonly vectors: readonly Vector[] }
  | { readonly kind: "number"; readonly values: Float64Array }
  | { readonly kind: "text"; readonly text: string };

export const NAME = "__name__";

/** An expression that is right, and asks for what is not evaluated here. */
export class Refused extends Error {}

const keys = new WeakMap<Labels, string>();

/** The same for the same labels, in whatever order they stand. */
export function keyOf(labels: Labels): string {
  let key = keys.get(labels);
  if (key === undefined) {
    const pairs = Object.entries(labels).filter(([, value]) => value !== "");
    key = pairs
      .map(([label, value]) => `${label}\u0001${value}`)
      .sort()
      .join("\u0000");
    keys.set(labels, key);
  }
  return key;
}

export function only(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(names.flatMap((name) => (labels[name] ? [[name, labels[name]]] : [])));
}

export function without(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([label, value]) => value !== "" && !names.includes(label)));
}

export const nameless = (labels: Labels): Labels => (NAME in labels ? without(labels, [NAME]) : labels);

export const grouped = <T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
};

export const filled = (length: number, value: number): Float64Array => new Float64Array(length).fill(value);

export const isEmpty = ({ values }: Vector): boolean => values.every(Number.isNaN);

/** A number as a vector of one series. */
export function vectorsOf(value: Value): readonly Vector[] {
  if (value.kind === "text") throw new Error(`the text ${JSON.stringify(value.text)} stands where series belong`);
  return value.kind === "vector" ? value.vectors : [{ labels: {}, values: value.values }];
}

/** A number at each moment: a vector of one series counts as one. @param of whose parameter it is */
export function numbersOf(value: Value | undefined, of: string): Float64Array | undefined {
  if (value === undefined || value.kind === "number") return value?.values;
  if (value.kind === "text") throw new Error(`${of}() takes a number where the text ${JSON.stringify(value.text)} stands`);
  const [first] = value.vectors;
  if (first === undefined || value.vectors.length > 1)
    throw new Error(`${of}() takes one number where ${value.vectors.length} series stand: write scalar(...) around what gives one`);
  return first.values;
}
