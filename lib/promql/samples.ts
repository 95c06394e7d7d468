import { type Rollup, withoutResets } from "./rollups";
import { Refused } from "./vector";

/** Seconds between the samples of a range: of a long one fewer will do for what is drawn. */
const RANGE_SAMPLES = 120;
const MOST_SPARSE = 240;

export function spacingOf(window: number, interval: number): number {
  const wanted = Math.min(MOST_SPARSE, window / RANGE_SAMPLES);
  const spacing = Math.max(interval, interval * Math.floor(wanted / interval));
  // weeks would be thousands of samples for each moment
  return Math.max(spacing, interval * Math.ceil(window / 2000 / interval));
}

/** As old as a sample may be to count as the one before a range (VictoriaMetrics, app/vmselect/promql/rollup.go, getMaxPrevInterval). */
export function oldest(spacing: number): number {
  const [, times] = [[2, 5] as const, [4, 3] as const, [8, 2] as const, [16, 1.5] as const, [32, 1.25] as const].find(
    ([most]) => spacing <= most,
  ) ?? [0, 1.125];
  return spacing * times;
}

/** Of one series: a range of years by the second would fill the memory. */
const MOST_SAMPLES = 1_000_000;

/** The moments of all samples that the ranges before the times need, each once. */
export function sampleTimes(times: Float64Array, window: number, spacing: number): Float64Array {
  const all: number[] = [];
  for (const time of times) {
    let at = spacing * Math.floor((time - window - oldest(spacing)) / spacing);
    const last = all.at(-1);
    if (last !== undefined && at <= last) at = last + spacing;
    if (all.length + (time - at) / spacing > MOST_SAMPLES)
      throw new Refused(`more than ${MOST_SAMPLES} samples of each series are not evaluated here: choose a shorter range or a longer step`);
    for (; at <= time; at += spacing) all.push(at);
  }
  return Float64Array.from(all);
}

export interface Ranges {
  /** What is asked for. */
  readonly times: Float64Array;
  readonly window: number;
  /** How old the sample before a range may be. */
  readonly lookBack: number;
  /** @see Source */
  readonly goOn?: () => void;
}

/** In a range it takes a moment, of which there are thousands. */
const MANY_SAMPLES = 1000;

/** The function at each time, of the samples of one series. */
export function rolled(
  { of, isOfCounter }: Rollup,
  ranges: Ranges,
  at: Float64Array,
  values: Float64Array,
  parameter?: Float64Array,
): Float64Array {
  const samples = withoutGaps(at, values);
  const seen = isOfCounter ? withoutResets(samples.values) : samples.values;
  const result = new Float64Array(ranges.times.length);
  // one for all moments: of a page of series there are hundreds of thousands
  const window = { values: seen, times: samples.times, from: 0, to: 0, previous: 0, previousTime: 0, past: 0, at: 0 };
  let [from, to] = [0, 0];
  for (let index = 0; index < result.length; index++) {
    const time = ranges.times[index] ?? 0;
    const start = time - ranges.window;
    while (from < seen.length && (samples.times[from] ?? 0) <= start) from++;
    to = Math.max(to, from);
    while (to < seen.length && (samples.times[to] ?? 0) <= time) to++;
    if (to - from > MANY_SAMPLES) ranges.goOn?.();
    window.from = from;
    window.to = to;
    window.at = time;
    window.past = seen[from - 1] ?? Number.NaN;
    window.previousTime = samples.times[from - 1] ?? Number.NEGATIVE_INFINITY;
    window.previous = from < seen.length && window.previousTime > start - ranges.lookBack ? window.past : Number.NaN;
    result[index] = of(window, parameter?.[index] ?? Number.NaN);
  }
  return result;
}

function withoutGaps(times: Float64Array, values: Float64Array): { readonly times: Float64Array; readonly values: Float64Array } {
  let count = 0;
  for (const value of values) if (!Number.isNaN(value)) count++;
  if (count === values.length) return { times, values };
  return { times: times.filter((_, index) => !Number.isNaN(values[index])), values: values.filter((value) => !Number.isNaN(value)) };
}
