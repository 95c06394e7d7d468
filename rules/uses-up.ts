import { after, type Moment, type SeriesSet } from "../lib/alerts/proof";
import { type Duration, days, minutes, toPrometheus } from "../lib/duration";
import { keptAfter, overAfter } from "./comes-and-goes";

/** In about a week. What is full in four days has begun to be so for hours, of which a part is noise. */
const AHEAD = days(8).seconds;
/** A regression over it hardly sees what comes and goes within an hour, such as logs that are rotated. */
const WINDOW = 120;
const RANGE = toPrometheus(minutes(WINDOW));
/** Minutes until both windows see what goes so many times as fast, whether or not an engine counts a range's beginning. */
const FOUND = WINDOW + 43;

interface UsesUp {
  readonly expr: string;
  readonly for: Duration;
}

/**
 * Not much is left, and it becomes less at a pace that uses it up within {@link AHEAD}: in the last two hours, and in the two before. What
 * is copied there at once is in one of them only, or a little in both for a moment.
 */
export function usesUp(isLow: string, left: string, holds: Duration): UsesUp {
  const pace = (then: string) => `-deriv(${left}[${RANGE}]${then}) > ${left} / ${AHEAD}`;
  return { expr: [isLow, `and ${pace("")}`, `and ${pace(` offset ${RANGE}`)}`].join("\n"), for: holds };
}

/** Of what is left, in a minute. */
const PACE = 60 / AHEAD;

/**
 * The proof of it: series that are just fast enough and just too slow in each of the two windows, and fast in the other.
 *
 * @param of series in which that is left, as samples of each minute
 * @param start what is left in the beginning
 */
export function usesUpProof(of: (left: string) => SeriesSet, start: number, holds: Duration) {
  const wait = holds.seconds / 60;
  /** What is left, where so many times as much goes in a minute as would just use it up. */
  const falling = (...steps: readonly (readonly [minutes: number, pace: number])[]): SeriesSet => {
    const values = [start];
    for (const [length, pace] of steps)
      for (let minute = 0; minute < length; minute++) values.push((values.at(-1) ?? 0) * (1 - pace * PACE));
    return of(values.map((value) => Math.round(value)).join(" "));
  };
  const [fast, over, under] = [3.3, 1.05, 0.95];
  const slows = (to: number) => falling([250, fast], [300, to]);
  const quickens = (from: number) => falling([300, from], [200, fast]);
  return {
    fires: [
      after(minutes(125 + FOUND + wait), falling([125, 0], [400, fast])),
      keptAfter(minutes(250 + 95), slows(under)),
      keptAfter(minutes(250 + WINDOW + 30), slows(over)),
      keptAfter(minutes(300 + 95), quickens(over)),
    ],
    silent: [
      overAfter(minutes(250 + WINDOW + 5), slows(under)),
      after(minutes(300 + 105 + wait), quickens(under)),
      // a tenth of it within half an hour, in the moment at which both see of it
      after(minutes(100 + WINDOW + 20), falling([100, 0], [30, 40], [300, 0])),
    ],
  } as const satisfies { readonly fires: readonly Moment[]; readonly silent: readonly Moment[] };
}
