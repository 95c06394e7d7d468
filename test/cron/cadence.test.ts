import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { cadenceSeconds, gapsOf } from "../../lib/cron/cadence";
import { isEverDue, parseSchedule } from "../../lib/cron/expression";
import { isWide } from "../wide";

const HOUR = 3600;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-11-23T16:00:00Z");

/**
 * What the parser that Kubernetes uses, robfig/cron 3.0.1, made of these schedules from NOW on, over two years: zone, schedule, longest gap and
 * median in seconds; `error` for one that it does not take, `never` for one that is never due.
 */
const SEEN = readFileSync(join(__dirname, "kubernetes-schedules.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"));

function longest(zone: string, schedule: string): string {
  try {
    const parsed = parseSchedule(schedule);
    if (parsed.kind === "every") return String(parsed.seconds);
    return String(gapsOf(parsed, parsed.zone ?? (zone || "UTC"), NOW)?.longest ?? "never");
  } catch {
    return "error";
  }
}

test("schedules are read as the controller reads them", () => {
  const differing = SEEN.filter((_, index) => isWide || index % 4 === 0).flatMap(([zone = "", schedule = "", seen]) => {
    const found = longest(zone, schedule);
    return found === seen ? [] : [`${zone} ${schedule}: ${found}, and the controller ${seen}`];
  });
  expect(differing).toEqual([]);
  expect(SEEN.length).toBeGreaterThan(70);
});

test.each([
  ["hourly", "17 * * * *", undefined, HOUR],
  ["daily", "@daily", undefined, DAY],
  ["daily where clocks are changed", "0 3 * * *", "Europe/Berlin", DAY],
  ["daily in the hour that is left out in spring: twice a day covers it", "30 2 * * *", "Europe/Berlin", DAY],
  ["on weekdays: the weekend is the longest gap", "0 9 * * 1-5", undefined, 3 * DAY],
  ["within office hours", "0 9-17 * * *", undefined, 16 * HOUR],
  ["every 25 minutes, which are 10 at the full hour", "*/25 * * * *", undefined, 25 * 60],
  ["on the first of a month", "0 0 1 * *", undefined, 31 * DAY],
  ["on 29 February", "0 0 29 2 *", undefined, 1461 * DAY],
  ["on 29 February, over a year that is none", "0 0 29 2 *", undefined, 2921 * DAY, "2095-01-01T00:00:00Z"],
  ["never", "0 0 31 4 *", undefined, undefined],
  ["an empty list", ", 0 * * *", undefined, undefined],
  ["the schedule's own zone before the field's", "TZ=UTC 0 0 * * 1-5", "Europe/Berlin", 3 * DAY],
  ["an interval", "@every 1h30m", undefined, 5400],
])("%s", (_, schedule, zone, seconds, now = "2026-11-23T16:00:00Z") => {
  expect(cadenceSeconds(schedule, zone, Date.parse(now))).toBe(seconds);
});

test.each([
  ["0 0 * * 7", 'day of the week "7" is not within 0 and 6'],
  ["0 0 L * *", 'day of the month "L" is no number and no name that Kubernetes knows there'],
  ["* * * * * *", 'a schedule has five fields, and "* * * * * *" has 6'],
  ["@reboot", '"@reboot" is no descriptor that Kubernetes knows'],
  ["22-2 * * * *", 'minute "22-2" ends before it begins'],
  ["@every day", '"@every day" has no duration such as 1h30m'],
  ["*/0 * * * *", 'minute "*/0" has a step that is no positive number'],
])("%s is refused with the reason", (schedule, message) => {
  expect(() => cadenceSeconds(schedule, undefined, NOW)).toThrow(message);
});

test("an empty time zone is UTC, as Go has it", () => {
  expect(cadenceSeconds("TZ= 0 0 * * 1-5", "Europe/Berlin", NOW)).toBe(3 * DAY);
});

test("an unknown time zone is refused", () => {
  expect(() => cadenceSeconds("@daily", "Mars/Olympus", NOW)).toThrow(/Mars\/Olympus/);
});

test("whatever a schedule says it is read, or refused, and twice its cadence covers the longest gap", () => {
  const part = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom("*", "?", "1-5", "*/7", "0,30", "jan", "sun-", "5/15", "@every", "TZ=UTC"),
  );
  const schedule = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(" "));
  fc.assert(
    fc.property(schedule, (text) => {
      let seconds: number | undefined;
      try {
        seconds = cadenceSeconds(text, undefined, NOW);
      } catch (error) {
        expect((error as Error).message).not.toBe("");
        return;
      }
      const parsed = parseSchedule(text);
      if (seconds === undefined || parsed.kind === "every") return;
      expect(2 * seconds).toBeGreaterThanOrEqual(gapsOf(parsed, parsed.zone ?? "UTC", NOW)?.longest ?? 0);
    }),
    { numRuns: 60 },
  );
});

test("whether a schedule is ever due is known without a calendar", () => {
  const read = SEEN.filter(([, , seen]) => seen !== "error");
  const differing = read.filter(([, schedule = "", seen]) => isEverDue(parseSchedule(schedule)) !== (seen !== "never"));
  expect(differing).toEqual([]);
  // a weekday is enough beside a date that there is not, unless its step makes it none
  expect(["0 0 31 2 1", "0 0 31 2 */2", "0 0 31 2 */1", "0 0 31 2 ,", ", 0 * * *"].map((text) => isEverDue(parseSchedule(text)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
