import { AGGREGATIONS, FUNCTIONS, type Signature } from "../../lib/metrics/promql-functions";

const ARGUMENTS = { range: "up[5m]", vector: "up", number: "0.5", text: '"a"' } as const;

/** A call with every argument that may be given, and one with those that must. */
const calls = ([name, { takes, optional }]: readonly [string, Signature]) =>
  [...new Set([takes, takes.slice(0, takes.length - optional)])].map(
    (kinds) => `${name}(${kinds.map((kind) => ARGUMENTS[kind]).join(", ")})`,
  );

/** What promtool 2.42 and both evaluators read, and both stores evaluate. */
export const READ: readonly string[] = [
  ...[...FUNCTIONS, ...AGGREGATIONS].flatMap(calls),
  'label_join(up, "a", "b", "c", "d")',
  "0x1f + up",
  "Inf + 1e3 + .5",
  "-up * -1",
  "rate(up[1h30m])",
  "rate(up[5m] offset -5m)",
  "max_over_time(rate(up[5m])[1h:])",
  "up @ start()",
  "up @ 1234",
  "up atan2 up",
  "up == bool 1",
  "1 == bool 1",
  "SUM by (job,) (up)",
  "sum(up) without (job)",
  "topk by (job) (scalar(up), up)",
  "up * on (job) group_left (x) up",
  "quantile_over_time(scalar(up), up[5m])",
  "holt_winters(up[1h], 0.5, 0.5) > 1 and rate(up[5m]) > 0",
];

/** What at least one of them refuses, with what we say of it. */
export const REFUSED: readonly (readonly [string, string])[] = [
  ["rate(up[5m+1m])", "5m+1m is no time that promtool reads: write for example 5m or 1h30m"],
  ["rate(up[300])", "300 is no time that promtool reads: write for example 5m or 1h30m"],
  ["rate(up[30s5m])", 'syntax error at offset 11, near "5m])"'],
  ["up offset (5m)", "(5m) is no time that promtool reads: write for example 5m or 1h30m"],
  ["rate(up[step()])", "step() is no time that promtool reads: write for example 5m or 1h30m"],
  ["up + fill(0) up", "fill(0) is of a later release than promtool's: write it without"],
  ["rate(up[5m] smoothed)", "up[5m] smoothed is of a later release than promtool's: write it without"],
  ["up > 1_000", "1_000 is no number that promtool reads: write it in digits, a time in seconds"],
  ["up > 5m", "5m is no number that promtool reads: write it in digits, a time in seconds"],
  ["info(up)", "it has no function info()"],
  ["ts_of_max_over_time(up[5m])", "it has no function ts_of_max_over_time()"],
  ["mad_over_time(up[5m])", "it has no function mad_over_time()"],
  ['sort_by_label(up, "a")', "it has no function sort_by_label()"],
  ["histogram_avg(up)", "it has no function histogram_avg()"],
  ["histogram_count(up)", "it has no function histogram_count()"],
  ["day_of_year(up)", "it has no function day_of_year()"],
  ["double_exponential_smoothing(up[5m], 0.5, 0.5)", "it has no function double_exponential_smoothing()"],
  ["limitk(2, up)", "it has no aggregation limitk()"],
  ["limit_ratio(0.5, up)", "it has no aggregation limit_ratio()"],
  ["abs(1)", "abs() takes a vector where 1 stands, a number"],
  ["sum(1)", "sum() takes a vector where 1 stands, a number"],
  ["topk(up, 2)", "topk() takes a number where up stands, a vector"],
  ["clamp_min(up)", "clamp_min() takes vector, number"],
  ["time(up)", "time() takes nothing"],
  ["rate(up[5m], 3)", "rate() takes range"],
  ["1 and up", "1 and up takes a number for a set of series: write vector(...) around it"],
  ["1 == 1", "1 == 1 compares two numbers: write bool behind the operator, or vector(...) around one"],
];
