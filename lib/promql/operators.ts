import { filled, grouped, isEmpty, keyOf, type Labels, NAME, nameless, only, type Value, type Vector, vectorsOf, without } from "./vector";

export interface Matching {
  readonly isOn: boolean;
  readonly labels: readonly string[];
  /** Whose side has several for one of the other, and what labels come from the one. */
  readonly many?: { readonly side: "left" | "right"; readonly include: readonly string[] };
}

export interface Operator {
  readonly symbol: string;
  readonly isBool: boolean;
  /** @default - all labels have to be alike */
  readonly matching?: Matching;
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "^": (a, b) => a ** b,
  atan2: Math.atan2,
};

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
};

const SETS = ["and", "or", "unless"];

export const isComparison = (symbol: string): boolean => symbol in COMPARISONS;
export const isSet = (symbol: string): boolean => SETS.includes(symbol);

export function operated(operator: Operator, left: Value, right: Value): Value {
  if (left.kind === "text" || right.kind === "text") throw new Error(`${operator.symbol} takes no text`);
  if (isSet(operator.symbol)) return { kind: "vector", vectors: combined(operator, vectorsOf(left), vectorsOf(right)) };
  if (left.kind === "number" && right.kind === "number")
    return { kind: "number", values: calculated({ ...operator, isBool: true }, left.values, right.values) };
  const single = operator.matching === undefined;
  const [leftNumber, rightNumber] = [single ? numberOf(left) : undefined, single ? numberOf(right) : undefined];
  // a vector of one series without labels counts as a number, as the store has it
  if (leftNumber !== undefined && right.kind === "vector") return vector(withNumber(operator, right.vectors, leftNumber, true));
  if (rightNumber !== undefined && left.kind === "vector") return vector(withNumber(operator, left.vectors, rightNumber, false));
  return vector(matched(operator, vectorsOf(left), vectorsOf(right)));
}

const vector = (vectors: readonly Vector[]): Value => ({ kind: "vector", vectors });

function numberOf(value: Value): Float64Array | undefined {
  if (value.kind === "number") return value.values;
  const [first, ...more] = vectorsOf(value);
  return first !== undefined && more.length === 0 && keyOf(first.labels) === "" ? first.values : undefined;
}

const isFilter = ({ symbol, isBool }: Operator): boolean => isComparison(symbol) && !isBool;

function calculated(operator: Operator, left: Float64Array, right: Float64Array, kept = left): Float64Array {
  const { symbol, isBool } = operator;
  const calculate = ARITHMETIC[symbol];
  if (calculate !== undefined) return left.map((value, index) => calculate(value, right[index] ?? Number.NaN));
  const holds = COMPARISONS[symbol];
  if (holds === undefined) throw new Error(`there is no operator ${symbol}`);
  return left.map((value, index) => {
    const other = right[index] ?? Number.NaN;
    if (Number.isNaN(value) || Number.isNaN(other)) return Number.NaN;
    const does = holds(value, other);
    return isBool ? Number(does) : does ? (kept[index] ?? Number.NaN) : Number.NaN;
  });
}

function withNumber(operator: Operator, vectors: readonly Vector[], number: Float64Array, isNumberLeft: boolean): Vector[] {
  return vectors.map(({ labels, values }) => ({
    labels: isFilter(operator) ? labels : nameless(labels),
    values: isNumberLeft ? calculated(operator, number, values, values) : calculated(operator, values, number),
  }));
}

const matchKey =
  (matching: Matching | undefined) =>
  ({ labels }: Vector): string =>
    keyOf(
      matching === undefined
        ? nameless(labels)
        : matching.isOn
          ? only(labels, matching.labels)
          : without(labels, [NAME, ...matching.labels]),
    );

function matched(operator: Operator, left: readonly Vector[], right: readonly Vector[]): Vector[] {
  const { matching } = operator;
  const keyOfGroup = matchKey(matching);
  const rights = grouped(right, keyOfGroup);
  const results: Vector[] = [];
  for (const [key, lefts] of grouped(left, keyOfGroup)) {
    const others = rights.get(key);
    if (others === undefined) continue;
    if (matching?.many === undefined) {
      const [a, b] = [merged(lefts, operator, "left"), merged(others, operator, "right")];
      results.push({ labels: resultLabels(operator, a.labels), values: calculated(operator, a.values, b.values) });
    } else {
      results.push(...joined(operator, matching.many, lefts, others));
    }
  }
  return results;
}

