import { quantileOf, stdvarOf } from "./statistics";

/** What a function over a range is given: the samples of the range, and what stands before and behind it (VictoriaMetrics, app/vmselect/promql/rollup.go). */
export interface Window {
  /** Of all samples; those of the range are from `from` up to, not including, `to`. */
  readonly values: Float64Array;
  readonly times: Float64Array;
  readonly from: number;
  readonly to: number;
  /** The sample right before the range, NaN where it is too old or not there. */
  readonly previous: number;
  readonly previousTime: number;
  /** The same however old it is. */
  readonly past: number;
  /** The moment that is asked for. */
  readonly at: number;
}

export interface Rollup {
  readonly of: (window: Window, parameter: number) => number;
  /** A counter that begins again counts on. */
  readonly isOfCounter?: true;
  readonly keepsName?: true;
}

const NONE = Number.NaN;

function delta({ values, from, to, previous, past }: Window): number {
  if (!Number.isNaN(previous)) return from === to ? 0 : (values[to - 1] ?? NONE) - previous;
  if (from === to) return NONE;
  const [first = NONE, last = NONE] = [values[from], values[to - 1]];
  if (!Number.isNaN(past)) return last - past;
  const second = to < values.length || to - from > 1 ? (values[from + 1] ?? first) : first;
  // a new series counts from zero, unless its first value says that it began long ago
  return Math.abs(first) < 10 * (Math.abs(second - first) + 1) ? last : last - first;
}

function perSecond({ values, times, from, to, previous, previousTime }: Window): number {
  const hasPrevious = !Number.isNaN(previous);
  if (hasPrevious && from === to) return 0;
  if (!hasPrevious && to - from < 2) return NONE;
  const [start, since] = hasPrevious ? [previous, previousTime] : [values[from] ?? NONE, times[from] ?? NONE];
  return ((values[to - 1] ?? NONE) - start) / ((times[to - 1] ?? NONE) - since);
}

function atOnce({ values, times, from, to, previous, previousTime }: Window): number {
  if (from === to) return NONE;
  const isSingle = to - from === 1;
  const start = isSingle ? previous : (values[to - 2] ?? NONE);
  const since = isSingle ? previousTime : (times[to - 2] ?? NONE);
  return ((values[to - 1] ?? NONE) - start) / ((times[to - 1] ?? NONE) - since);
}

function lastStep({ values, from, to, previous }: Window): number {
  if (from === to) return Number.isNaN(previous) ? NONE : 0;
  const before = to - from > 1 ? (values[to - 2] ?? NONE) : Number.isNaN(previous) ? 0 : previous;
  return (values[to - 1] ?? NONE) - before;
}

/** Less than that is no change, but what a floating point number can't hold. */
const isSame = (a: number, b: number): boolean => a === b || Math.abs(a - b) < 1e-12 * Math.abs(a);

function changes({ values, from, to, previous, past }: Window): number {
  let before = Number.isNaN(previous) ? past : previous;
  let count = 0;
  let index = from;
  if (Number.isNaN(before)) {
    if (from === to) return NONE;
    before = values[index++] ?? NONE;
    count = 1;
  }
  for (; index < to; index++) {
    const value = values[index] ?? NONE;
    if (isSame(value, before)) continue;
    count++;
    before = value;
  }
  return count;
}

function resets({ values, from, to, previous }: Window): number {
  if (from === to) return Number.isNaN(previous) ? NONE : 0;
  let before = Number.isNaN(previous) ? (values[from] ?? NONE) : previous;
  let count = 0;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? NONE;
    if (value < before && !isSame(value, before)) count++;
    before = value;
  }
  return count;
}

/** The straight line through the samples: its value at the moment that is asked for, and its slope. */
function line({ values, times, from, to, at }: Window): readonly [number, number] {
  const count = to - from;
  if (count === 0) return [NONE, NONE];
  let [v, t, tv, tt, isLevel] = [0, 0, 0, 0, true];
  for (let index = from; index < to; index++) {
    const [value, time] = [values[index] ?? NONE, (times[index] ?? NONE) - at];
    isLevel &&= value === values[from];
    v += value;
    t += time;
    tv += time * value;
    tt += time * time;
  }
  if (isLevel) return [values[from] ?? NONE, 0];
  const spread = tt - (t * t) / count;
  const slope = Math.abs(spread) >= 1e-6 ? (tv - (t * v) / count) / spread : 0;
  return [v / count - (slope * t) / count, slope];
}

const overAll = (of: (samples: Float64Array, parameter: number) => number, more: Partial<Rollup> = {}): Rollup => ({
  of: ({ values, from, to }, parameter) => (from === to ? NONE : of(values.subarray(from, to), parameter)),
  ...more,
});

const sum = (values: Float64Array): number => values.reduce((all, one) => all + one, 0);
const KEEPS = { keepsName: true } as const;

/** Functions over a range, by name. */
export const ROLLUPS: ReadonlyMap<string, Rollup> = new Map<string, Rollup>(
  Object.entries({
    rate: { of: perSecond, isOfCounter: true },
    irate: { of: atOnce, isOfCounter: true },
    increase: { of: delta, isOfCounter: true },
    delta: { of: delta },
    idelta: { of: lastStep },
    deriv: { of: (window) => line(window)[1] },
    predict_linear: {
      of: (window, seconds) => {
        const [value, slope] = line(window);
        return value + slope * seconds;
      },
      ...KEEPS,
    },
    changes: { of: changes },
    resets: { of: resets },
    avg_over_time: overAll((values) => sum(values) / values.length, KEEPS),
    sum_over_time: overAll(sum),
    count_over_time: overAll(({ length }) => length),
    min_over_time: overAll((values) => values.reduce((a, b) => Math.min(a, b)), KEEPS),
    max_over_time: overAll((values) => values.reduce((a, b) => Math.max(a, b)), KEEPS),
    last_over_time: overAll((values) => values.at(-1) ?? NONE, KEEPS),
    present_over_time: overAll(() => 1),
    stdvar_over_time: overAll(stdvarOf),
    stddev_over_time: overAll((values) => Math.sqrt(stdvarOf(values))),
    quantile_over_time: overAll((values, share) => quantileOf(share, values), KEEPS),
  } satisfies Record<string, Rollup>),
);

/** What a counter would have counted without beginning again; one that falls by less than an eighth was only corrected. */
export function withoutResets(values: Float64Array): Float64Array {
  const counted = new Float64Array(values.length);
  let correction = 0;
  let before = values[0] ?? NONE;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? NONE;
    if (value < before) correction += (before - value) * 8 < before ? before - value : before;
    before = value;
    counted[index] = value + correction;
  }
  return counted;
}
