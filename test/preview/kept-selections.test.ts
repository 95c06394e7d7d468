import { KeptSelections } from "../../bin/preview/kept-selections";

const UP = { name: "up", matchers: [] };

const counting = (kept: KeptSelections) => {
  let count = 0;
  const ask = (selector: Parameters<KeptSelections["of"]>[0], ...times: number[]) =>
    kept.of(selector, Float64Array.from(times), () => [{ labels: {}, values: Float64Array.of(++count) }])[0]?.values[0];
  return ask;
};

test("the same series at the same moments are selected once", () => {
  const ask = counting(new KeptSelections());
  expect([ask(UP, 1, 2, 3), ask(UP, 1, 2, 3)]).toEqual([1, 1]);
});

test("others, or at others, are selected anew", () => {
  const ask = counting(new KeptSelections());
  const answers = [
    ask(UP, 1, 3, 9),
    // as many, from and to the same
    ask(UP, 1, 4, 9),
    ask(UP, 1, 9),
    ask({ name: "down", matchers: [] }, 1, 9),
    ask({ name: "up", matchers: [{ label: "job", op: "=", value: "a" }] }, 1, 9),
  ];
  expect(answers).toEqual([1, 2, 3, 4, 5]);
});

test("it forgets before it takes too much", () => {
  const kept = new KeptSelections();
  const ask = counting(kept);
  expect(ask(UP, 1)).toBe(1);
  const many = new Float64Array(3_000_000);
  kept.of({ name: "many", matchers: [] }, many, () => [{ labels: {}, values: many }]);
  expect(ask(UP, 1)).toBe(2);
});
