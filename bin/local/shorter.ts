import { secondsOf } from "../../lib/metrics/promql-time";

/** How many times shorter than deployed every wait is. */
export const SLOWEST = 1;
export const FASTEST = 60;

/** A wait as a configuration writes it, so many times shorter: to the millisecond, and never none where it was some. */
export function shorter(wait: string, speed: number): string {
  const seconds = secondsOf(wait);
  return speed === 1 || seconds === 0 ? wait : `${Math.max(1, Math.round((seconds * 1000) / speed))}ms`;
}
