import fc from "fast-check";
import { TapWindow } from "../../../lib/logs/tap/window";
import { VirtualTime } from "../../virtual-time";
import { runs } from "../../wide";

jest.setTimeout(60_000);

const windowOf = (time: VirtualTime, maxWaiting = 1_000_000) => new TapWindow({ seconds: 10, maxWaiting }, time.now);

test("counts what came in the last ten seconds, and since the start", async () => {
  const time = new VirtualTime();
  const window = windowOf(time);
  for (let second = 0; second < 20; second++) {
    window.add();
    window.add(`line ${second}`);
    await time.pass(1000);
  }
  expect(window.recent).toEqual({ seen: 18, matched: 9 });
  expect(window.total).toEqual({ seen: 40, matched: 20 });
  await time.pass(9000);
  expect(window.recent).toEqual({ seen: 0, matched: 0 });
  expect(window.total).toEqual({ seen: 40, matched: 20 });
});

test("lines are taken in the order in which they came, a few at a time", () => {
  const window = windowOf(new VirtualTime());
  for (const line of ["aa", "bb", "cc"]) window.add(line);
  expect(window.take(3)).toEqual(["aa", "bb"]);
  expect(window.isEmpty).toBe(false);
  expect(window.take(3)).toEqual(["cc"]);
  expect(window.isEmpty).toBe(true);
  expect(window.take(3)).toEqual([]);
  expect(window.takeDropped()).toBe(0);
});

test("a reader that stands still for longer than the window gets what is new, and how many are gone", async () => {
  const time = new VirtualTime();
  const window = windowOf(time);
  for (let second = 0; second < 60; second++) {
    window.add(`line ${second}`);
    await time.pass(1000);
  }
  expect(window.take(1_000_000)).toEqual(Array.from({ length: 10 }, (_, index) => `line ${50 + index}`));
  expect(window.takeDropped()).toBe(50);
  expect(window.takeDropped()).toBe(0);
});

test("the oldest go as soon as too many wait, and one that is too long by itself", () => {
  const window = windowOf(new VirtualTime(), 1000);
  for (let n = 0; n < 100; n++) window.add("x".repeat(100));
  expect(window.takeDropped()).toBe(95);
  window.add("y".repeat(1000));
  expect(window.takeDropped()).toBe(6);
  expect(window.isEmpty).toBe(true);
});

test("what waits when nothing more comes is kept", async () => {
  const time = new VirtualTime();
  const window = windowOf(time);
  window.add("last");
  window.end();
  await time.pass(3_600_000);
  expect(window.take(1)).toEqual(["last"]);
  expect(window.takeDropped()).toBe(0);
});

test("every line is taken once, in order, or counted as dropped, and never does too much wait", async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ add: fc.nat({ max: 400 }) }) },
    { weight: 2, arbitrary: fc.record({ take: fc.nat({ max: 1000 }) }) },
    { weight: 1, arbitrary: fc.record({ pass: fc.nat({ max: 8000 }) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const time = new VirtualTime();
      const window = windowOf(time, 2000);
      const taken: number[] = [];
      const takenFrom = (lines: readonly string[]) => taken.push(...lines.map((line) => Number.parseInt(line, 10)));
      let added = 0;
      for (const one of steps) {
        if ("add" in one) window.add(`${added++} ${"x".repeat(one.add)}`);
        else if ("take" in one) takenFrom(window.take(one.take));
        else await time.pass(one.pass);
      }
      const rest = window.take(Number.POSITIVE_INFINITY);
      expect(rest.join("").length).toBeLessThanOrEqual(2000);
      takenFrom(rest);
      expect(taken.length + window.takeDropped()).toBe(added);
      expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b));
    }),
    { numRuns: runs(500) },
  );
});
