import { amountOf, times } from "../../lib/autoscaling/amount";

test.each([
  ["250m", 0.25],
  ["7m", 0.007],
  ["2", 2],
  ["1.5", 1.5],
  [3, 3],
  ["64Mi", 64 * 1024 ** 2],
  ["1.5Gi", 1.5 * 1024 ** 3],
  ["1Ki", 1024],
  ["2G", 2e9],
  ["1k", 1000],
])("%s is %d processors or bytes", (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});

test.each(["", "m", "1.2.3", "-1", "2Xi", "250 m"])("%j is no amount", (text) => {
  expect(amountOf(text)).toBeUndefined();
});

test("as many times an amount keeps its unit", () => {
  expect([times("200m", 4), times("64Mi", 4), times("2", 4)]).toEqual(["800m", "256Mi", "8"]);
  expect(() => times("much", 4)).toThrow('"much" is no amount of a resource; write it as Kubernetes does: 250m, 192Mi');
});
