import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

test.each([
  ["a retention of a month", "months: 13", "months: 1"],
  ["a retention of ten years", "months: 13", "months: 120"],
])("%s is right", (_, from, to) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([]);
});
