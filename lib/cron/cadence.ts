import { type Calendar, parseSchedule } from "./expression";
import { dayNumber, matchingDays } from "./matching-days";
import { type Zone, zoneOf } from "./zone";

const DAY_SECONDS = 86_400;
const MONTHS = 12;

/** The controller gives a schedule up that has no run within so many years (robfig/cron v3, spec.go). */
const GIVEN_UP_DAYS = 5 * 366;
/** Clocks are put forward and back within it, whenever it begins. */
const CLOCK_DAYS = 2 * 366;
/** Within it 29 February comes twice, also over 2100, which is no leap year. */
const LEAP_DAYS = 13 * 366;

/** A job starts some seconds late and takes its time before it pushes: this much twice a cadence is longer than a gap that it covers. */
const RUN_SECONDS = 600;

/**
 * After how many seconds at most a schedule is to run again: the longest gap between two runs. A job counts as stale after twice that.
 * Where twice the usual gap covers the longest one it is the usual one: the night when clocks are put forward over a run does not make
 * a daily job one of every two days. Of the days on which clocks change by half an hour (Australia/Lord_Howe alone) runs are counted that
 * the controller, which steps by whole hours, leaves out. Undefined for a schedule that is never due.
 * @throws Error that says what Kubernetes would not take
 */
export function cadenceSeconds(schedule: string, timeZone: string | undefined, now: number): number | undefined {
  const parsed = parseSchedule(schedule);
  if (parsed.kind === "every") return parsed.seconds;
  // the schedule's own zone stands where it has one, else the field's; the controller's own clock is UTC, as its image has it
  const zone = (parsed.zone ?? timeZone) || "UTC";
  const gaps = gapsOf(parsed, zone, now);
  if (gaps === undefined) return undefined;
  const { longest, median } = gaps;
  return 2 * median >= longest + RUN_SECONDS ? median : longest;
}

/** In seconds. */
export interface Gaps {
  readonly longest: number;
  readonly median: number;
}

/** Of a calendar in a zone, from now on; undefined where it is never due. */
export function gapsOf(calendar: Calendar, zoneName: string, now: number): Gaps | undefined {
  const today = dayNumber(now);
  const times = calendar.hours.flatMap((hour) => calendar.minutes.map((minute) => 60 * hour + minute));
  const [first, last] = [times[0], times.at(-1)];
  // a day of every month comes soon again
  const days = matchingDays(calendar, today, calendar.months.length === MONTHS ? CLOCK_DAYS : LEAP_DAYS);
  if (first === undefined || last === undefined || days[0] === undefined || days[0] > today + GIVEN_UP_DAYS) return undefined;

  const counted = new Map<number, number>();
  const count = (gap: number, times = 1) => counted.set(gap, (counted.get(gap) ?? 0) + times);
  countByClock(
    zoneOf(zoneName),
    days.filter((day) => day < today + CLOCK_DAYS),
    times,
    count,
  );
  // what lies further ahead is counted as if no clock was ever changed
  const far = days.slice(1).map((day, n) => (day - (days[n] ?? day)) * DAY_SECONDS - (last - first) * 60);
  if (counted.size === 0) for (const gap of far) count(gap);

  const gaps = [...counted].sort(([a], [b]) => a - b);
  const half = gaps.reduce((sum, [, times]) => sum + times, 0) / 2;
  let passed = 0;
  const median = gaps.find(([, times]) => {
    passed += times;
    return passed >= half;
  });
  const [near, furthest] = [gaps.at(-1)?.[0] ?? 0, Math.max(0, ...far)];
  // it is longer by a day, or by what clocks are changed by
  const longest = furthest > near + DAY_SECONDS / 2 ? furthest : near;
  return median && { longest, median: median[0] };
}

/** Counts the gaps between runs at these times of these days, as the zone's clocks show them. A time that they leave out has no run. */
function countByClock(
  zone: Zone,
  days: readonly number[],
  times: readonly number[],
  count: (gap: number, times?: number) => unknown,
): void {
  const within = new Map<number, number>();
  for (const [n, time] of times.slice(1).entries()) {
    const gap = (time - (times[n] ?? time)) * 60;
    within.set(gap, (within.get(gap) ?? 0) + 1);
  }
  let before: number | undefined;
  for (const [n, day] of days.entries()) {
    const isOrdinary = zone.offsetsOn(day).length === 1;
    if (!isOrdinary && days[n - 1] !== day - 1 && isMissed(zone, day)) continue;
    // a day of many runs is a day of the same gaps, but when clocks change
    const asked = isOrdinary ? [times[0], times.at(-1)].filter((time) => time !== undefined) : times;
    const moments = [...new Set(asked.flatMap((time) => zone.momentsOf(day, time)))].sort((a, b) => a - b);
    const [first] = moments;
    if (first === undefined) continue;
    if (before !== undefined) count((first - before) / 1000);
    if (isOrdinary) for (const [gap, times] of within) count(gap, times);
    else for (const [n, moment] of moments.slice(1).entries()) count((moment - (moments[n] ?? moment)) / 1000);
    before = moments.at(-1);
  }
}

/**
 * Where a day has no midnight, as in Egypt in spring, the controller looks for one on the day before, and comes by when it does not run then.
 * West of Greenwich it does not (Go's time.Date takes the other one of two times there).
 */
function isMissed(zone: Zone, day: number): boolean {
  return zone.momentsOf(day, 0).length === 0 && zone.offsetsOn(day).every((offset) => offset > 0);
}
