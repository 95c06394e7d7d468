import { seriesAnswers } from "../../lib/preview/answers";
import { configOf, display, type FieldConfig } from "../../lib/preview/field-config";
import { bucketsOf } from "../../lib/preview/heat-buckets";
import { inPromql, momentOf, rateIntervalOf, stepOf } from "../../lib/preview/interval";
import { autoNames, seriesName } from "../../lib/preview/legend";
import { reduced } from "../../lib/preview/reduce";
import { sectionsOf } from "../../lib/preview/sections";

const steps = [
  { value: null, color: "green" },
  { value: 0.8, color: "orange" },
  { value: 0.95, color: "red" },
];
const config: FieldConfig = { unit: "percentunit", decimals: 0, thresholds: { mode: "absolute", steps } };

describe("a value", () => {
  test.each([
    ["has the colour of the step that it lies in", 0.8, config, "80%", "#ff9830"],
    ["and below the first that of the lowest", 0.1, config, "10%", "#73bf69"],
    [
      "is a word where it is mapped",
      1,
      { ...config, mappings: [{ type: "value", options: { 1: { text: "up", color: "blue" } } }] },
      "up",
      "#5794f2",
    ],
    [
      "of a range of values",
      5,
      { mappings: [{ type: "range", options: { from: 4, to: null, result: { text: "many" } } }] },
      "many",
      "#5794f2",
    ],
    [
      "that is not there",
      null,
      { mappings: [{ type: "special", options: { match: "null", result: { text: "gone", color: "red" } } }] },
      "gone",
      "#f2495c",
    ],
    ["has the one colour that is fixed", 5, { color: { mode: "fixed", fixedColor: "purple" } }, "5", "#b877d9"],
    [
      "has a step of its share of the range",
      30,
      {
        max: 40,
        thresholds: {
          mode: "percentage",
          steps: [
            { value: null, color: "green" },
            { value: 70, color: "red" },
          ],
        },
      },
      "30",
      "#f2495c",
    ],
  ] as const)("%s", (_, value, look, text, color) => {
    const shown = display(value, look as FieldConfig, 0);
    expect([`${shown.prefix ?? ""}${shown.text}${shown.suffix ?? ""}`, shown.color]).toEqual([text, color]);
  });

  test("that is no number says so", () => {
    expect(display(Number.NaN, { noValue: "none yet" }, 0)).toEqual({ text: "none yet", color: undefined });
  });
});

test("a field takes what is meant for its name, its kind and its query", () => {
  const property = (id: string, value: unknown) => [{ id, value }];
  const overrides = [
    { matcher: { id: "byName", options: "a" }, properties: property("unit", "s") },
    { matcher: { id: "byRegexp", options: "/^A$/i" }, properties: property("decimals", 2) },
    { matcher: { id: "byType", options: "number" }, properties: property("custom.align", "left") },
    { matcher: { id: "byFrameRefID", options: "B" }, properties: property("max", 3) },
    { matcher: { id: "byName", options: "b" }, properties: property("unit", "ms") },
  ];
  expect(configOf({ defaults: { unit: "none", min: 0 }, overrides }, { name: "a", kind: "number", refId: "A" })).toEqual({
    unit: "s",
    min: 0,
    decimals: 2,
    custom: { align: "left" },
  });
});

