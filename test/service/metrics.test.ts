import { Registry } from "prom-client";
import { counter, declareSeries, gauge, histogram, seriesOf, summary, withBuckets } from "../../lib/series";
import { createRegistry, type Metrics, makeMetrics } from "../../lib/service/metrics";
import { processSeries } from "../../lib/service/process-series";

const weather = declareSeries({
  weather_reports_total: counter("count", "Reports.", "station", "reason?"),
  weather_degrees: gauge("celsius", "Outside."),
  weather_report_seconds: withBuckets(histogram("seconds", "Time that a report takes.", "station"), [0.5, 2]),
});

test("a metric is made of its declaration alone: kind, help, labels and buckets", async () => {
  const registry = new Registry();
  const metrics = makeMetrics(weather, registry);
  metrics.weather_reports_total.inc({ station: "north" });
  metrics.weather_reports_total.inc({ station: "south", reason: "fog" }, 2);
  metrics.weather_degrees.set(-3);
  metrics.weather_report_seconds.observe({ station: "north" }, 1);
  expect((await registry.metrics()).trim().split("\n")).toEqual([
    "# HELP weather_reports_total Reports.",
    "# TYPE weather_reports_total counter",
    'weather_reports_total{station="north"} 1',
    'weather_reports_total{station="south",reason="fog"} 2',
    "",
    "# HELP weather_degrees Outside.",
    "# TYPE weather_degrees gauge",
    "weather_degrees -3",
    "",
    "# HELP weather_report_seconds Time that a report takes.",
    "# TYPE weather_report_seconds histogram",
    'weather_report_seconds_bucket{le="0.5",station="north"} 0',
    'weather_report_seconds_bucket{le="2",station="north"} 1',
    'weather_report_seconds_bucket{le="+Inf",station="north"} 1',
    'weather_report_seconds_sum{station="north"} 1',
    'weather_report_seconds_count{station="north"} 1',
  ]);
});

test("a value that is looked up is looked up at each scrape", async () => {
  const registry = new Registry();
  let degrees = 20;
  makeMetrics(weather, registry, { weather_degrees: (metric) => metric.set(degrees++) });
  expect(await registry.getSingleMetricAsString("weather_degrees")).toMatch(/ 20$/);
  expect(await registry.getSingleMetricAsString("weather_degrees")).toMatch(/ 21$/);
});

test("every service begins with the series of its process, none of them at 0", async () => {
  const found = await createRegistry().getMetricsAsJSON();
  expect(found.map(({ name }) => name)).toEqual(seriesOf(processSeries).map(({ name }) => name));
  expect(found.filter(({ values }) => !values.every(({ value }) => value > 0))).toEqual([]);
});

test("the CPU time is counted once, however often it is asked", async () => {
  const registry = createRegistry();
  const asked = async () => Number((await registry.getSingleMetricAsString("process_cpu_seconds_total")).split(" ").at(-1));
  const [first, second] = [await asked(), await asked()];
  expect(second).toBeGreaterThanOrEqual(first);
  expect(second).toBeLessThan(first * 1.5);
});

test("the types refuse what the declaration does not say", () => {
  // Checked by tsc: a line below that compiles is an unused @ts-expect-error. Never called.
  const mistakes = (metrics: Metrics<typeof weather>, registry: Registry) => [
    // @ts-expect-error: no such series
    metrics.weather_report_total.inc(),
    // @ts-expect-error: misspelt
    metrics.weather_reports_total.inc({ sation: "north" }),
    // @ts-expect-error: a label that is not declared
    metrics.weather_reports_total.inc({ station: "north", country: "ch" }),
    // @ts-expect-error: one that every sample has is missing
    metrics.weather_reports_total.inc({ reason: "fog" }),
    // @ts-expect-error: all are missing
    metrics.weather_reports_total.inc(),
    // @ts-expect-error: it has no label
    metrics.weather_degrees.set({ station: "north" }, 1),
    // @ts-expect-error: a counter is not set
    metrics.weather_reports_total.set({ station: "north" }, 1),
    // @ts-expect-error: no such series to look up
    makeMetrics(weather, registry, { weather_celsius: () => {} }),
    // @ts-expect-error: nothing of ours makes a summary
    makeMetrics(declareSeries({ weather_rain: summary("count", "Rain.") }), registry),
  ];
  expect(mistakes).toBeInstanceOf(Function);
});
