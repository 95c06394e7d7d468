import { escapePattern, type LabelMatcher, parseExpression, type SeriesSelector, seriesNamed } from "../../lib/metrics/promql";
import { quote } from "../../lib/series";
import { READ, REFUSED } from "./promql-forms";

const KNOWN = new Set(["up", "job_a_last_run_timestamp_seconds", "job_b_last_run_timestamp_seconds"]);

describe("the series of an expression", () => {
  test.each<[string, string, SeriesSelector[]]>([
    ["a bare name", "up", [{ name: "up" }]],
    ["a name with matchers", 'up{job="a",instance=~"b.*"}', [{ name: "up" }]],
    ["a range", "rate(up[5m])", [{ name: "up" }]],
    ["an offset", "up offset 1h - up", [{ name: "up" }, { name: "up" }]],
    ["a recorded name", "job:up:sum", [{ name: "job:up:sum" }]],
    ["both sides and the grouping labels of neither", "sum by (job) (a) / on (job) group_left (x) b", [{ name: "a" }, { name: "b" }]],
    ["a name by equality", '{__name__="up"}', [{ name: "up" }]],
    ["a name in single quotes", "{__name__='up'}", [{ name: "up" }]],
    ["a name pattern", '{__name__=~"job_.+"}', [{ namePattern: "job_.+" }]],
    ["a name pattern beside other matchers", '{a="b", __name__=~"job_\\\\d+"}', [{ namePattern: "job_\\d+" }]],
    ["no series in numbers, strings and time", 'vector(time() - 1) > bool 2 or label_replace(vector(1), "up", "$1", "a", "b")', []],
    ["none of a label's name", 'up{down="1"}', [{ name: "up" }]],
    ["none of a comment", "up # and down", [{ name: "up" }]],
    ["a subquery", "max_over_time(up[1h:5m])", [{ name: "up" }]],
  ])("%s", (_, expr, selectors) => {
    const { errors, selectors: found } = parseExpression(expr);
    expect({ errors, selectors: found.map(({ matchers: _, ...selector }) => selector) }).toEqual({ errors: [], selectors });
  });
});

describe("the matchers of a selector", () => {
  test.each<[string, string, LabelMatcher[]]>([
    ["none", "up", []],
    ["one", 'up{job="a"}', [{ label: "job", op: "=", value: "a" }]],
    [
      "each operator and each kind of quotes",
      "up{a!=\"b\", c=~'d.+',e!~`f\\d`}",
      [
        { label: "a", op: "!=", value: "b" },
        { label: "c", op: "=~", value: "d.+" },
        { label: "e", op: "!~", value: "f\\d" },
      ],
    ],
    ["an escape", 'up{a=~"b\\\\.c\\"d"}', [{ label: "a", op: "=~", value: 'b\\.c"d' }]],
    ["not the name", '{__name__=~"up|down",job="a"}', [{ label: "job", op: "=", value: "a" }]],
    ["of a range with an offset", 'rate(up{job="a"}[5m] offset 1h)', [{ label: "job", op: "=", value: "a" }]],
  ])("%s", (_, expr, matchers) => {
    expect(parseExpression(expr).selectors.flatMap((selector) => selector.matchers)).toEqual(matchers);
  });
});

describe("an error says where", () => {
  test.each<[string, string, string]>([
    ["nothing", "", "the expression is empty"],
    ["spaces", " \n ", "the expression is empty"],
    ["an unclosed bracket", "sum(up", 'syntax error at offset 6, near "the end"'],
    ["an operator without its right side", "up >", 'syntax error at offset 4, near "the end"'],
    ["a MetricsQL form", "up default 0", 'syntax error at offset 3, near "default 0"'],
    ["a selector of everything", "{}", "the selector {} names no series"],
    ["a selector that only excludes a name", '{__name__!="up"}', 'the selector {__name__!="up"} names no series'],
  ])("%s", (_, expr, error) => {
    expect(parseExpression(expr).errors).toContain(error);
  });
});

test.each<[string, SeriesSelector, string[]]>([
  ["a known name", { name: "up" }, ["up"]],
  ["an unknown name", { name: "down" }, []],
  ["a pattern", { namePattern: ".+_last_run_timestamp_seconds" }, ["job_a_last_run_timestamp_seconds", "job_b_last_run_timestamp_seconds"]],
  ["a pattern for a part of a name", { namePattern: "job" }, []],
  ["alternatives, anchored as a whole", { namePattern: "u|p" }, []],
])("%s picks its series", (_, selector, names) => {
  expect(seriesNamed(selector, KNOWN)).toEqual(names);
});

test.each([
  ["a plain word", "Mail", '"Mail"'],
  ["spaces and brackets", "Sign-in (SSO)", '"Sign-in (SSO)"'],
  ["quotes", 'a"b', '"a\\"b"'],
  ["backslashes", "a\\.b", '"a\\\\.b"'],
])("%s becomes a string literal that parses", (_, value, literal) => {
  expect(quote(value)).toBe(literal);
  expect(parseExpression(`up{a=${quote(value)}}`).errors).toEqual([]);
});

test.each(["a.b", "a|b", "(a)", "a+b*c?", "^a$", "[a]{2}", "a\\b"])("%s is matched to the letter once escaped", (text) => {
  expect(new RegExp(`^(?:${escapePattern(text)})$`).test(text)).toBe(true);
  expect(new RegExp(`^(?:${escapePattern(text)})$`).test("aXb")).toBe(false);
});

test.each(READ)("%s is read", (expr) => {
  expect(parseExpression(expr).errors).toEqual([]);
});

test.each(REFUSED)("%s is refused", (expr, problem) => {
  expect(parseExpression(expr).errors[0]).toBe(problem);
});

describe("ranges", () => {
  test.each([
    "rate(up[5m])",
    "sum by (job) (increase(up[10m])) > 0",
    "max_over_time(up[5m])",
    "quantile_over_time(0.9, up[5m])",
    "max_over_time(rate(up[1m])[5m:1m])",
    "abs(up)",
    "time() - up",
    "rate(up[1m] offset 1w)",
    "rate(up[1m] @ end())",
    "rate((up[5m]))",
    "max_over_time(rate(up[5m])[1h:] offset 1d)",
    'absent_over_time(up{job="relay"}[5m] offset 5m)',
  ])("%s is well-formed", (source) => {
    expect(parseExpression(source).errors).toEqual([]);
  });

  test.each([
    ["sum(up[5m])", "sum(up[5m]) aggregates a range: drop the [...]"],
    ["up[5m]", "up[5m] is a range: no rule can be made of one; drop the [...]"],
    ["up[5m] > 1", "up[5m] > 1 compares or counts with what is neither a vector nor a number"],
    ['up > "1"', 'up > "1" compares or counts with what is neither a vector nor a number'],
    ['up{"job"="a"}', 'the label "job" is quoted, which promtool does not read: write it without quotes'],
    ["rate(up)", "rate() needs a range, such as [5m]"],
    ["sum(increase(up)) > 0", "increase() needs a range, such as [5m]"],
    ["avg_over_time(up)", "avg_over_time() needs a range, such as [5m]"],
    ["abs(up[5m])", "abs() takes no range: drop the [...]"],
  ])("%s is not", (source, problem) => {
    expect(parseExpression(source).errors).toEqual([problem]);
  });
});
