import { thresholdOf } from "../../lib/dashboards/alert-threshold";

const of = (expr: string) => thresholdOf({ expr, severity: "critical" });

test.each<[string, string, number]>([
  ["the number that it compares with", "sum(rate(errors_total[5m])) / sum(rate(all_total[5m])) > 0.05", 0.05],
  ["from there on", "disk_busy >= 0.9", 0.9],
  ["what is computed of numbers alone", "age_seconds > (2 * 24 - 1) * 3600", 47 * 3600],
  ["a negative one", "offset_seconds > -5", -5],
  ["on the left", "80 < load", 80],
  ["the first of several conditions", "used > 90 and on (instance) writes > 5", 90],
  ["of the condition that has one", "a > b and used > 90", 90],
  ["with a label put on", 'label_replace(used > 90, "a", "$1", "b", "(.+)")', 90],
  ["in front of an exception", "used > 90 unless on (instance) ignored == 1", 90],
])("an alert fires above %s", (_, expr, at) => {
  expect(of(expr)).toEqual({ at, is: "critical" });
});

test.each<[string, string, number]>([
  ["less", "free < 0.1", 0.1],
  ["or as much", "free <= 0.1", 0.1],
  ["on the left", "0.1 > free", 0.1],
  ["not up", "up == 0", 1],
])("and below: %s", (_, expr, at) => {
  expect(of(expr)).toEqual({ at, is: "critical", lessIsWorse: true });
});

test("nought is well where more than nought is asked for", () => {
  expect(of("failures > 0")?.at).toBeGreaterThan(0);
  expect(of("failures > 0")?.at).toBeLessThan(1e-6);
});

test.each(["a > b", "up unless on (job) down", "vector(1)", "state == 4", "a > 2 * b"])("%s compares with no number", (expr) => {
  expect(of(expr)).toBeUndefined();
});
