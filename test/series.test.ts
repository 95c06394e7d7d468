import { declareSeries, gauge, histogram, sampleNames, withBuckets } from "../lib/series";

const weather = declareSeries({
  weather_degrees: gauge("celsius", "Outside."),
  weather_rain: gauge("ratio", "Chance of rain.", "station", "model?"),
  weather_report_seconds: withBuckets(histogram("seconds", "Time that a report takes.", "station"), [0.5, 2]),
});

test("a histogram with buckets is a histogram", () => {
  const { series, bucket } = weather.weather_report_seconds;
  expect(series.buckets).toEqual([0.5, 2]);
  expect(sampleNames(series)[0]).toEqual({ name: "weather_report_seconds_bucket", labels: ["station", "le"], sometimes: [] });
  expect(bucket({ station: "north", le: "2" })).toBe('weather_report_seconds_bucket{station="north",le="2"}');
});

test("the types refuse a label that a series does not have", () => {
  expect(weather.weather_rain({ station: "north", model: "wide", job: "weather" })).toBe(
    'weather_rain{station="north",model="wide",job="weather"}',
  );
  // Checked by tsc: a line below that compiles is an unused @ts-expect-error. Never called.
  const mistakes = () => [
    // @ts-expect-error: misspelt
    weather.weather_rain({ sation: "north" }),
    // @ts-expect-error: a series without labels has those of its target alone
    weather.weather_degrees({ station: "north" }),
    // @ts-expect-error: not declared, and none that a histogram has by itself
    weather.weather_report_seconds.bucket({ quantile: "0.5" }),
    // @ts-expect-error: only a histogram has buckets
    withBuckets(gauge("celsius", "Outside."), [1]),
  ];
  expect(mistakes).toBeInstanceOf(Function);
});