function resultLabels(operator: Operator, labels: Labels): Labels {
  const { matching } = operator;
  const kept = isFilter(operator) ? labels : nameless(labels);
  if (matching === undefined) return kept;
  return matching.isOn ? only(kept, [...matching.labels, ...(isFilter(operator) ? [NAME] : [])]) : without(kept, matching.labels);
}

function joined(operator: Operator, { side, include }: NonNullable<Matching["many"]>, left: readonly Vector[], right: readonly Vector[]) {
  const [many, ones] = side === "left" ? [left, right] : [right, left];
  return many.flatMap((vector) => {
    // those of the one that give the same labels follow one another, as pods of one name do
    const alike = grouped(
      ones.map((one) => ({ one, labels: withIncluded(isFilter(operator) ? vector.labels : nameless(vector.labels), include, one.labels) })),
      ({ labels }) => keyOf(labels),
    );
    return [...alike.values()].map((group): Vector => {
      const single = merged(
        group.map(({ one }) => one),
        operator,
        side === "left" ? "right" : "left",
      );
      const [a, b] = side === "left" ? [vector, single] : [single, vector];
      return { labels: group[0]?.labels ?? {}, values: calculated(operator, a.values, b.values) };
    });
  });
}

function withIncluded(labels: Labels, include: readonly string[], one: Labels): Labels {
  if (include.length === 0) return labels;
  return { ...without(labels, include), ...only(one, include) };
}

/** The one of a side: several may be, where they are not there at the same time. */
function merged(vectors: readonly Vector[], { symbol }: Operator, side: string): Vector {
  const [first, ...more] = vectors;
  if (first === undefined) throw new Error("a group has a series");
  if (more.length === 0) return first;
  const values = first.values.slice();
  for (const other of more) {
    for (const [index, value] of other.values.entries()) {
      if (Number.isNaN(value)) continue;
      if (!Number.isNaN(values[index])) {
        throw new Error(`several series on the ${side} side of ${symbol} have the same labels: ${shown(first)} and ${shown(other)}`);
      }
      values[index] = value;
    }
  }
  return { labels: first.labels, values };
}

const shown = ({ labels }: Vector): string =>
  `{${Object.entries(labels)
    .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
    .join(", ")}}`;

function combined({ symbol, matching }: Operator, left: readonly Vector[], right: readonly Vector[]): Vector[] {
  const keyOfGroup = matchKey(matching);
  const [lefts, rights] = [grouped(left, keyOfGroup), grouped(right, keyOfGroup)];
  const masked = ({ labels, values }: Vector, others: readonly Vector[] = [], isWanted: boolean): Vector => {
    const isThere = (index: number) => others.some((other) => !Number.isNaN(other.values[index]));
    return { labels, values: values.map((value, index) => (isThere(index) === isWanted ? value : Number.NaN)) };
  };
  const result =
    symbol === "or"
      ? [...left, ...right.map((vector) => masked(vector, lefts.get(keyOfGroup(vector)), false))]
      : left.map((vector) => masked(vector, rights.get(keyOfGroup(vector)), symbol === "and"));
  return united(result.filter((vector) => !isEmpty(vector)));
}

/** Those with the same labels as one: the right side of an `or` goes on where the left one ends. */
function united(vectors: readonly Vector[]): Vector[] {
  return [...grouped(vectors, ({ labels }) => keyOf(labels)).values()].flatMap(([first, ...more]): Vector[] => {
    if (first === undefined) return [];
    if (more.length === 0) return [first];
    const values = filled(first.values.length, Number.NaN);
    for (const one of [first, ...more]) for (const [index, value] of one.values.entries()) if (!Number.isNaN(value)) values[index] = value;
    return [{ labels: first.labels, values }];
  });
}
