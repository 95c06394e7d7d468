import { type Duration, days } from "../duration";
import type { Luck } from "./luck";

/** The first moment at which anything is judged, in seconds since the epoch: a Wednesday morning. */
export const START = Date.UTC(2026, 2, 4, 6) / 1000;

/** A sample's value, by seconds from {@link START}: before it there is a past. */
type At = (seconds: number, luck: Luck) => number;

/** How a number goes that only counts up. */
export interface Counting {
  readonly goes: "up";
  readonly at: At;
}

/** How a number goes that may go anywhere. */
export interface Standing {
  readonly goes: "anywhere";
  readonly at: At;
  /** A count that is an average. @default - whole, where it counts things */
  readonly isFraction?: true;
}

export type Course = Counting | Standing;

/** What a histogram or a summary is given. */
export interface Taking {
  readonly goes: "into buckets";
  readonly count: Counting;
  /** Half of them are below it. */
  readonly typical: number;
  /** Upper bounds of the buckets, without the last, `+Inf`. @default - those of the declaration, or a handful around the typical value */
  readonly bounds?: readonly number[];
  /** @default - what VictoriaMetrics gives */
  readonly quantiles?: readonly number[];
}

const standing = (at: At): Standing => ({ goes: "anywhere", at });

export const still = (value: number): Standing => standing(() => value);

/** Never further from `value` than `swing`, and never fast. */
export const around = (value: number, swing = value / 10): Standing =>
  standing((seconds, { a, b }) => value + swing * (0.6 * wave(seconds, 3000 + 2000 * b, a) + 0.4 * wave(seconds, 500 + 400 * a, b)));

/** A count that is no whole number, such as a load. */
export const averaging = (course: Standing): Standing => ({ ...course, isFraction: true });

const [LEAST_LIFE, MORE_LIFE] = [days(5).seconds, days(20).seconds];

/** Since a start that lies days back, a little faster and a little slower by turns. */
export const counts = (perSecond: number): Counting => ({
  goes: "up",
  at: (seconds, { a, b }) => {
    const [period, lived] = [4000 + 2000 * a, seconds + LEAST_LIFE + MORE_LIFE * b];
    // a fifth faster at most: its slope never gets below four fifths
    return perSecond * (lived + ((0.2 * period) / TURN) * (1 + wave(lived, period, a)));
  },
});

/** The same at each moment, for what is counted at both ends, or in part by another: by {@link counts} each goes its own way. */
export const evenly = (perSecond: number): Counting => ({
  goes: "up",
  at: (seconds, { b }) => perSecond * (seconds + days(5).seconds + days(20).seconds * b),
});

/** What was counted long ago, and nothing since; also what its exporter calls a counter and is set. */
export const counted = (value: number): Counting => ({ goes: "up", at: () => value });

/** What counts nothing as long as all is well. */
export const never = counted(0);

/** A moment that is always that long past. */
export const ago = (duration: Duration): Standing => standing((seconds) => START + seconds - duration.seconds);

/** A moment that far before everything. */
export const since = (duration: Duration): Standing => still(START - duration.seconds);

/** A moment that far after the beginning. */
export const ahead = (duration: Duration): Standing => still(START + duration.seconds);

/** When what happens again and again last happened; `phase` for moments that belong together. @default phase - by luck */
export const lately = (every: Duration, phase?: number): Standing =>
  standing((seconds, { a }) => START + occurrence(seconds, every, phase ?? a) * every.seconds);

/** How many days ago that was: teeth of a saw. */
export const daysSince = (every: Duration): Standing =>
  standing((seconds, { a }) => (seconds - occurrence(seconds, every, a) * every.seconds) / days(1).seconds);

/** When it happens next. */
export const next = (every: Duration, phase?: number): Standing =>
  standing((seconds, { a }) => START + (occurrence(seconds, every, phase ?? a) + 1) * every.seconds);

const occurrence = (seconds: number, every: Duration, phase: number): number => Math.floor(seconds / every.seconds + phase) - phase;

export const taking = (perSecond: number, typical: number, more: Pick<Taking, "bounds" | "quantiles"> = {}): Taking => ({
  goes: "into buckets",
  count: counts(perSecond),
  typical,
  ...more,
});

const TURN = 2 * Math.PI;
const wave = (seconds: number, period: number, phase: number): number => Math.sin(TURN * (seconds / period + phase));
