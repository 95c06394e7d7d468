import type { Selector } from "../../lib/metrics/promql";
import type { Vector } from "../../lib/promql/vector";

/** Thirty megabytes. */
const MOST_VALUES = 4_000_000;

/** What was selected, for the next panel of a page that asks for the same: a recording over weeks takes a tenth of a second. */
export class KeptSelections {
  #all = new Map<string, { readonly times: Float64Array; readonly vectors: readonly Vector[] }>();
  #size = 0;

  of(selector: Selector, times: Float64Array, select: () => readonly Vector[]): readonly Vector[] {
    const key = JSON.stringify([selector, times[0], times.at(-1), times.length]);
    const known = this.#all.get(key);
    if (known?.times.every((time, index) => time === times[index])) return known.vectors;
    const vectors = select();
    this.#size += (vectors.length + 1) * times.length;
    if (this.#size > MOST_VALUES) [this.#all, this.#size] = [new Map(), 0];
    this.#all.set(key, { times, vectors });
    return vectors;
  }
}
