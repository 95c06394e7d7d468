import { allows, escapePattern, parseExpression, picks } from "../../lib/metrics/promql";
import { AGGREGATIONS, FUNCTIONS, type Kind } from "../../lib/metrics/promql-functions";
import { evaluate, type Source } from "../../lib/promql/evaluate";
import { moments } from "../../lib/promql/moments";
import { NAME, Refused, type Vector } from "../../lib/promql/vector";

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
    ["a selector without a name", '{host=~".+", instance!="1"}', [[{ __name__: "name", instance: "2", host: "two" }, 1]]],
    ["a name that is left out", '{__name__=~"si.*|late", __name__!="size"}', [[{ __name__: "late", instance: "1" }, 5]]],
    ["a name in quotes", 'sum({"up", "job"="a"})', [[{}, 1]]],
    ["grouped by a label in quotes", 'sum(up{job="b"}) by ("job")', [[{ job: "b" }, 1]]],
    ["several vectors in an aggregation", "count(up, size, late)", [[{}, 7]]],
    ["a pattern without regard to case", 'sum(up{job!~"(?i)A"})', [[{}, 1]]],
    ["a text's escapes", 'up{instance=~"\\x33"}', [[{ __name__: "up", job: "b", instance: "3" }, 1]]],
    ["a time is a number of seconds", "-1h30m + 0x10 + 1_000", [[{}, -5400 + 16 + 1000]]],
    ["an offset in seconds", "requests{instance='1'} offset 300", [[{ __name__: "requests", instance: "1" }, 1400]]],
    ["remarks", "sum(up) # of all\n + 1", [[{}, 3]]],
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
    ["an expression that ends early", "sum(", "the expression is wrong near its end"],
    ["none", " # nothing", "the expression is wrong near its end"],
    [
      "labels that fall together",
      'label_replace(up, "instance", "x", "job", ".*")',
      "label_replace() gives several series the same labels",
    ],
    ["two expressions", "up size", 'the expression is wrong near "size"'],
    ["two aggregations", "sum(up) sum(size)", 'the expression is wrong near "sum(size)"'],
    ["a parenthesis too many", "up)", 'the expression is wrong near ")"'],
    ["one too few", "(up", "the expression is wrong near its end"],
    ["two grouped twice", "sum by (job) (up) by (x)", 'the expression is wrong near "by (x)"'],
    ["several in parentheses", "(up, size)", 'the expression is wrong near ", size)"'],
    ["bool where nothing is compared", "up + bool size", "up + bool size: bool stands behind a comparison alone"],
    ["many to one of sets", "up and on (job) group_left () up", "and takes no group_left or group_right"],
    ["a selector of nothing", "up + {}", "the selector {} names no series"],
    ["a range alone", "up[5m] offset 1h", "up[5m] is a range: write a function around it, such as max_over_time(...)"],
    ["a range of what takes none", "sum(up[5m])", "sum() takes a vector: drop the [...]"],
    ["no range of what takes one", "rate(up)", "rate() needs a range, such as [5m]"],
    ["in the wrong order", "quantile_over_time(up[5m], 0.9)", "quantile_over_time() takes a number, a range: drop the [...]"],
    ["a range of no time", "max_over_time(up[0s])", "up[0s]: a range and its step are longer than nothing"],
    ["a range of what is calculated", "max_over_time(rate(up[1m])[5m])", "behind what is calculated write a step too, as in [5m:1m]"],
    ["a calculated time", "max_over_time(up[5m + 1m])", "the time 5m + 1m is not evaluated here: write one such as 1h30m"],
    ["too few", "clamp_max(up)", "clamp_max() takes a vector, a number"],
    ["too many", "scalar(up, up)", "scalar() takes a vector"],
    ["too many before an aggregation", "topk(1, up, up)", "topk() takes a number, a vector"],
    ["several series for a number", "clamp_max(up, up)", "clamp_max() takes one number where 3 series stand: write scalar(...) around"],
    ["a text for a number", 'topk("1", up)', 'topk() takes a number where the text "1" stands'],
    ["a text for series", 'abs("up")', 'the text "up" stands where series belong'],
    ["a number for a text", 'label_replace(up, 1, "a", "b", "c")', "a text in quotes belongs where a label or a pattern is named"],
    ["a pattern that is none", 'up{job=~"a)|(b"}', 'the pattern "a)|(b" of job can\'t be read here'],
    ["what no series has", 'up{job!~"["}', 'the pattern "[" of job can\'t be read here'],
    ["an escape that is none", 'up{job=~"\\d"}', 'the text "\\d" has \\d, which is no character: write \\\\d'],
    ["samples without end", "max_over_time(up[1000y:1s])", "more than 1000000 samples of each series are not evaluated here"],
  ])("%s: %s", (_, expr, message) => {
    expect(() => at(expr)).toThrow(message);
  });

  test.each([
    ["up default 0", "MetricsQL's default is not evaluated here"],
    ["up if size", "MetricsQL's if is not evaluated here"],
    ["up ifnot (size)", "MetricsQL's ifnot is not evaluated here"],
    ["sum(up) limit 2", "MetricsQL's limit is not evaluated here"],
    ["rate(up[5m]) keep_metric_names", "MetricsQL's keep_metric_names is not evaluated here"],
    ["with (x = up) sum(x)", "MetricsQL's with is not evaluated here"],
    ["sum(range_median(up))", "the function range_median() is not evaluated here"],
    ['label_set (up, "a", "b")', "the function label_set() is not evaluated here"],
    ["median_over_time(up[5m])", "the function median_over_time() is not evaluated here"],
    ["start()", "the function start() is not evaluated here"],
    ["info(up)", "the function info() is not evaluated here"],
    ["outliersk(2, up)", "the function outliersk() is not evaluated here"],
    ["limitk(2, absent_one)", "the aggregation limitk() is not evaluated here"],
    ["up > 1K", "1K is not evaluated here"],
    ["max_over_time(up[1i])", "1i is not evaluated here"],
    ["max_over_time(up[1.5h])", "1.5h is not evaluated here"],
    ["up offset 1M", "1M is not evaluated here"],
    ["rate(up[5m] anchored)", "anchored is not evaluated here"],
  ])("what others evaluate is refused by its name: %s", (expr, message) => {
    expect(() => at(expr)).toThrow(new RegExp(`^${escapePattern(message)}`));
  });
});

test("whatever a rule may call is evaluated, but for holt_winters()", () => {
  const written: Readonly<Record<Kind, string>> = { range: "requests[1m]", vector: "requests", number: "0.5", text: '"x"' };
  const left = [...FUNCTIONS, ...AGGREGATIONS].filter(([name, { takes }]) => {
    try {
      at(`${name}(${takes.map((kind) => written[kind]).join(", ")})`);
      return false;
    } catch (error) {
      return error instanceof Refused;
    }
  });
  expect(left.map(([name]) => name)).toEqual(["holt_winters"]);
});
