import { Cron } from "croner";
import { remembered } from "../remembered";
import type { Calendar } from "./expression";

const DAY_MS = 86_400_000;

/** A day by its number since the epoch, in a calendar without time zones. */
export type DayNumber = number;

export const dayNumber = (at: number): DayNumber => Math.floor(at / DAY_MS);

/** The days on which the schedule runs, from the one on, in order; `count` days are looked at. */
export function matchingDays(calendar: Calendar, from: DayNumber, count: number): readonly DayNumber[] {
  const pattern = dayPattern(calendar);
  return pattern === undefined ? [] : daysOf(JSON.stringify([pattern, from, count]));
}

/** Most schedules share few patterns of days. */
const daysOf = remembered((key: string): readonly DayNumber[] => {
  const [pattern, from, count] = JSON.parse(key) as [string, number, number];
  if (pattern === "0 0 * * *") return Array.from({ length: count }, (_, n) => from + n);
  const cron = new Cron(pattern, { timezone: "UTC", paused: true });
  const days: DayNumber[] = [];
  const end = new Date((from + count) * DAY_MS);
  for (let at = cron.nextRun(new Date(from * DAY_MS - 1)); at && at < end; at = cron.nextRun(at)) days.push(dayNumber(at.getTime()));
  return days;
});

const MONTHS = 12;
const DATES = 31;
const WEEKDAYS = 7;
const ANY = "*";

/** Midnight of each of its days, as the library reads it; undefined where there is none. */
function dayPattern({ daysOfMonth, months, daysOfWeek, isEveryDayOfOne }: Calendar): string | undefined {
  const listed = (values: readonly number[], all: number) => (values.length === all ? ANY : values.join(","));
  const [dates, weekdays] = [listed(daysOfMonth, DATES), listed(daysOfWeek, WEEKDAYS)];
  const both = daysIn(dates, weekdays, isEveryDayOfOne);
  // Kubernetes takes a list of commas alone, which is empty
  return both === undefined || months.length === 0 ? undefined : `0 0 ${both[0]} ${listed(months, MONTHS)} ${both[1]}`;
}

/** The library takes a day of either list where both are lists, and one of both where one is a star. */
function daysIn(dates: string, weekdays: string, isBoth: boolean): readonly [string, string] | undefined {
  if (isBoth) return dates === "" || weekdays === "" ? undefined : [dates, weekdays];
  if (dates === ANY || weekdays === ANY) return [ANY, ANY];
  if (dates === "") return weekdays === "" ? undefined : [ANY, weekdays];
  return weekdays === "" ? [dates, ANY] : [dates, weekdays];
}
