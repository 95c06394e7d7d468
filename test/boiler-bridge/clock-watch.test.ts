import { watchClock } from "../../components/boiler-bridge/service/clock-watch";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A wall clock and a steady one that pass together until one is set. */
function watch() {
  const clocks = { wall: Date.parse("2026-11-21T12:00:00Z"), steady: 1000 };
  const seen: number[] = [];
  const end = watchClock(
    (byMs) => seen.push(byMs),
    () => clocks.wall,
    () => clocks.steady,
  );
  const pass = (milliseconds: number, wallMs = milliseconds) => {
    clocks.wall += wallMs;
    clocks.steady += milliseconds;
    jest.advanceTimersByTime(milliseconds);
  };
  return { seen, pass, end };
}

test("a clock that runs with the time is not noticed, however busy the machine is", () => {
  const { seen, pass, end } = watch();
  for (let n = 0; n < 100; n++) pass(5_000);
  pass(600_000);
  end();
  expect(seen).toEqual([]);
});

test.each([
  ["back", -6 * 3600_000],
  ["forward", 90_000],
])("a clock that is set %s is noticed once", (_, byMs) => {
  const { seen, pass, end } = watch();
  pass(5_000);
  pass(5_000, 5_000 + byMs);
  for (let n = 0; n < 10; n++) pass(5_000);
  end();
  expect(seen).toEqual([byMs]);
});

test("a correction of some seconds does no harm and is left alone", () => {
  const { seen, pass, end } = watch();
  pass(5_000, 15_000);
  pass(5_000);
  end();
  expect(seen).toEqual([]);
});

test("nothing is seen after the end", () => {
  const { seen, pass, end } = watch();
  end();
  pass(5_000, 3600_000);
  expect(seen).toEqual([]);
});
