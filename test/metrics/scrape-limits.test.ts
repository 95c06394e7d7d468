import { observedExporters } from "../../components/observed";
import { scrapeLimits } from "../../lib/metrics/scrape-limits";
import { counter, declareSeries, histogram, seriesOf } from "../../lib/series";

const some = (names: number) =>
  seriesOf(declareSeries(Object.fromEntries(Array.from({ length: names }, (_, i) => [`fan_${i}_total`, counter("count", "Turns.")]))));

test("a target may say a thousand samples under each declared name, and no exporter less than ten thousand", () => {
  expect(scrapeLimits(some(1))).toEqual({ sampleLimit: 10_000, seriesLimit: 50_000 });
  expect(scrapeLimits(some(40))).toEqual({ sampleLimit: 40_000, seriesLimit: 200_000 });
});

test("a histogram is stored under three names", () => {
  const series = seriesOf(
    declareSeries(Object.fromEntries(["a", "b", "c", "d"].map((name) => [`fan_${name}_seconds`, histogram("seconds", "Wait.")]))),
  );
  expect(scrapeLimits(series).sampleLimit).toBe(12_000);
});

test("no catalogue makes the limit a word without meaning", () => {
  for (const { series } of observedExporters) expect(scrapeLimits(seriesOf(series)).sampleLimit).toBeLessThanOrEqual(50_000);
});
