/** Time and alarms as a value, so that tests can run them. */
export interface Timers {
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Runs something later; the answer calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** The longest that setTimeout takes (2^31 - 1 ms); more would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Holds, pauses and the rate limit must not change when the node's clock is set. */
export const steadyTimers: Timers = {
  now: () => performance.timeOrigin + performance.now(),
  after: (milliseconds, run) => {
    // A whole millisecond more: timers may fire early by less than one.
    const timer = setTimeout(run, Math.min(Math.ceil(Math.max(milliseconds, 0)), LONGEST_MS));
    return () => clearTimeout(timer);
  },
};
