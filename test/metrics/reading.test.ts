import { readingOf } from "../../lib/metrics/reading";

test.each<[string, string, string[] | "all"]>([
  ["no labels", "x > 1", []],
  ["none that only name a result", 'label_replace(x, "result", "$1", "source", "(.+)")', ["source"]],
  ["conditions", 'x{a="b",c!~"d"} == 0', ["a", "c"]],
  ["a quoted label", 'x{"a.b"="c"} > 1', ["a.b"]],
  ["a range and what is around it", 'rate(x{a="b"}[5m] offset 1h)', ["a"]],
  ["groups, on either side of what is grouped", "sum by (a) (x) + on () sum(x) by (b)", ["a", "b"]],
  ["sources of a join", 'label_join(x, "result", "-", "a", "b")', ["a", "b"]],
  ["order", 'sort_by_label(x, "a")', ["a"]],
  ["matching", "x / on (a) group_left (b) y", ["a", "b"]],
  ["what only an operand asks", 'x > on (a) scalar(y{b="c"})', ["a", "b"]],
  ["nothing of a vector that carries no labels", "(count(x) or vector(0)) < 3", []],
  ["nothing of what is the same on both sides as it is grouped", "sum by (a) (x) / sum by (a) (y)", ["a"]],
  ["nothing of absence", "absent(x) or absent(y)", []],
  ["all of plain matching", "x / y", "all"],
  ["all of what is ignored", "x and ignoring (a) y", "all"],
  ["all of one side", "x unless sum(y)", "all"],
  ["all in brackets, with a sign", "(x) - -y", "all"],
  ["all but some", "sum without (a) (x)", "all"],
  ["none but some where none are left", "sum without (a) (sum(x))", ["a"]],
  ["all of samples that pass as they are", "topk(3, x) / y", "all"],
  ["none of numbers beside", "2 * x > bool 1 - time()", []],
  ["all of buckets", "histogram_quantile(0.9, rate(x[5m])) > 1", "all"],
  ["what buckets are grouped by", "histogram_quantile(0.9, sum by (le) (rate(x[5m]))) > 1", ["le"]],
  ["all in a subquery", "max_over_time((x / y)[1h:1m]) > 1", "all"],
])("an expression asks %s", (_, source, labels) => {
  const found = readingOf(source).labels;
  expect(found === "all" ? found : [...found].sort()).toEqual(labels);
});

test("it reads every series, by name or by pattern", () => {
  const names = readingOf('max by (job) ({__name__=~".+_seconds"}) > on (job) 2 * x').selectors.map((one) =>
    "name" in one ? one.name : one.namePattern,
  );
  expect(names).toEqual([".+_seconds", "x"]);
});
