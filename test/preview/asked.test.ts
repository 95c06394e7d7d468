import { sinceIn } from "../../bin/preview/asked-times";
import { answered, type Parameters } from "../../bin/preview/store";
import { moments } from "../../lib/promql/moments";
import { START } from "../../lib/world/course";

const times: number[][] = [];
const source = {
  interval: 10,
  names: () => ["up"],
  select: (_: unknown, at: Float64Array) => {
    times.push([...at]);
    return [{ labels: { __name__: "up" }, values: at }];
  },
};
const NOW = START + 6 * 3600;
const ask = (path: string, asked: Parameters) => {
  times.length = 0;
  return answered(path, { query: "up", ...asked }, source, NOW);
};

describe("a moment", () => {
  test.each<[string, string | undefined, number]>([
    ["none is now", undefined, NOW],
    ["nothing is now", "", NOW],
    ["in seconds", "1772604000.5", 1772604000],
    ["in short", "1.7726e9", 1772600000],
    ["a date", "2026-03-04T06:00:00Z", START],
    ["a date elsewhere, with a part of a second", "2026-03-04T07:00:00.25+01:00", START],
  ])("%s: %s", (_, time, expected) => {
    ask("query", { time });
    expect(times).toEqual([[expected]]);
  });

  test.each(["zz", "now", "now-1h", "2026-03-04", "2026-13-04T06:00:00Z", "1e300", "Infinity", "0x10", "1h", " "])("%p is none", (time) => {
    expect(() => ask("query", { time })).toThrow(
      `time "${time}" can't be read: write seconds since the epoch or a date such as 2026-03-04T06:00:00Z`,
    );
  });
});

describe("a range", () => {
  const range = { start: String(START), end: String(START + 60), step: "30" };
  test.each(["30", "30s", "30000ms", "3e1"])("its step may be %s", (step) => {
    ask("query_range", { ...range, step });
    expect(times).toEqual([[...moments({ start: START, end: START + 60, step: 30 }).times]]);
  });

  test.each<[string, Parameters, string]>([
    ["a start that is none", { start: "now-1h" }, 'start "now-1h" can\'t be read'],
    ["an end that is none", { end: "now" }, 'end "now" can\'t be read'],
    ["a step that is none", { step: "1x" }, 'step "1x" can\'t be read: write seconds, more than 0, or a time such as 1m'],
    ["a step of nothing", { step: "0s" }, 'step "0s" can\'t be read'],
    ["a step backwards", { step: "-30" }, 'step "-30" can\'t be read'],
    ["no step", { step: undefined }, "a range needs start, end and step"],
    ["an end before the start", { end: "1000" }, `the end 1000 lies before the start ${START}`],
    ["too many points", { start: "0", step: "1s" }, "more than 11000 points: choose a longer step"],
  ])("%s", (_, asked, message) => {
    expect(() => ask("query_range", { ...range, ...asked })).toThrow(message);
  });
});

describe("since when a fault is there", () => {
  test.each<[string, string | undefined, number]>([
    ["half an hour, in whole minutes", undefined, NOW - 1800],
    ["as it is said", String(NOW - 600), NOW - 600],
    ["the whole time", "2026-03-04T06:00:00Z", START],
  ])("%s", (_, text, expected) => {
    expect(sinceIn(text, NOW + (text === undefined ? 59 : 0))).toBe(expected);
  });

  test("it has begun within the world's days", () => {
    for (const text of ["0", String(START - 1), String(NOW + 1)]) {
      expect(() => sinceIn(text, NOW)).toThrow(
        `since "${text}" lies outside of the world's days, which are from ${START} (2026-03-04T06:00:00Z) to ${NOW} (2026-03-04T12:00:00Z)`,
      );
    }
    for (const text of ["abc", "1e300", "NaN"]) expect(() => sinceIn(text, NOW)).toThrow(`since "${text}" can't be read`);
  });

  test("a world that has just begun has no half hour", () => {
    expect(sinceIn(undefined, START + 60)).toBe(START);
  });
});
