import { answered } from "../../bin/preview/store";
import type { Vector } from "../../lib/promql/vector";

const source = {
  interval: 30,
  names: () => ["up"],
  select: (_: unknown, times: Float64Array): readonly Vector[] => [{ labels: { __name__: "up" }, values: times.map(() => 1) }],
};
const ask = (path: string, asked: Readonly<Record<string, string>>) => answered(path, { query: "up", ...asked }, source, 6000);

test.each([
  ["seconds", { start: "3000", end: "3600", step: "60" }],
  ["a time for the step", { start: "3000", end: "3600", step: "1m" }],
  ["dates", { start: "1970-01-01T00:50:00Z", end: "1970-01-01T01:00:00Z", step: "60" }],
])("a range is read: %s", (_, asked) => {
  expect(ask("query_range", asked)).toMatchObject({ result: [{ values: { length: 11 } }] });
});

test.each<[string, string, Readonly<Record<string, string>>, string]>([
  ["a moment of the page", "query_range", { start: "now-1h", end: "3600", step: "60" }, 'start is "now-1h"; write seconds since the epoch'],
  ["a step", "query_range", { start: "3000", end: "3600", step: "often" }, 'step is "often"; write seconds, or a time such as 1m'],
  ["no step at all", "query_range", { start: "3000", end: "3600", step: "0" }, 'step is "0"'],
  ["nothing where one is needed", "query_range", { start: "3000", end: "3600" }, "a range needs start, end and step"],
  ["an end before the start", "query_range", { start: "3600", end: "3000", step: "60" }, "end is 3000, before start, 3600"],
  ["a time", "query", { time: "zz" }, 'time is "zz"; write seconds since the epoch'],
  ["too many points", "query_range", { start: "0", end: "11001", step: "1" }, "more than 11000 points"],
])("what can't be read is refused: %s", (_, path, asked, message) => {
  expect(() => ask(path, asked)).toThrow(message);
});
