import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

const kept = (months: number, volume: string) => mistakesOf(plainSiteWith(["months: 13", `months: ${months}`], ["500Gi", volume]));

test.each([
  ["a retention of a month", 1, "500Gi"],
  ["a retention of ten years", 120, "500Gi"],
  ["a small volume", 1, "1Gi"],
  ["a small volume in powers of ten", 1, "1G"],
  ["a small volume in a smaller unit", 1, "2000Mi"],
  ["a large volume", 13, "1.5Ti"],
  ["half of what the smallest cluster needs, for it is an estimate", 120, "51Gi"],
])("%s is right", (_, months, volume) => {
  expect(kept(months, volume)).toEqual([]);
});

test("a volume that can't hold the months in any cluster is refused, with what would", () => {
  expect(kept(120, "1G")).toEqual([
    `51:11 metrics.volume: "1G" can't hold 120 months: the smallest cluster needs about 101Gi (3751 days of 29 MB, as a month goes as a whole); write 101Gi or more`,
  ]);
  expect(kept(120, "50Gi")).toEqual([expect.stringMatching(/write 101Gi or more, or keep 59 months$/)]);
});

test.each(["5Mi", "500k", "999M", "0.5Gi", "1000Ki"])("a volume of %s is a slip of the unit", (volume) => {
  expect(mistakesOf(plainSiteWith(["500Gi", volume]))).toEqual([
    `51:11 metrics.volume: "${volume}" is too small to be meant (less than 1G); use for example 500Gi`,
  ]);
});
