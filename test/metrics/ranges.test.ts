import { looksOf } from "../../lib/metrics/ranges";

const found = (expr: string) =>
  looksOf(expr).map(({ selector, seconds, times }) => ["name" in selector ? selector.name : selector.namePattern, seconds, times]);

test("a selector reads the last sample, or those of its range", () => {
  expect(found("a / b")).toEqual([
    ["a", 0, 1],
    ["b", 0, 1],
  ]);
  expect(found('rate(a{x="["}[5m] offset 1h) > on () group_left () b and {__name__=~"c.*"}')).toEqual([
    ["a", 300, 1],
    ["b", 0, 1],
    ["c.*", 0, 1],
  ]);
});

test("a subquery reads at every step, one within another at every step of both", () => {
  expect(found("max_over_time(rate(a[5m])[1h:1m]) + b")).toEqual([
    ["a", 300, 60],
    ["b", 0, 1],
  ]);
  expect(found("max_over_time(max_over_time(a[10m:1m])[1h:10m])")).toEqual([["a", 0, 60]]);
});

test("a step that is not said is the evaluator's", () => {
  expect(found("max_over_time(a[1h:])")).toEqual([["a", 0, 120]]);
});

test("what does not parse reads nothing", () => {
  expect(found("rate(a[5m]")).toEqual([]);
});
