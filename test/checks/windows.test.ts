import { windows } from "../../lib/checks/windows";
import { minutes, seconds } from "../../lib/duration";
import type { Platform } from "../../lib/platform/platform";
import { addRules, SMALL, sampleAlert, sampleRecord, whats } from "./small-platform";

const SLOW = "relay_events_total";
const found = (expr: string) => whats(windows, addRules(sampleAlert({ expr })));

/** The scrape of a series asked every two minutes. */
const slow = (platform: Platform): Platform => ({
  ...platform,
  scrapes: platform.scrapes.map((scrape) =>
    scrape.series.some(({ name }) => name === SLOW) && scrape.from.kind === "service"
      ? { ...scrape, from: { ...scrape.from, endpoints: [{ interval: minutes(2) }] } }
      : scrape,
  ),
});

test("the example installation passes", () => {
  expect(windows.run(SMALL)).toEqual([]);
});

test("a rate of two samples is nothing when one is lost", () => {
  expect(found("rate(up[1m]) > 1")).toEqual([
    "rate(up[1m]) looks at too short a time; its samples come every 30s: with one lost there is nothing to compare",
  ]);
  expect(found("rate(up[2m]) > 1")).toEqual([]);
  expect(found("max_over_time(up[1m]) > 1")).toEqual([]);
});

test("a target that is asked less often needs a longer one", () => {
  const expr = `increase(${SLOW}[5m]) > 1`;
  expect(whats(windows, slow(addRules(sampleAlert({ expr }))))).toEqual([
    `increase(${SLOW}[5m]) looks at too short a time; its samples come every 2m: with one lost there is nothing to compare`,
  ]);
  expect(whats(windows, slow(addRules(sampleAlert({ expr: `increase(${SLOW}[8m]) > 1` }))))).toEqual([]);
});

test("what happens between two evaluations is missed", () => {
  const group = { name: "added", interval: minutes(10), rules: [sampleRecord("a:up:max", "max_over_time(up[5m])")] };
  expect(whats(windows, { ...SMALL, rules: [{ area: "added", groups: [group] }] })).toEqual([
    "max_over_time(up[5m]) looks at too short a time; its samples come every 30s and it is evaluated every 10m",
  ]);
});

test("an alert can't hold for less than an evaluation", () => {
  expect(whats(windows, addRules(sampleAlert({ for: seconds(15) })))).toEqual(["`for` is 15s, and it is evaluated every 30s"]);
  expect(whats(windows, addRules(sampleAlert({ for: seconds(30), keepFiringFor: minutes(1) })))).toEqual([]);
});