describe("a series", () => {
  test("is called by its legend", () => {
    expect(seriesName({ a: "1", b: "2" }, "{{a}} of {{ b }}{{c}}", "x")).toBe("1 of 2");
  });
  test("without one by all of its labels", () => {
    expect(seriesName({ __name__: "up", job: "a" }, undefined, "x")).toBe('up{job="a"}');
    expect(seriesName({}, "", "sum(x)")).toBe("sum(x)");
  });
  test("that the application names has the value of its only label", () => {
    expect(autoNames([{ i: "1" }, { i: "2" }], "x")).toEqual(["1", "2"]);
    expect(autoNames([{ job: "a", i: "1" }], "x")).toEqual(['{job="a", i="1"}']);
    expect(autoNames([{}], "sum(x)")).toEqual(["sum(x)"]);
  });
  test("has nothing at a moment without a sample", () => {
    const answer = {
      resultType: "matrix",
      result: [
        {
          metric: {},
          values: [
            [1, "5"],
            [3, "+Inf"],
          ],
        },
      ],
    };
    const [series] = seriesAnswers({ refId: "A", expr: "x", legend: undefined }, answer, [1000, 2000, 3000]);
    expect(series?.values).toEqual([5, null, Number.POSITIVE_INFINITY]);
  });
});

test.each([
  ["lastNotNull", 4],
  ["last", null],
  ["mean", 8 / 3],
  ["max", 4],
  ["min", 1],
  ["sum", 8],
  ["count", 5],
  ["range", 3],
  ["delta", 3],
  ["diff", 1],
])("%s of a series", (by, expected) => {
  expect(reduced([3, 1, null, 4, null], by)).toEqual(expected);
});

test("a calculation that is not known is told", () => {
  expect(() => reduced([1], "variance")).toThrow('the calculation "variance" is not drawn here; use one of lastNotNull');
});

test.each([
  [6 * 3600, 640, 30],
  [6 * 3600, 300, 60],
  [900, 1000, 30],
  [7 * 86_400, 600, 900],
  [90 * 86_400, 600, 10_800],
])("%d seconds on %d pixels have a point each %d seconds", (range, pixels, step) => {
  expect(stepOf(range, pixels, 30)).toBe(step);
});

test("a rate holds four samples at least", () => {
  expect([rateIntervalOf(30, 30), rateIntervalOf(300, 30)].map(inPromql)).toEqual(["2m", "330s"]);
});

test.each([
  ["now", 1_000_000_000],
  ["now-6h", 1_000_000_000 - 21_600_000],
  ["1234", 1234],
  ["1970-01-01T00:00:05Z", 5000],
])("%s is a moment", (text, expected) => {
  expect(momentOf(text, 1_000_000_000)).toBe(expected);
});

test.each(["zz", "nowhere", "now-often", "now+1h", ""])("%p is none", (text) => {
  expect(() => momentOf(text, 1_000_000_000)).toThrow(`"${text}" is no moment; write now, now-6h, a date such as 2026-01-31`);
});

test("a histogram's buckets count what lies between two bounds, the lowest first", () => {
  const series = (le: string, ...values: number[]) => ({ refId: "A", name: le, labels: { le }, times: [1, 2], values });
  const all = [series("+Inf", 10, 20), series("0.5", 1, 2), series("10", 7, 20)];
  expect(bucketsOf(all, true).map(({ bound, counts }) => [bound, counts])).toEqual([
    ["0.5", [1, 2]],
    ["10", [6, 18]],
    ["+Inf", [3, 0]],
  ]);
  expect(bucketsOf(all, false).map(({ counts }) => counts[0])).toEqual([1, 7, 10]);
});

test("a row holds the panels that follow it, and a closed one those inside", () => {
  const at = (y: number) => ({ x: 0, y, w: 12, h: 4 });
  const panels = [
    { type: "row", title: "Open", gridPos: at(5), panels: [] },
    { type: "stat", title: "first", gridPos: at(0) },
    { type: "row", title: "Closed", collapsed: true, gridPos: at(10), panels: [{ type: "stat", title: "inside", gridPos: at(11) }] },
    { type: "stat", title: "second", gridPos: at(6) },
  ];
  expect(sectionsOf({ panels }).map(({ title, isClosed, panels }) => [title, isClosed, panels.map((one) => one.title)])).toEqual([
    [undefined, false, ["first"]],
    ["Open", false, ["second"]],
    ["Closed", true, ["inside"]],
  ]);
});
