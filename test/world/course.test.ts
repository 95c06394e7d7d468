import { days, hours, minutes } from "../../lib/duration";
import { ago, ahead, around, counts, lately, never, next, START, since, still } from "../../lib/world/course";
import { luckOf } from "../../lib/world/luck";

const LUCKS = Array.from({ length: 20 }, (_, index) => luckOf(index, "a series"));
const SIX_HOURS = Array.from({ length: 721 }, (_, index) => index * 30);

test("what stands still does", () => {
  expect(LUCKS.map((luck) => still(7).at(300, luck)).every((value) => value === 7)).toBe(true);
});

test("what swings goes no further than it should, and does swing", () => {
  for (const luck of LUCKS) {
    const values = SIX_HOURS.map((seconds) => around(100, 8).at(seconds, luck));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(92);
    expect(Math.max(...values)).toBeLessThanOrEqual(108);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(4);
  }
});

test("what counts never falls, from long before the start, and counts as fast as it says", () => {
  for (const luck of LUCKS) {
    const values = [-days(3).seconds, ...SIX_HOURS].map((seconds) => counts(2).at(seconds, luck));
    expect(values.every((value, index) => value > (values[index - 1] ?? 0))).toBe(true);
    expect(((values.at(-1) ?? 0) - (values[1] ?? 0)) / hours(6).seconds / 2).toBeCloseTo(1, 1);
  }
  expect(LUCKS.map((luck) => never.at(1e6, luck))).toEqual(LUCKS.map(() => 0));
});

test("moments are seconds since the epoch, and go on or stay", () => {
  for (const luck of LUCKS) {
    expect([0, 60].map((seconds) => START + seconds - ago(minutes(5)).at(seconds, luck))).toEqual([300, 300]);
    expect([0, 60].map((seconds) => since(days(1)).at(seconds, luck))).toEqual([START - 86_400, START - 86_400]);
    expect([0, 60].map((seconds) => ahead(days(1)).at(seconds, luck))).toEqual([START + 86_400, START + 86_400]);
    const wrong = SIX_HOURS.filter((seconds) => {
      const [last, coming] = [lately(hours(1)).at(seconds, luck), next(hours(1)).at(seconds, luck)];
      const past = START + seconds - last;
      return past < -1e-3 || past >= hours(1).seconds + 1e-3 || Math.abs(coming - last - hours(1).seconds) >= 5e-4;
    });
    expect(wrong).toEqual([]);
  }
});

test("chance depends on the seed and on the thing, and is the same each time", () => {
  expect(luckOf(1, "a")).toEqual(luckOf(1, "a"));
  expect(luckOf(1, "a")).not.toEqual(luckOf(2, "a"));
  expect(luckOf(1, "a")).not.toEqual(luckOf(1, "b"));
});
