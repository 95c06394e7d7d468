import type { SeriesAnswer } from "./frame";

/** How often a range of values was seen at each moment. */
export interface HeatBucket {
  /** Its upper bound, as the series is called. */
  readonly bound: string;
  readonly times: readonly number[];
  readonly counts: readonly (number | null)[];
}

const boundOf = (name: string): number => (/^\+?inf$/i.test(name) ? Number.POSITIVE_INFINITY : Number(name));

/** Lowest first. @param isCumulative each bucket counts what those below it count, as a histogram's do */
export function bucketsOf(series: readonly SeriesAnswer[], isCumulative: boolean): HeatBucket[] {
  const named = series.map((one) => ({ ...one, bound: one.labels.le ?? one.name }));
  const isBounded = named.every(({ bound }) => !Number.isNaN(boundOf(bound)));
  const all = isBounded ? named.sort((a, b) => boundOf(a.bound) - boundOf(b.bound)) : named;
  return all.map(({ bound, times, values }, row) => ({
    bound,
    times,
    counts: values.map((value, column) => {
      if (value === null || !isCumulative) return value;
      // counts of several moments may be a little less than those below them
      return Math.max(0, value - (all[row - 1]?.values[column] ?? 0));
    }),
  }));
}
