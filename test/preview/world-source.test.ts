import { WorldSource } from "../../bin/preview/world-source";
import { evaluate } from "../../lib/promql/evaluate";
import { moments } from "../../lib/promql/moments";
import { START } from "../../lib/world/course";
import { worldWith } from "./worlds";

const source = new WorldSource(worldWith(...Array.from({ length: 200 }, (_, n) => ["up", { n: String(n) }, 1] as const)), []);
const NOW = { start: START, end: START, step: 300 };
const ask = (expr: string, seconds = 30, at = NOW) => source.within(seconds, () => evaluate(expr, moments(at), source));

test("an answer that takes too long is none, and the next is one again", () => {
  expect(() => ask("sum(up)", -1)).toThrow("the answer takes too long here: ask for fewer series, a shorter range or a longer step");
  expect(() => ask("vector(1)", -1)).toThrow("takes too long");
  expect(ask("sum(up)")).toEqual([{ labels: {}, values: Float64Array.of(200) }]);
});

test("one that takes long for a single series too", () => {
  const asked = performance.now();
  const at = { start: START, end: START + 1e7, step: 1000 };
  expect(() => ask('quantile_over_time(0.9, up{n="1"}[300d:1m])', 0.5, at)).toThrow("the answer takes too long here");
  expect(performance.now() - asked).toBeLessThan(20_000);
});

test("an answer that the memory does not hold is none", () => {
  expect(() => ask("sum(max_over_time(up[200d:30s]))")).toThrow("more than 60000000 samples are not evaluated here");
  const counts = 'count_values("value", up * time())';
  expect(() => ask(counts, 30, { start: START, end: START + 1e7, step: 1000 })).toThrow("count_values() finds too many different values");
});

test("an expression that is too deep is refused, not a fault of the preview", () => {
  expect(() => ask(`${"(".repeat(20_000)}up${")".repeat(20_000)}`)).toThrow("the expression is too deep");
});

test("a selector without a name picks by labels", () => {
  expect(ask('{n=~"1."}')).toHaveLength(10);
});
