import { allows, parseExpression, picks } from "../../lib/metrics/promql";
import { evaluate, moments, type Source } from "../../lib/promql/evaluate";
import { NAME, type Vector } from "../../lib/promql/vector";

/** Series by their notation, with the value at each time. */
const sourceOf = (series: Readonly<Record<string, (time: number) => number>>, interval = 10): Source => ({
  interval,
  select: (selector, times) =>
    Object.entries(series).flatMap(([text, at]): Vector[] => {
      const [own] = parseExpression(text).selectors;
      if (own === undefined || !("name" in own)) throw new Error(text);
      const labels = { [NAME]: own.name, ...Object.fromEntries(own.matchers.map(({ label, value }) => [label, value])) };
      const isPicked =
        picks(selector, own.name) && selector.matchers.every((one) => allows(one, labels[one.label as keyof typeof labels] ?? ""));
      return isPicked ? [{ labels, values: times.map(at) }] : [];
    }),
});

const source = sourceOf({
  'up{job="a", instance="1"}': () => 1,
  'up{job="a", instance="2"}': () => 0,
  'up{job="b", instance="3"}': () => 1,
  'requests{instance="1"}': (time) => 2 * time,
  'requests{instance="2"}': (time) => 3 * (time % 100),
  'size{instance="1", disk="x"}': () => 10,
  'size{instance="1", disk="y"}': () => 30,
  'size{instance="2", disk="x"}': () => 50,
  'name{instance="1", host="one"}': () => 1,
  'name{instance="2", host="two"}': () => 1,
  'late{instance="1"}': (time) => (time < 1000 ? Number.NaN : 5),
  'bucket{le="1"}': () => 2,
  'bucket{le="2"}': () => 8,
  'bucket{le="+Inf"}': () => 10,
});

const at = (expr: string, time = 1000) =>
  evaluate(expr, moments({ start: time, end: time, step: 300 }), source).map(({ labels, values }) => [labels, values[0]]);

describe("an expression at one moment", () => {
  test.each<[string, string, readonly (readonly [Readonly<Record<string, string>>, number])[]]>([
    ["a selector keeps the name", 'up{job="b"}', [[{ __name__: "up", job: "b", instance: "3" }, 1]]],
    ["a pattern is anchored", 'sum(up{job=~"."})', [[{}, 2]]],
    ["a rate is by the second", 'rate(requests{instance="1"}[1m])', [[{ instance: "1" }, 2]]],
    ["a counter that began again counts on", 'increase(requests{instance="2"}[1m])', [[{ instance: "2" }, 180 - 30]]],
    ["an offset looks back", 'requests{instance="1"} offset 5m', [[{ __name__: "requests", instance: "1" }, 1400]]],
    ["a subquery is a range", 'max_over_time(rate(requests{instance="1"}[1m])[1m:10s])', [[{ instance: "1" }, 2]]],
    [
      "by",
      "sum by (job) (up)",
      [
        [{ job: "a" }, 1],
        [{ job: "b" }, 1],
      ],
    ],
    ["without", "max without (instance, disk) (size)", [[{}, 50]]],
    ["the largest are kept whole", "topk(1, size)", [[{ __name__: "size", instance: "2", disk: "x" }, 50]]],
    ["a quantile lies between", "quantile(0.25, size)", [[{}, 20]]],
    [
      "many to one, with a label of the one",
      'size{disk="x"} * on (instance) group_left (host) name',
      [
        [{ instance: "1", disk: "x", host: "one" }, 10],
        [{ instance: "2", disk: "x", host: "two" }, 50],
      ],
    ],
    [
      "a comparison filters, and keeps the left value",
      "size > 20",
      [
        [{ __name__: "size", instance: "1", disk: "y" }, 30],
        [{ __name__: "size", instance: "2", disk: "x" }, 50],
      ],
    ],
    ["bool says whether", "sum(size > bool 20)", [[{}, 2]]],
    ["and, unless, or", "count(size and on (instance) up == 1) or vector(7) unless on () vector(1)", [[{}, 2]]],
    ["or fills in what is not there", "absent_one or vector(7)", [[{}, 7]]],
    ["absent takes the labels that are asked for", 'absent(made_up{a="b", c=~"d"})', [[{ a: "b" }, 1]]],
    ["absent takes none of what is no plain selector", 'absent(made_up{a="b"} offset 5m)', [[{}, 1]]],
    ["nor of an operation", 'absent(made_up{a="b"} - up)', [[{}, 1]]],
    ["a histogram's quantile", "histogram_quantile(0.5, bucket)", [[{}, 1.5]]],
    ["of the last bucket the bound below", "histogram_quantile(0.99, bucket)", [[{}, 2]]],
    [
      "a label is made of another",
      'label_replace(up{job="b"}, "n", "x$1", "instance", "(.)")',
      [[{ __name__: "up", job: "b", instance: "3", n: "x3" }, 1]],
    ],
    ["a power binds before a sign, and to the right", "-2 ^ 2 + 2 ^ 3 ^ 1", [[{}, 4]]],
    ["the time", "time() - 400", [[{}, 600]]],
    ["a vector of one without labels is a number", "size{instance='2'} / sum(size)", [[{ instance: "2", disk: "x" }, 50 / 90]]],
    ["what is not a number is no value", "sum(0 / (up - up)) or vector(1)", [[{}, 1]]],
  ])("%s: %s", (_, expr, expected) => {
    expect(at(expr)).toEqual(expected.map(([labels, value]) => [labels, expect.closeTo(value, 9)]));
  });
});

