import { secondsOf } from "../metrics/promql-time";

/** Steps that the application rounds to, in seconds (Grafana, packages/grafana-data/src/datetime/rangeutil.ts). */
const STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800, 2_592_000];

/** Seconds between the points of a graph of that width. @param least what the data source says that it is scraped by */
export function stepOf(rangeSeconds: number, points: number, least: number): number {
  const wanted = rangeSeconds / Math.max(1, points);
  const nearest = STEPS.find((step, index) => wanted <= (step + (STEPS[index + 1] ?? step)) / 2) ?? 31_536_000;
  return Math.max(least, nearest);
}

/** A range that holds four samples and the step before. */
export const rateIntervalOf = (step: number, least: number): number => Math.max(step + least, 4 * least);

export function inPromql(seconds: number): string {
  for (const [unit, size] of [
    ["d", 86_400],
    ["h", 3600],
    ["m", 60],
  ] as const)
    if (seconds >= size && seconds % size === 0) return `${seconds / size}${unit}`;
  return `${seconds}s`;
}

/** `now`, `now-6h`, a date, or milliseconds since the epoch. @throws where it is none of them */
export function momentOf(text: string, now: number): number {
  const relative = /^now(?:-((?:\d+(?:ms|[smhdwy]))+))?(?:\/\w)?$/.exec(text);
  if (relative !== null) return now - secondsOf(relative[1] ?? "") * 1000;
  const number = text === "" ? Number.NaN : Number(text);
  const moment = Number.isNaN(number) ? Date.parse(text) : number;
  if (Number.isFinite(moment)) return moment;
  throw new Error(`"${text}" is no moment; write now, now-6h, a date such as 2026-01-31, or milliseconds since the epoch`);
}
