import { counter, declareSeries, gauge, histogram, info, seriesOf, summary } from "../lib/series";
import { differences, type Known, parseExposition } from "./exposition";

const declared = seriesOf(
  declareSeries({
    reads_total: counter("bytes", "Read.", "device", "error?"),
    build_info: info("Release.", "version"),
    wait_seconds: histogram("seconds", "Wait."),
    run_seconds: summary("seconds", "Run.", "group"),
    load: gauge("count", "Load."),
  }),
);

const RIGHT = `
# HELP reads_total Read \\ and more {not="labels"} 1
# TYPE reads_total counter
reads_total{device="a \\"b\\" {c}, d=\\\\",error=""} 1.5e+03
reads_total{error="x", device="b"} 0 1795354732000
# TYPE build_info gauge
build_info{version="1",} 1
# TYPE wait_seconds histogram
wait_seconds_bucket{le="+Inf"} 2
wait_seconds_sum 0.1
wait_seconds_count 2
# TYPE run_seconds summary
run_seconds{group="g",quantile="0.5"} NaN
run_seconds_sum{group="g"} 1
run_seconds_count{group="g"} 2
# TYPE load untyped
load -Inf
# TYPE else counter
else{anything="x"} 1
`;

const found = (text: string, known?: Known) => differences(declared, parseExposition(text), known);

test("what is exported as declared has no differences", () => {
  expect(found(RIGHT)).toEqual([]);
});

test.each<[string, string | RegExp, string, string[]]>([
  ["a series that is not there", "load -Inf", "", ["load: is not there"]],
  ["a misspelt series", "load -Inf", "loads -Inf", ["load: is not there"]],
  ["another kind", "reads_total counter", "reads_total gauge", ["reads_total: is declared as counter, but is gauge"]],
  [
    "a histogram without a kind",
    "wait_seconds histogram",
    "wait_seconds untyped",
    ["wait_seconds: is declared as histogram, but is untyped"],
  ],
  ["no kind", "# TYPE load untyped", "", ["load: is declared as gauge, but has no `# TYPE`"]],
  ["a label too few", 'build_info{version="1",}', "build_info", ['build_info: not every sample has the declared label "version"']],
  ["an empty label", 'version="1"', 'version=""', ['build_info: not every sample has the declared label "version"']],
  [
    "a label too few on one sample",
    'error="x", device="b"',
    'error="x"',
    ['reads_total: not every sample has the declared label "device"'],
  ],
  ["a label too many", "load -Inf", 'load{node="a"} 1', ['load: has the label "node", which is not declared']],
  [
    "a label too many on a sum",
    "wait_seconds_sum",
    'wait_seconds_sum{a="b"}',
    ['wait_seconds_sum: has the label "a", which is not declared'],
  ],
  ["a part of a summary", /run_seconds\{.*\n/, "", ["run_seconds: is not there"]],
])("%s is told", (_, from, to, told) => {
  expect(RIGHT.replace(from, to)).not.toBe(RIGHT);
  expect(found(RIGHT.replace(from, to))).toEqual(told);
});

test("what is known to differ is no difference, as long as it differs", () => {
  const text = RIGHT.replace("load -Inf", "").replace("reads_total counter", "reads_total gauge");
  const known = { absent: { load: "only under load" }, mistyped: { reads_total: "upstream says gauge" } };
  expect(found(text, known)).toEqual([]);
  expect(found(RIGHT, known)).toEqual([
    "reads_total: has the declared kind, but a reason says why not",
    "load: is there, but a reason says why not",
  ]);
});

test("a reason for what is not declared is told", () => {
  expect(found(RIGHT, { absent: { laod: "misspelt" } })).toEqual(["laod: a reason is given, but it is not declared"]);
});

test.each(["<html>", "load", 'load{a="b} 1', "load{a=b} 1", "load{} one", 'load{a="b" c="d"} 1'])("%s is no sample", (line) => {
  expect(() => parseExposition(line)).toThrow(`not a sample: ${line}`);
});

test("OpenMetrics names the type of a counter without its ending", () => {
  const text = '# TYPE logins counter\nlogins_total 1\n# TYPE server info\nserver_info{version="1"} 1\n';
  const declared = seriesOf(declareSeries({ logins_total: counter("count", "Logins."), server_info: info("Release.", "version") }));
  expect(differences(declared, parseExposition(`${text}# EOF\n`))).toEqual([]);
  expect(differences(declared, parseExposition(text))).toHaveLength(2);
});