test("over time a series is there where it has a sample", () => {
  const [late] = evaluate("late", moments({ start: 980, end: 1020, step: 10 }), source);
  expect([...(late?.values ?? [])]).toEqual([Number.NaN, Number.NaN, 5, 5, 5]);
});

test("a graph has at each moment what the moment alone has", () => {
  const grid = { start: 900, end: 1500, step: 60 };
  for (const expr of [
    "rate(requests[2m])",
    "sum by (instance) (increase(requests[3m]))",
    "topk(1, requests)",
    "avg_over_time(requests[1m] offset 1m)",
  ]) {
    const all = evaluate(expr, moments(grid), source);
    for (const [index, time] of moments(grid).times.entries()) {
      const alone = evaluate(expr, moments({ start: time, end: time, step: 60 }), source);
      const there = all.filter(({ values }) => !Number.isNaN(values[index])).map(({ labels, values }) => [labels, values[index]]);
      expect(new Set(there)).toEqual(new Set(alone.map(({ labels, values }) => [labels, values[0]])));
    }
  }
});

describe("a moment that is named counts at all that are shown", () => {
  const shown = { start: 900, end: 1030, step: 60 };
  test.each<[string, string, readonly number[]]>([
    ["the end is that of the query, not the last moment", "requests{instance='1'} @ end()", [2060, 2060, 2060]],
    ["the start", "requests{instance='1'} @ start()", [1800, 1800, 1800]],
    ["a number", "requests{instance='1'} @ 500", [1000, 1000, 1000]],
    ["an offset is before it", "requests{instance='1'} @ 500 offset 100s", [800, 800, 800]],
    ["in whatever order", "requests{instance='1'} offset -100s @ 500", [1200, 1200, 1200]],
    ["parentheses end it", "(requests{instance='1'} @ 500) offset 100s", [1000, 1000, 1000]],
    ["a range", "sum_over_time(requests{instance='1'}[20s] @ 500)", [1980, 1980, 1980]],
    ["a range with an offset", "sum_over_time(requests{instance='1'}[20s] offset 10s @ start())", [3540, 3540, 3540]],
    ["a subquery", "max_over_time(rate(requests{instance='1'}[1m])[1m:10s] @ end())", [2, 2, 2]],
    ["a subquery of samples", "min_over_time(requests{instance='1'}[1m:10s] @ 500)", [900, 900, 900]],
    [
      "the start within a subquery is that of what it reads",
      "max_over_time((requests{instance='1'} @ start())[1m:10s])",
      [1060, 1060, 1060],
    ],
    ["where it is not there", "late{instance='1'} @ start() or vector(7)", [7, 7, 7]],
    ["what is named alone", "requests{instance='1'} - requests{instance='1'} @ start()", [0, 120, 240]],
    ["it binds before what stands before it", "1000 - requests{instance='1'} @ 500 * 2", [-1000, -1000, -1000]],
    ["when a sample was taken", "timestamp(up{job='b'} @ 505)", [500, 500, 500]],
    ["when a sample was taken, before", "timestamp(up{job='b'} offset 5m)", [600, 660, 720]],
    ["absent then", "absent(late @ start())", [1, 1, 1]],
    ["absent in a range then", "absent_over_time(late[1m] @ start())", [1, 1, 1]],
  ])("%s: %s", (_, expr, expected) => {
    expect(evaluate(expr, moments(shown), source).map(({ values }) => [...values])).toEqual([expected]);
  });

  test("the largest at the end are drawn whole", () => {
    const drawn = evaluate("requests and topk(1, requests @ end())", moments({ start: 950, end: 1050, step: 50 }), source);
    expect(drawn.map(({ labels, values }) => [labels.instance, [...values]])).toEqual([["1", [1900, 2000, 2100]]]);
  });

  test("of an instant query the start and the end are its time", () => {
    expect(at("requests{instance='1'} @ end() - requests{instance='1'} @ start() offset 10s")).toEqual([[{ instance: "1" }, 20]]);
  });

  test("a rule's moments have no range", () => {
    expect(() => evaluate("up @ end()", { times: Float64Array.of(900, 960), step: 60 }, source)).toThrow(
      "up @ end() is not evaluated here in a rule, whose range is a moment",
    );
  });
});

describe("what is wrong is said", () => {
  test.each([
    [
      "two series for one",
      "size / on (instance) size",
      'several series on the left side of / have the same labels: {__name__="size", instance="1", disk="x"} and {__name__="size", instance="1", disk="y"}',
    ],
    ["a function that is not there", "holt_winters(requests[5m], 0.1, 0.2)", "the function holt_winters() is not evaluated here"],
    ["a modifier that is not there", "up + fill (1) up", "fills, which is not evaluated here"],
    ["a moment of what has its own", "sum(up) @ 12", "sum(up) @ 12: @ stands behind a selector or a range alone"],
    ["a moment that is none", "up @ inf", "up @ inf: write behind @ start(), end() or seconds since the epoch"],
    ["two moments", "up @ 12 offset 5m @ 13", "up @ 12 offset 5m @ 13 has two @: drop one"],
    ["an expression that ends early", "sum(", "the expression is wrong near"],
    [
      "labels that fall together",
      'label_replace(up, "instance", "x", "job", ".*")',
      "label_replace() gives several series the same labels",
    ],
  ])("%s", (_, expr, message) => {
    expect(() => at(expr)).toThrow(message);
  });
});
