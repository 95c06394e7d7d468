import { twins } from "../../lib/checks/twins";
import { declareSeries, gauge, seriesOf } from "../../lib/series";
import { SAMPLE_SOURCE } from "../metrics/sample-scrape";
import { addRules, SMALL, sampleAlert, sampleRecord } from "./small-platform";

const series = seriesOf(declareSeries({ fan_speed: gauge("count", "Speed."), fan_noise: gauge("count", "Noise.") }));

const found = (...rules: Parameters<typeof addRules>) => {
  const platform = addRules(...rules);
  const scrapes = [
    { name: "fans", job: "fans", series, from: SAMPLE_SOURCE },
    { name: "cellar", job: "cellar", series: series.slice(0, 1), from: SAMPLE_SOURCE },
  ];
  return twins.run({ ...platform, scrapes: [...platform.scrapes, ...scrapes] });
};

test("the example installation passes", () => {
  expect(twins.run(SMALL)).toEqual([]);
});

test.each(["fan_speed > 1", '{__name__=~"fan_.+"} > 1', 'fan_speed{job="fans"} > 1 and fan_speed offset 1h > 1'])(
  "a rule that asks %s of nobody in particular is refused",
  (expr) => {
    expect(found(sampleAlert({ expr }))).toEqual([
      {
        where: expect.stringContaining("rules/"),
        what: 'several exporters give "fan_speed", and it does not say whose it asks: cellar, fans',
        fix: "ask the job of the one that is meant, from its scrape's declaration; matches(...) where several are",
      },
    ]);
  },
);

test("so is a recording", () => {
  expect(found(sampleRecord("fan:speed:max", "max(fan_speed)"))).toHaveLength(1);
});

test("with a job it may be asked, and so may what one exporter alone gives, and what every target has", () => {
  const asked = [
    'fan_speed{job="fans"} > 1',
    'fan_speed{job=~"fans|cellar"} > 1',
    "fan_noise > 1",
    "up == 0",
    "scrape_duration_seconds > 9",
  ];
  expect(found(...asked.map((expr, index) => sampleAlert({ expr }, `FanStopped${index}`)))).toEqual([]);
});
