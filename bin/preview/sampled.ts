import { START } from "../../lib/world/course";
import type { WorldSeries } from "../../lib/world/world";

/** Samples of a series that are kept together: an hour of them. */
const CHUNK = 120;
/** A hundred megabytes. */
const MOST_CHUNKS = 100_000;

let chunks = new WeakMap<WorldSeries, Map<number, Float64Array>>();
let count = 0;

/** The values of a series at moments that are multiples of the interval, in seconds since the epoch; NaN where there is no sample. Each is computed once. */
export function sampled(series: WorldSeries, times: Float64Array, interval: number): Float64Array {
  const own = chunks.get(series) ?? new Map<number, Float64Array>();
  chunks.set(series, own);
  // moments far apart would compute an hour for each
  const isDense = times.length > 1 && ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1) <= 4 * interval;
  const result = new Float64Array(times.length);
  let [known, at]: [Float64Array | undefined, number] = [undefined, Number.NaN];
  for (let index = 0; index < times.length; index++) {
    const tick = Math.round((times[index] ?? 0) / interval);
    const place = Math.floor(tick / CHUNK);
    if (place !== at) [known, at] = [own.get(place), place];
    if (known === undefined && isDense) {
      known = new Float64Array(CHUNK);
      for (let offset = 0; offset < CHUNK; offset++) known[offset] = valueAt(series, (place * CHUNK + offset) * interval);
      own.set(place, known);
      count++;
    }
    result[index] = known === undefined ? valueAt(series, tick * interval) : (known[tick - place * CHUNK] ?? Number.NaN);
  }
  if (count > MOST_CHUNKS) [chunks, count] = [new WeakMap(), 0];
  return result;
}

const valueAt = (series: WorldSeries, time: number): number => series.at(time - START) ?? Number.NaN;
