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

test("between a lowest and a highest it is well, and the worst of what holds there has the colour", () => {
  expect(stepsOf([criticalBelow(1), warningAbove(10), criticalAbove(20)])).toEqual([
    { value: null, color: "red" },
    { value: 1, color: "green" },
    { value: 10, color: "orange" },
    { value: 20, color: "red" },
  ]);
  expect(stepsOf([criticalAbove(5), warningAbove(5), { at: 2, is: "info" }])).toEqual([
    { value: null, color: "green" },
    { value: 2, color: "blue" },
    { value: 5, color: "red" },
  ]);
});
