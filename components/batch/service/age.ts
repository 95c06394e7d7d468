import { Refusal } from "./refusal";

const DAY_MS = 86_400_000;
/** Clocks differ; a time zone that is taken for another makes more of it. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** What an age is where there is nothing that could have one (specification, part 6: `storage_backup_age_days == -1`). */
export const NEVER = -1;

/**
 * Days from then to now; both in milliseconds since the epoch.
 * @throws Refusal for a time that lies ahead
 */
export function ageInDays(at: number, now: number, what: string): number {
  if (at > now + CLOCKS_DIFFER_MS) {
    throw new Refusal(`${what} lies ahead, at ${new Date(at).toISOString()}; look at the clocks, and at the time zone of its times`);
  }
  return Math.max(0, now - at) / DAY_MS;
}

/** The age of the newest, {@link NEVER} where there is none. */
export function newestAge(times: readonly number[], now: number, what: string): number {
  return times.length === 0
    ? NEVER
    : ageInDays(
        times.reduce((newest, one) => Math.max(newest, one)),
        now,
        what,
      );
}

/** RFC 3339, as API objects and object stores write it. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Milliseconds since the epoch.
 * @throws Refusal for what is no time
 */
export function timeOf(text: string, what: string): number {
  const at = RFC_3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Refusal(`${what} is "${text.slice(0, 100)}", which is no RFC 3339 time; look at what wrote it`);
  return at;
}

/** A time as something says it. */
export interface Told {
  readonly text: string;
  readonly what: string;
}

/** @throws Refusal for the first that is no time */
export const timesOf = (told: readonly Told[]): number[] => told.map(({ text, what }) => timeOf(text, what));
