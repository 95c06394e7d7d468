import fc from "fast-check";
import { parseExpression } from "../lib/metrics/promql";
import {
  counter,
  declareSeries,
  gauge,
  histogram,
  matches,
  matchesNot,
  not,
  sampleNames,
  select,
  seriesOf,
  summary,
  withBuckets,
  withoutQuantiles,
} from "../lib/series";

const fans = declareSeries({
  fan_speed: gauge("count", "Speed.", "fan", "rack?"),
  fan_turns_total: counter("count", "Turns."),
  fan_wait_seconds: histogram("seconds", "Wait.", "fan"),
  fan_stop_seconds: summary("seconds", "Stop.", "fan"),
});

test("a series is declared once, with its own labels and those that only some samples carry", () => {
  expect(seriesOf(fans)[0]).toEqual({
    name: "fan_speed",
    kind: "gauge",
    unit: "count",
    help: "Speed.",
    labels: ["fan"],
    sometimes: ["rack"],
  });
});

test.each([
  ["a name alone", fans.fan_turns_total(), "fan_turns_total"],
  ["a value", fans.fan_speed({ fan: "a" }), 'fan_speed{fan="a"}'],
  ["labels in the order in which they are written", fans.fan_speed({ rack: "1", fan: "a" }), 'fan_speed{rack="1",fan="a"}'],
  ["a label of the target", fans.fan_turns_total({ job: "fans" }), 'fan_turns_total{job="fans"}'],
  ["a value that must not be", fans.fan_speed({ fan: not("a") }), 'fan_speed{fan!="a"}'],
  ["a pattern", fans.fan_speed({ fan: matches("a|b") }), 'fan_speed{fan=~"a|b"}'],
  ["a pattern that must not match", fans.fan_speed({ fan: matchesNot("a.*") }), 'fan_speed{fan!~"a.*"}'],
  ["the buckets of a histogram", fans.fan_wait_seconds.bucket({ le: "1" }), 'fan_wait_seconds_bucket{le="1"}'],
  ["the count of a histogram", fans.fan_wait_seconds.count({ fan: "a" }), 'fan_wait_seconds_count{fan="a"}'],
  ["a quantile of a summary", fans.fan_stop_seconds({ quantile: "0.9" }), 'fan_stop_seconds{quantile="0.9"}'],
  ["the sum of a summary", fans.fan_stop_seconds.sum(), "fan_stop_seconds_sum"],
])("%s", (_, selector, text) => {
  expect(selector).toBe(text);
});

test("a misspelt name or label is refused by the compiler", () => {
  // Checked by tsc: a line below that compiles is an unused @ts-expect-error. Never called.
  const mistakes = () => [
    // @ts-expect-error: there is no such series
    fans.fan_sped,
    // @ts-expect-error: misspelt
    fans.fan_speed({ fna: "a" }),
    // @ts-expect-error: a series without labels has those of its target alone
    fans.fan_turns_total({ fan: "a" }),
    // @ts-expect-error: a histogram has no samples under its own name
    fans.fan_wait_seconds({}),
    // @ts-expect-error: not declared, and none that a histogram has by itself
    fans.fan_wait_seconds.bucket({ quantile: "0.5" }),
    // @ts-expect-error: only a histogram has buckets
    withBuckets(gauge("count", "Speed."), [1]),
  ];
  expect(mistakes).toBeInstanceOf(Function);
});

test("a histogram with buckets is a histogram", () => {
  const { waits } = declareSeries({ waits: withBuckets(histogram("seconds", "Wait.", "fan"), [0.5, 2]) });
  expect(waits.series.buckets).toEqual([0.5, 2]);
  expect(waits.bucket({ fan: "a", le: "2" })).toBe('waits_bucket{fan="a",le="2"}');
});

test("any value comes out of the engine's reader as it went in", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      const { errors, selectors } = parseExpression(select("up")({ job: value }));
      expect([errors, selectors]).toEqual([[], [{ name: "up", matchers: [{ label: "job", op: "=", value }] }]]);
    }),
  );
});

test("a summary without quantiles is two names", () => {
  const { run_seconds } = declareSeries({ run_seconds: withoutQuantiles(summary("seconds", "Run.", "group")) });
  expect(sampleNames(run_seconds.series).map(({ name }) => name)).toEqual(["run_seconds_sum", "run_seconds_count"]);
});

test("samples are stored under one name, or under three", () => {
  expect(seriesOf(fans).map((series) => sampleNames(series).map(({ name, labels }) => [name, ...labels].join(" ")))).toEqual([
    ["fan_speed fan"],
    ["fan_turns_total"],
    ["fan_wait_seconds_bucket fan le", "fan_wait_seconds_sum fan", "fan_wait_seconds_count fan"],
    ["fan_stop_seconds fan quantile", "fan_stop_seconds_sum fan", "fan_stop_seconds_count fan"],
  ]);
});
