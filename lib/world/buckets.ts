import type { Taking } from "./course";

/** Around a typical value, where nobody says what buckets there are. */
const FACTORS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUANTILES = [0.5, 0.9, 0.97, 0.99, 1];

/** How steeply shares rise around the typical value: one in a thousand is ten times as large. */
const SLOPE = 3;

/** The upper bounds of a histogram's buckets, without the last. */
export function boundsOf({ typical, bounds }: Taking, declared: readonly number[] | undefined): readonly number[] {
  return bounds ?? declared ?? FACTORS.map((factor) => Number((factor * typical).toPrecision(6)));
}

export const quantilesOf = ({ quantiles = QUANTILES }: Taking): readonly number[] => quantiles;

/** How many of `count` are at most `bound`: never fewer with a larger count, nor with a larger bound. */
export function below(bound: number, { typical }: Taking): (count: number) => number {
  // asked millions of times
  const divisor = 1 + (typical / bound) ** SLOPE;
  return (count) => Math.floor(count / divisor);
}

/** The value of a quantile; of the last one the largest that is worth a thought. */
export const atQuantile = (share: number, { typical }: Taking): number => typical * (1 / Math.max(1e-4, 1 - share) - 1) ** (1 / SLOPE);

/** The average is a fifth above the typical one, because there are large ones and none below zero. */
export const sumOf = (count: number, { typical }: Taking): number => count * typical * (Math.PI / SLOPE / Math.sin(Math.PI / SLOPE));
