import { deadParts, standingOf } from "../../lib/metrics/standing";

const standing = (expr: string, needsExceptions = true) =>
  standingOf(expr, { isThere: (selector) => "name" in selector && selector.name !== "gone", needsExceptions });

test.each([
  ["a series", "there > 1", true],
  ["what is not there", "gone > 1", false],
  ["an aggregation of it", "max by (a) (rate(gone[5m])) > 1", false],
  ["both sides of `and`", "there and on (a) gone", false],
  ["both sides of a product", "there * on (a) group_left () gone", false],
  ["both sides of a comparison", "gone > there", false],
  ["one side of `or`", "gone > 1 or there > 1", true],
  ["the last of many `or`", "gone > 1 or gone > 2 or there > 1", true],
  ["an `or` within another operation", "(gone or there) / there", true],
  ["an `or` with a number, which is no side to stand on", "(count(gone) or vector(0)) < 3", false],
  ["an `or` of nothing that is there", "gone > 1 or gone > 2", false],
  ["numbers alone", "vector(1)", true],
])("%s: %s", (_, expr, stands) => {
  expect(standing(expr).stands).toBe(stands);
});

test("what stands behind `unless` may be needed or not", () => {
  expect([standing("there unless gone").stands, standing("there unless gone", false).stands]).toEqual([false, true]);
  expect(standing("gone unless there", false).stands).toBe(false);
});

test.each([
  ["absent(gone)", true],
  ['there > 1 or absent(gone{a="b"})', true],
  ["there > 1 or (count(gone) or vector(0)) < 3", true],
  ["absent(there)", false],
  ["there > 1 or gone > 1", false],
  ["(count(there) or vector(0)) < 3", false],
])("%s fires because of what lacks: %s", (expr, invents) => {
  expect(standing(expr).invents).toBe(invents);
});

test.each([
  ["there or gone", "there"],
  ["gone or there", "there"],
  ["(there * on (a) group_left (b) gone)\nor on (a) there", "there"],
  ["sum(gone or there or gone) / there", "sum(there) / there"],
  ["(there or (gone or there)) and there", "(there or (there)) and there"],
  ["there unless on (a) gone", "there"],
  ["there or vector(0)", "there or vector(0)"],
  ["gone or gone", "gone or gone"],
  ["gone + there", "gone + there"],
])("of %s is left %s", (expr, left) => {
  const parts = deadParts(expr, (selector) => "name" in selector && selector.name !== "gone");
  expect(parts.reduce((text, { from, to }) => text.slice(0, from) + text.slice(to), expr)).toBe(left);
});
