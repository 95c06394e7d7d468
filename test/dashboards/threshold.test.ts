import { criticalAbove, criticalBelow, stepsOf, warningAbove, warningBelow } from "../../lib/dashboards/threshold";

test("without thresholds a value is not judged", () => {
  expect(stepsOf(undefined)).toEqual([{ value: null, color: "blue" }]);
  expect(stepsOf([])).toEqual([{ value: null, color: "blue" }]);
});

test("where more is worse it is well below the lowest", () => {
  expect(stepsOf([criticalAbove(0.9), warningAbove(0.7)])).toEqual([
    { value: null, color: "green" },
    { value: 0.7, color: "orange" },
    { value: 0.9, color: "red" },
  ]);
});

test("where less is worse it is well above the highest", () => {
  expect(stepsOf([warningBelow(30), criticalBelow(7)])).toEqual([
    { value: null, color: "red" },
    { value: 7, color: "orange" },
    { value: 30, color: "green" },
  ]);
});
