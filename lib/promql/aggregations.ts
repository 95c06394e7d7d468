import { quantileOf, stdvarOf } from "./statistics";
import { filled, grouped, isEmpty, keyOf, type Labels, Refused, type Vector } from "./vector";

/** Which labels tell the groups apart. */
export type GroupLabels = (labels: Labels) => Labels;

/** Of one value after the other: series by series, as they lie in memory. */
const STEP: Readonly<Record<string, (sofar: number, value: number) => number>> = {
  sum: (sofar, value) => sofar + value,
  min: Math.min,
  max: Math.max,
};

/** Of the values that are there at one moment, at least one. */
const AT_ONCE: Readonly<Record<string, (values: Float64Array) => number>> = {
  avg: (values) => values.reduce((all, one) => all + one, 0) / values.length,
  count: ({ length }) => length,
  group: () => 1,
  stdvar: stdvarOf,
  stddev: (values) => Math.sqrt(stdvarOf(values)),
};

const CHOOSING = new Set(["topk", "bottomk", "count_values", "quantile"]);

/** Two hundred megabytes: each different value is a series. */
const MOST_COUNTED = 25_000_000;

/** Whether {@link aggregated} knows it. */
export const isAggregation = (name: string): boolean => name in STEP || name in AT_ONCE || CHOOSING.has(name);

/** @param parameter what stands before the vectors: a number at each moment, or the name of a label */
export function aggregated(
  name: string,
  vectors: readonly Vector[],
  groupOf: GroupLabels,
  parameter: Float64Array | string | undefined,
): Vector[] {
  const labels = new Map<string, Labels>();
  const groups = grouped(vectors, (vector) => {
    const own = groupOf(vector.labels);
    const key = keyOf(own);
    if (!labels.has(key)) labels.set(key, own);
    return key;
  });
  return [...groups].flatMap(([key, group]): Vector[] => {
    const own = labels.get(key) ?? {};
    if (name === "topk" || name === "bottomk") return chosen(group, parameter, name === "topk");
    if (name === "count_values") return counted(group, own, parameter);
    const step = STEP[name];
    if (step !== undefined) return [{ labels: own, values: gone(group, step) }];
    const of = AT_ONCE[name] ?? quantiles;
    return [{ labels: own, values: combined(group, (values, index) => of(values, numberAt(parameter, index))) }];
  });
}

const quantiles = (values: Float64Array, share: number): number => quantileOf(share, values);
const numberAt = (parameter: Float64Array | string | undefined, index: number): number =>
  (typeof parameter === "object" ? parameter[index] : undefined) ?? Number.NaN;

function gone(group: readonly Vector[], step: (sofar: number, value: number) => number): Float64Array {
  const result = filled(group[0]?.values.length ?? 0, Number.NaN);
  for (const { values } of group) {
    for (let index = 0; index < result.length; index++) {
      const value = values[index] ?? Number.NaN;
      const sofar = result[index] ?? Number.NaN;
      if (!Number.isNaN(value)) result[index] = Number.isNaN(sofar) ? value : step(sofar, value);
    }
  }
  return result;
}

/** Moment by moment, of those that have a value. */
function combined(group: readonly Vector[], of: (values: Float64Array, index: number) => number): Float64Array {
  const { length } = group[0]?.values ?? [];
  const result = filled(length, Number.NaN);
  const there = new Float64Array(group.length);
  for (let index = 0; index < length; index++) {
    let count = 0;
    for (const { values } of group) {
      const value = values[index] ?? Number.NaN;
      if (!Number.isNaN(value)) there[count++] = value;
    }
    if (count > 0) result[index] = of(there.subarray(0, count), index);
  }
  return result;
}

function chosen(group: readonly Vector[], parameter: Float64Array | string | undefined, isLargest: boolean): Vector[] {
  const kept = group.map(({ labels, values }) => ({ labels, values: filled(values.length, Number.NaN) }));
  const { length } = group[0]?.values ?? [];
  const order = group.map((_, place) => place);
  const valueAt = (place: number, index: number) => group[place]?.values[index] ?? Number.NaN;
  for (let index = 0; index < length; index++) {
    const there = order.filter((place) => !Number.isNaN(valueAt(place, index)));
    there.sort((a, b) => (isLargest ? valueAt(b, index) - valueAt(a, index) : valueAt(a, index) - valueAt(b, index)));
    for (const place of there.slice(0, Math.max(0, Math.floor(numberAt(parameter, index) || 0)))) {
      const vector = kept[place];
      if (vector !== undefined) vector.values[index] = valueAt(place, index);
    }
  }
  const last = ({ values }: Vector) => values.at(-1) ?? Number.NaN;
  const rank = (vector: Vector) => (Number.isNaN(last(vector)) ? Number.NEGATIVE_INFINITY : isLargest ? last(vector) : -last(vector));
  return kept.filter((vector) => !isEmpty(vector)).sort((a, b) => rank(b) - rank(a) || 0);
}

function counted(group: readonly Vector[], own: Labels, label: Float64Array | string | undefined): Vector[] {
  const counts = new Map<number, Float64Array>();
  for (const { values } of group) {
    for (const [index, value] of values.entries()) {
      if (Number.isNaN(value)) continue;
      const count = counts.get(value) ?? filled(values.length, Number.NaN);
      counts.set(value, count);
      count[index] = (count[index] || 0) + 1;
      if (counts.size * values.length > MOST_COUNTED)
        throw new Refused("count_values() finds too many different values: round() them, or choose a longer step");
    }
  }
  return [...counts].map(([value, values]) => ({ labels: { ...own, [String(label)]: String(value) }, values }));
}
