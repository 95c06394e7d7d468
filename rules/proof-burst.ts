import { after, type SeriesSet } from "../lib/alerts/proof";
import { minutes } from "../lib/duration";

interface Burst {
  /** What `increase` has to be over. */
  readonly over: number;
  /** Of the increase, in minutes. */
  readonly range: number;
  /** `for`, in minutes; three less than the range at most. @default - none */
  readonly wait?: number;
}

const BEGINS = 10;

/**
 * The proof of an increase: one more than it has to be over, in two steps that only the whole range holds both of; and as silent ones
 * just as much as it may be, and two steps that are never in one range.
 */
export function burstProof(of: (values: string) => SeriesSet, { over, range, wait = 0 }: Burst) {
  const [first, second] = [Math.ceil((over + 1) / 2), Math.floor((over + 1) / 2)];
  const steps = (gap: number, later: number) => of(`0x${BEGINS - 1} ${first}x${gap - 1} ${first + later}x90`);
  const gap = Math.max(1, range - 3 - wait);
  return {
    fires: after(minutes(BEGINS + gap + wait), steps(gap, second)),
    silent: [steps(gap, second - 1), after(minutes(BEGINS + range + wait), steps(range, second))],
  } as const;
}
