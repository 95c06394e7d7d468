import { ignoringLabel } from "./ignoring-label";

describe("an expression, where samples carry the label `s` besides", () => {
  test.each([
    // vectors are matched without it
    ["a / b", "a / ignoring (s) b"],
    ["a and b unless c", "a and ignoring (s) b unless ignoring (s) c"],
    ["a > bool b", "a > bool ignoring (s) b"],
    ["a / sum by (x) (b)", "a / ignoring (s) sum by (x) (b)"],
    ["a / ignoring (x) group_left (y) sum(b)", "a / ignoring (x, s) group_left (y) sum(b)"],
    ["a / ignoring () b", "a / ignoring (s) b"],
    ["a unless sum(b)", "a unless ignoring (s) sum(b)"],
    ["max_over_time((a - b)[5m:1m]) > 1", "max_over_time((a - ignoring (s) b)[5m:1m]) > 1"],
    ["a / topk(1, b)", "a / ignoring (s) topk(1, b)"],
    ['a / label_replace(sum(b), "x", "y", "", "")', 'a / ignoring (s) label_replace(sum(b), "x", "y", "", "")'],
  ])("%s is %s", (source, expected) => {
    expect(ignoringLabel(source, "s")).toBe(expected);
  });

  test.each([
    // by labels that the rule names
    "a * on (x) group_left (y) b",
    // with a number
    "a > 1",
    "1 - a",
    "time() - a > -(5 * 60)",
    "a > scalar(b)",
    // with what MetricsQL takes for a number
    "a / sum(b)",
    "a > vector(1)",
    "a / (sum(b) + 1)",
    "a / clamp_min(sum by () (b), 1)",
    // with nothing
    "rate(a[5m])",
  ])("%s is the same", (source) => {
    expect(ignoringLabel(source, "s")).toBe(source);
  });
});
