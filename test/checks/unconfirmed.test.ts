import { unconfirmed } from "../../lib/checks/unconfirmed";
import type { Platform } from "../../lib/platform/platform";
import { declareSeries, gauge, seriesOf, unconfirmed as unseen } from "../../lib/series";
import { SAMPLE_SOURCE } from "../metrics/sample-scrape";
import { addRules, SMALL, sampleAlert, sampleRecord } from "./small-platform";

const series = seriesOf(declareSeries({ fan_dust: unseen(gauge("count", "Dust.")), fan_noise: gauge("count", "Noise.") }));

const withFans = (...rules: Parameters<typeof addRules>): Platform => {
  const platform = addRules(...rules);
  const fans = { name: "fans", job: "fans", series, from: SAMPLE_SOURCE } as const;
  return { ...platform, scrapes: [...platform.scrapes, fans] };
};
const found = (expr: string, severity: "info" | "warning" = "warning") =>
  unconfirmed.run(withFans(sampleAlert({ expr, severity }))).map(({ what }) => what);

test("the example installation passes", () => {
  expect(unconfirmed.run(SMALL)).toEqual([]);
});

test.each([
  "fan_dust > 1",
  '{__name__=~"fan_d.+"} > 1',
  "max(fan_dust) > 1 and fan_dust offset 1h > 1",
  "fan_dust > 1 and on (instance) fan_noise > 1",
  "fan_noise * on (instance) fan_dust > 1",
  "fan_noise > on (instance) fan_dust",
  "fan_dust > 1 unless on (instance) fan_noise > 1",
  "(fan_dust or vector(0)) == 0",
])("a page that rests on %s is refused", (expr) => {
  expect(found(expr)).toEqual(["it pages, and can't without a series that is unconfirmed: nobody has seen the name on a running exporter"]);
});

test.each(["fan_dust > 1 or fan_noise > 1", "fan_noise > 1 unless on (instance) fan_dust > 1"])("it pages without it: %s", (expr) => {
  expect(found(expr)).toEqual([]);
});

test("what pages nobody may rest on it", () => {
  expect(found("fan_dust > 1", "info")).toEqual([]);
});

test("a recording is as good as what it is made of", () => {
  const alert = sampleAlert({ expr: "fan:dust:max > 1" });
  expect(unconfirmed.run(withFans(sampleRecord("fan:dust:max", "max(fan_dust)"), alert))).toHaveLength(1);
  expect(unconfirmed.run(withFans(sampleRecord("fan:dust:max", "max(fan_noise)"), alert))).toEqual([]);
});

test.each([["before"], ["after"]])("a recording is judged by one that is written %s it", (place) => {
  const ofRecording = sampleRecord("fan:dust:highest", "max(fan:dust:max)");
  const rules = (expr: string) => {
    const first = sampleRecord("fan:dust:max", expr);
    return place === "before" ? [first, ofRecording] : [ofRecording, first];
  };
  const alert = sampleAlert({ expr: "fan:dust:highest > 1" });
  expect(unconfirmed.run(withFans(...rules("max(fan_noise)"), alert))).toEqual([]);
  expect(unconfirmed.run(withFans(...rules("max(fan_dust)"), alert))).toHaveLength(1);
});
