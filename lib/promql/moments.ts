/** The moments that are asked for, in seconds since the epoch; of a single one `step` is what an instant query looks back. */
export interface Moments {
  readonly times: Float64Array;
  readonly step: number;
  /** Of the query, which need not end with the last moment. Without it each moment is a query of its own, as of a rule. */
  readonly range?: { readonly start: number; readonly end: number };
}

export const INSTANT_STEP = 300;

export function moments({ start, end, step }: { readonly start: number; readonly end: number; readonly step: number }): Moments {
  const count = Math.floor((end - start) / step + 1e-9) + 1;
  return { times: Float64Array.from({ length: Math.max(0, count) }, (_, index) => start + index * step), step, range: { start, end } };
}
