import { thresholdOf } from "../../lib/dashboards/alert-threshold";

const asked = (expr: string) => thresholdOf({ expr, severity: "warning" });

test("more than a number is too much, less than one too little", () => {
  expect(asked("max by (job) (a / b) > 0.7")).toEqual({ at: 0.7, is: "warning" });
  expect(asked("min by (job) (a) < 4 * 5")).toEqual({ at: 20, is: "warning", lessIsWorse: true });
});

test("what only keeps small numbers out is not where it begins", () => {
  expect(asked("sum(increase(a[5m])) / (sum(increase(b[5m])) > 50) > 0.05")).toEqual({ at: 0.05, is: "warning" });
});

test("of two bounds the first is where it begins, the second what can't be", () => {
  expect(asked("rate(a[5m]) * 8 / b > 0.9 < 1.1 or rate(c[5m]) * 8 / b > 0.9 < 1.1")).toEqual({ at: 0.9, is: "warning" });
});

test("what compares series with each other has no threshold", () => {
  expect(asked("max by (job) (a) > on (job) max by (job) (b)")).toBeUndefined();
});
