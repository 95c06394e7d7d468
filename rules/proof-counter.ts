import { after, type SeriesSet } from "../lib/alerts/proof";
import { minutes } from "../lib/duration";

/**
 * A counter that grows by `step` in the first minute of every `period`, in promtool's notation. A range of five minutes always holds a
 * step of every fourth minute and sometimes none of every eighth; half the range misses some of the former, twice the range none of the latter.
 */
export function growing(period: number, { step = 1, length = 90 }: { readonly step?: number; readonly length?: number } = {}): string {
  return Array.from({ length: length + 1 }, (_, minute) => step * Math.ceil(minute / period)).join(" ");
}

/** A counter of which nothing comes until the tenth minute, and that much in every minute from then on. */
export const faster = (perMinute: number): string => counted((minute) => (minute < BEGINS ? 0 : perMinute));

/** A counter that stands still but for the tenth minute. */
export const jump = (by: number): string => `0x${BEGINS - 1} ${by}x90`;

const BEGINS = 10;

/** A counter by what comes between each minute and the next. */
export function counted(perMinute: (minute: number) => number, length = 90): string {
  const values = [0];
  for (let minute = 0; minute < length; minute++) values.push((values[minute] ?? 0) + perMinute(minute));
  return values.map((value) => (Number.isSafeInteger(value) ? value : Number(value.toPrecision(12)))).join(" ");
}

/** How often what is asked for fails: `errors` and `rest` come to `all`. */
interface Shares {
  readonly errors: string;
  readonly rest: string;
  readonly all: string;
}

interface ShareAlert {
  readonly threshold: number;
  /** Of both rates, in minutes. */
  readonly range: number;
  /** `for`, in minutes. */
  readonly wait: number;
  /** What the expression adds to all of a second, so that a few are no share. @default - nothing */
  readonly beside?: number;
  /** Asked in a minute; few show what is added. @default - one a second */
  readonly asked?: number;
}

/**
 * The proof of a share of errors: just over it and just under it. In another case there was twice as much to do until half a range after
 * the errors began, which tells the range of the lower rate.
 */
export function shareProof(of: (shares: Shares) => SeriesSet, { threshold, range, wait, beside = 0, asked = 60 }: ShareAlert) {
  const course = (part: number, busyUntil = 0) => {
    const failing = part * threshold * (asked + 60 * beside);
    const errors = (minute: number) => (minute < BEGINS ? 0 : failing);
    const all = (minute: number) => (minute < busyUntil ? 2 : 1) * asked;
    return of({ errors: counted(errors), all: counted(all), rest: counted((minute) => all(minute) - errors(minute)) });
  };
  const half = Math.ceil(range / 2);
  return {
    fires: [
      after(minutes(BEGINS + range + wait), course(1.025)),
      after(minutes(BEGINS + half + range + wait), course(1.025, BEGINS + half)),
    ],
    silent: [course(0.975)],
  } as const;
}

/** What a counter gains in each minute, for how many of them, one stretch after the other. */
export type Steps = readonly (readonly [minutes: number, step: number])[];

/** Parts of one that a sum of floating-point numbers holds exactly: promtool adds up, and a counter that rounding takes back would begin anew. */
const EXACT = 2 ** 20;

/** A counter that goes so from zero on, in promtool's notation. */
export function stepping(steps: Steps): string {
  let value = 0;
  const runs = steps.map(([length, step]) => {
    const exact = Math.round(step * EXACT) / EXACT;
    const first = value + exact;
    value += length * exact;
    return `${first}+${exact}x${length - 1}`;
  });
  return ["0", ...runs].join(" ");
}
