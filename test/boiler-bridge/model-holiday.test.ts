import fc from "fast-check";
import {
  activeHoliday,
  annotate,
  emptySlot,
  holidayWish,
  isEmptySlot,
  isSameRange,
  slotZero,
  toWire,
} from "../../components/boiler-bridge/model/holiday";
import { firstOfMonth, isDate, isTimeZone, localDate, startOfDay, startOfMonth } from "../../components/boiler-bridge/model/local-date";
import { runs } from "../wide";

const ZONES = ["Europe/Zurich", "UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Santiago", "Asia/Kathmandu", "America/St_Johns"];
const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2040, 0, 1) });
const date = moment.map((ms) => localDate(ms, "UTC"));
const utc = (text: string) => Date.parse(text);

describe("a local date", () => {
  test.each([
    ["the last minute of a year at home", "2026-12-31T22:59:59Z", "Europe/Zurich", "2026-12-31"],
    ["the first minute of a year at home, the old year in UTC", "2026-12-31T23:00:00Z", "Europe/Zurich", "2027-01-01"],
    ["summer time: midnight is two hours before UTC's", "2026-07-18T22:00:00Z", "Europe/Zurich", "2026-07-19"],
    ["the far west, still yesterday", "2026-03-01T10:59:59Z", "Pacific/Pago_Pago", "2026-02-28"],
    ["a leap day", "2028-02-29T12:00:00Z", "UTC", "2028-02-29"],
  ])("%s", (_, at, timeZone, expected) => {
    expect(localDate(utc(at), timeZone)).toBe(expected);
  });

  test.each([
    ["winter", "2026-01-15", "2026-01-14T23:00:00.000Z"],
    ["the day summer time begins", "2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["the day after, an hour shorter", "2026-03-30", "2026-03-29T22:00:00.000Z"],
    ["the day summer time ends", "2026-10-25", "2026-10-24T22:00:00.000Z"],
    ["the day after, an hour longer", "2026-10-26", "2026-10-25T23:00:00.000Z"],
  ])("midnight: %s", (_, day, expected) => {
    expect(new Date(startOfDay(day, "Europe/Zurich")).toISOString()).toBe(expected);
  });

  test("a day without midnight begins when its clocks do", () => {
    // Chile goes from 24:00 on 5 September 2026 to 01:00.
    expect(new Date(startOfDay("2026-09-06", "America/Santiago")).toISOString()).toBe("2026-09-06T04:00:00.000Z");
  });

  test("every moment is in its day, and the day before ends a millisecond earlier", () => {
    fc.assert(
      fc.property(moment, zone, (ms, timeZone) => {
        const day = localDate(ms, timeZone);
        const start = startOfDay(day, timeZone);
        expect(start).toBeLessThanOrEqual(ms);
        expect(ms - start).toBeLessThan(25 * 3600_000);
        expect(localDate(start, timeZone)).toBe(day);
        expect(localDate(start - 1, timeZone) < day).toBe(true);
        expect(localDate(startOfMonth(day, timeZone), timeZone)).toBe(firstOfMonth(day));
      }),
      { numRuns: runs(200) },
    );
  });

  test.each(["2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-4-1", "2026-01-01T00:00", "", "unknown"])(
    "%p is none",
    (text) => {
      expect(isDate(text)).toBe(false);
    },
  );

  test("every day of the calendar is one", () => {
    fc.assert(fc.property(date, isDate));
  });

  test("a time zone is one that the platform knows", () => {
    expect(["Europe/Zurich", "Europe/Atlantis"].map(isTimeZone)).toEqual([true, false]);
  });
});

describe("the empty marker", () => {
  test("is the first of January, whatever year the cloud annotates", () => {
    fc.assert(fc.property(fc.integer({ min: 2000, max: 2100 }), (year) => isEmptySlot(emptySlot(year))));
    expect(emptySlot(2026)).toEqual({ from: "2026-01-01", to: "2026-01-01" });
    expect(isEmptySlot({ from: "2025-01-01", to: "2026-01-01" })).toBe(true);
  });

  test.each([
    ["one day in summer", "2026-07-19", "2026-07-19"],
    ["a holiday from the first of January", "2026-01-01", "2026-01-04"],
    ["one until the first of January", "2025-12-30", "2026-01-01"],
  ])("is not %s", (_, from, to) => {
    expect(isEmptySlot({ from, to })).toBe(false);
  });
});

test.each([
  ["2030-07-19", 2026, "2026-07-19"],
  ["2028-02-29", 2026, "2026-02-28"],
  ["2024-02-29", 2028, "2028-02-29"],
])("the cloud stores %s in %d as %s", (given, year, expected) => {
  expect(annotate(given, year)).toBe(expected);
});

test("dates go to the cloud without seconds", () => {
  expect(toWire("2026-07-19")).toBe("2026-07-19T00:00");
});

describe("switching the holiday on", () => {
  const today = "2026-07-10";

  test.each<[string, string, string | undefined, string | undefined, object]>([
    ["until a later day", today, "2026-07-19", undefined, { from: today, to: "2026-07-19" }],
    ["until today: a holiday of one day", today, today, undefined, { from: today, to: today }],
    ["until the last day of the year", today, "2026-12-31", undefined, { from: today, to: "2026-12-31" }],
    ["on the first of January, for two days", "2027-01-01", "2027-01-02", undefined, { from: "2027-01-01", to: "2027-01-02" }],
    ["while one runs: its beginning stays", today, "2026-07-19", "2026-07-01", { from: "2026-07-01", to: "2026-07-19" }],
    [
      "while one is set that is still to come: it begins when it was to begin",
      today,
      "2026-07-19",
      "2026-07-15",
      { from: "2026-07-15", to: "2026-07-19" },
    ],
    ["until the day on which the one to come begins", today, "2026-07-15", "2026-07-15", { from: "2026-07-15", to: "2026-07-15" }],
    ["until a day before the one to come: it begins now", today, "2026-07-14", "2026-07-15", { from: today, to: "2026-07-14" }],
    [
      "while one is set whose year the cloud has not turned yet",
      "2027-07-10",
      "2027-07-19",
      "2026-07-15",
      { from: "2027-07-15", to: "2027-07-19" },
    ],
    ["while one of last December is still stored", "2027-01-03", "2027-01-05", "2026-12-27", { from: "2027-01-03", to: "2027-01-05" }],
  ])("%s", (_, on, until, existingFrom, range) => {
    expect(holidayWish({ today: on, until, existingFrom })).toEqual({ range });
  });

  test.each<[string, string, string | undefined, string]>([
    ["without a date", today, undefined, "the holiday has no return date; set the date first"],
    ["with something else", today, "2026-02-30", 'the return date "2026-02-30" is no date; use YYYY-MM-DD'],
    ["until yesterday", today, "2026-07-09", "the return date 2026-07-09 is past; use 2026-07-10 or later"],
    [
      "into the next year",
      today,
      "2027-01-05",
      "the return date 2027-01-05 is in another year, and the boiler keeps month and day only; use 2026-12-31 at the latest, the calendar automation continues the holiday in January",
    ],
    [
      "for the first of January alone",
      "2027-01-01",
      "2027-01-01",
      "a holiday that ends on 2027-01-01 can't be told from an unused slot; use 2027-01-02 or later",
    ],
  ])("%s is refused", (_, on, until, refusal) => {
    expect(holidayWish({ today: on, until })).toEqual({ refusal });
  });

  test("every accepted range is active on its first and last day, is not over today, and is no unused slot", () => {
    fc.assert(
      fc.property(date, date, fc.option(date, { nil: undefined }), (on, until, existingFrom) => {
        const wish = holidayWish({ today: on, until, existingFrom });
        if ("refusal" in wish) return;
        const { range } = wish;
        expect(range.to).toBe(until);
        expect(isEmptySlot(range)).toBe(false);
        for (const day of [range.from, until]) expect(activeHoliday([{ index: 0, ...range }], day)).toEqual({ index: 0, ...range });
        expect(slotZero([{ index: 0, ...range }], on)).toBeDefined();
      }),
    );
  });
});

describe("another return date around the turn of a year", () => {
  const DAY_MS = 86_400_000;
  /** Days from two months before a New Year to two months after it. */
  const near = fc.integer({ min: -60, max: 60 });
  const newYear = fc.integer({ min: 2020, max: 2040 }).map((year) => Date.UTC(year, 0, 1));
  const days = fc
    .tuple(newYear, near, near, near)
    .map(([start, ...offsets]) => offsets.map((days) => localDate(start + days * DAY_MS, "UTC")));

  test("leaves the first day of a holiday that is set, whether it has begun or not, and whatever year the cloud annotates", () => {
    fc.assert(
      fc.property(days, ([on = "", existingFrom = "", until = ""]) => {
        const slot = slotZero([{ index: 0, from: existingFrom, to: until }], on);
        const year = Number(on.slice(0, 4));
        fc.pre(slot !== undefined && !isEmptySlot({ from: on, to: until }));
        const to = annotate(until, year);
        expect(holidayWish({ today: on, until: to, existingFrom })).toEqual({ range: { from: annotate(existingFrom, year), to } });
      }),
    );
  });

  test("never starts a holiday today that was to start later, unless it would end before it began", () => {
    fc.assert(
      fc.property(days, ([on = "", existingFrom = "", until = ""]) => {
        const wish = holidayWish({ today: on, until, existingFrom });
        if ("refusal" in wish) return;
        const first = annotate(existingFrom, Number(on.slice(0, 4)));
        expect(wish.range.from).toBe(first <= until ? first : on);
        expect(wish.range.from <= wish.range.to).toBe(true);
      }),
    );
  });
});

test.each([
  ["another year", { from: "2025-07-10", to: "2026-07-19" }, true],
  ["another first day", { from: "2026-07-11", to: "2026-07-19" }, false],
  ["another last day", { from: "2026-07-10", to: "2026-07-18" }, false],
])("a range with %s is the same to the boiler: %#", (_, other, isSame) => {
  expect(isSameRange({ from: "2026-07-10", to: "2026-07-19" }, other)).toBe(isSame);
});

describe("the slots", () => {
  const summer = { index: 0, from: "2026-07-10", to: "2026-07-19" };
  const autumn = { index: 3, from: "2026-10-05", to: "2026-10-11" };
  const unused = { index: 0, from: "2026-01-01", to: "2026-01-01" };

  test.each([
    ["the day before", "2026-07-09", undefined],
    ["the first day", "2026-07-10", summer],
    ["the last day", "2026-07-19", summer],
    ["the day after", "2026-07-20", undefined],
    ["a day of another slot", "2026-10-06", autumn],
  ])("on %s", (_, today, expected) => {
    expect(activeHoliday([summer, autumn], today)).toBe(expected);
  });

  test("the empty marker covers nothing, not even the first of January", () => {
    expect(activeHoliday([unused], "2026-01-01")).toBeUndefined();
    expect(slotZero([unused], "2026-01-01")).toBeUndefined();
  });

  test("a year that the cloud has not turned yet changes nothing", () => {
    const set = { index: 0, from: "2026-01-01", to: "2026-01-06" };
    expect(activeHoliday([set], "2027-01-02")).toBe(set);
  });

  test.each([
    ["still to come", "2026-07-01", true],
    ["running on its last day", "2026-07-19", true],
    ["past", "2026-07-20", false],
  ])("slot zero is set when its holiday is %s: %s", (_, today, isSet) => {
    expect(slotZero([autumn, summer], today)).toBe(isSet ? summer : undefined);
  });

  test("another slot is not the bridge's", () => {
    expect(slotZero([autumn], "2026-10-06")).toBeUndefined();
  });
});
