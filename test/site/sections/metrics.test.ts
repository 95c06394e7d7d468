import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

test.each([
  ["a retention of a month", "months: 13", "months: 1"],
  ["a retention of ten years", "months: 13", "months: 120"],
  ["a small volume", "500Gi", "1Gi"],
  ["a small volume in powers of ten", "500Gi", "1G"],
  ["a small volume in a smaller unit", "500Gi", "2000Mi"],
  ["a large volume", "500Gi", "1.5Ti"],
])("%s is right", (_, from, to) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([]);
});

test.each(["5Mi", "500k", "999M", "0.5Gi", "1000Ki"])("a volume of %s is a slip of the unit", (volume) => {
  expect(mistakesOf(plainSiteWith(["500Gi", volume]))).toEqual([
    `51:11 metrics.volume: "${volume}" is too small to be meant (less than 1G); use for example 500Gi`,
  ]);
});
