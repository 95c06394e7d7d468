import { unconfirmed } from "../../lib/checks/unconfirmed";
import type { Platform } from "../../lib/platform/platform";
import { declareSeries, gauge, seriesOf, unconfirmed as unseen } from "../../lib/series";
import { addRules, SMALL, sampleAlert, sampleRecord } from "./small-platform";

const series = seriesOf(declareSeries({ fan_dust: unseen(gauge("count", "Dust.")), fan_noise: gauge("count", "Noise.") }));

const withFans = (...rules: Parameters<typeof addRules>): Platform => {
  const platform = addRules(...rules);
  const fans = { name: "fans", job: "fans", series, from: { kind: "pending", until: "the test is over" } } as const;
  return { ...platform, scrapes: [...platform.scrapes, fans] };
};
const found = (expr: string, severity: "info" | "warning" = "warning") =>
  unconfirmed.run(withFans(sampleAlert({ expr, severity }))).map(({ what }) => what);

test("the example installation passes", () => {
  expect(unconfirmed.run(SMALL)).toEqual([]);
});

test.each(["fan_dust > 1", '{__name__=~"fan_d.+"} > 1', "max(fan_dust) > 1 and fan_dust offset 1h > 1"])(
  "a page that rests on %s is refused",
  (expr) => {
    expect(found(expr)).toEqual(["it pages, and every series that it asks is unconfirmed: nobody has seen the name on a running exporter"]);
  },
);

test("beside a confirmed one it may be asked", () => {
  expect(found("fan_dust > 1 and on (instance) fan_noise > 1")).toEqual([]);
});

test("what pages nobody may rest on it", () => {
  expect(found("fan_dust > 1", "info")).toEqual([]);
});

test("a recording is as good as what it is made of", () => {
  const alert = sampleAlert({ expr: "fan:dust:max > 1" });
  expect(unconfirmed.run(withFans(sampleRecord("fan:dust:max", "max(fan_dust)"), alert))).toHaveLength(1);
  expect(unconfirmed.run(withFans(sampleRecord("fan:dust:max", "max(fan_noise)"), alert))).toEqual([]);
});
