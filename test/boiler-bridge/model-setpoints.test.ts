import fc from "fast-check";
import type { Setpoint, SetpointPair } from "../../components/boiler-bridge/model/reading";
import { CH_BOUNDS, checkPair, isSentinel } from "../../components/boiler-bridge/model/setpoints";
import { runs } from "../wide";

const setpoint = (value: number, min: number, max: number, step = 0.5): Setpoint => ({ value, min, max, step });
/** As the boiler shows it: the inner bounds are the partner's values. */
const ch = (comfort: number, reduced: number): SetpointPair => ({
  comfort: setpoint(comfort, reduced, 28),
  reduced: setpoint(reduced, 10, comfort),
});
const CH = ch(19, 16);
const DHW: SetpointPair = { comfort: setpoint(55, 45, 65, 1), reduced: setpoint(40, 8, 55, 1) };
const BROKEN = setpoint(4, 10, 4);

describe("the sentinel", () => {
  test.each<[string, SetpointPair, boolean]>([
    ["a real pair", CH, false],
    ["the least that the boiler takes", { comfort: setpoint(10, 10, 35), reduced: setpoint(10, 10, 10) }, false],
    ["comfort 4 in 10 to 4", { ...CH, comfort: BROKEN }, true],
    ["reduced 4 in 10 to 4", { ...CH, reduced: BROKEN }, true],
    ["both", { comfort: BROKEN, reduced: BROKEN }, true],
    ["any inverted range", { ...CH, comfort: setpoint(20, 21, 20) }, true],
    ["a value below 10 in a good range", { ...CH, reduced: setpoint(9.5, 5, 19) }, true],
    ["no number", { ...CH, reduced: setpoint(Number.NaN, 10, 19) }, true],
    ["no range", { ...CH, reduced: setpoint(16, 10, Number.NaN) }, true],
  ])("%s: %#", (_, pair, expected) => {
    expect(isSentinel(pair)).toBe(expected);
  });
});

describe("a heating pair", () => {
  test.each<[string, Parameters<typeof checkPair>[1], SetpointPair, object]>([
    ["comfort alone keeps reduced", { comfort: 21 }, CH, { comfort: 21, reduced: 16 }],
    ["reduced alone keeps comfort", { reduced: 17.5 }, CH, { comfort: 19, reduced: 17.5 }],
    ["reduced may equal comfort", { reduced: 19 }, CH, { comfort: 19, reduced: 19 }],
    ["comfort may go down to reduced", { comfort: 16 }, CH, { comfort: 16, reduced: 16 }],
    ["both at once, past the bounds that mirror the old pair", { comfort: 14, reduced: 12 }, CH, { comfort: 14, reduced: 12 }],
    ["both upwards", { comfort: 25, reduced: 19.5 }, CH, { comfort: 25, reduced: 19.5 }],
    ["nothing asked, nothing changed", {}, CH, { comfort: 19, reduced: 16 }],
    ["the steps do not begin at a bound that mirrors the partner", { comfort: 21 }, ch(19, 16.3), { comfort: 21, reduced: 16.3 }],
    ["the untouched side may be what the boiler's own panel set", { comfort: 24 }, ch(22, 20), { comfort: 24, reduced: 20 }],
    [
      "a whole pair needs nothing of the sentinel",
      { comfort: 20, reduced: 16 },
      { comfort: BROKEN, reduced: BROKEN },
      { comfort: 20, reduced: 16 },
    ],
  ])("%s", (_, wanted, fresh, pair) => {
    expect(checkPair("ch", wanted, fresh)).toEqual({ pair });
  });

  test.each<[string, Parameters<typeof checkPair>[1], SetpointPair, string]>([
    [
      "above the boiler's maximum of the moment",
      { comfort: 28.5 },
      CH,
      "heating comfort 28.5 °C is out of range (comfort 28.5, reduced 16); use 16 to 28 °C",
    ],
    [
      "above the outer bound, which the live one does not widen",
      { reduced: 20 },
      { comfort: setpoint(24, 16, 40), reduced: setpoint(16, 10, 24) },
      "heating reduced 20 °C is out of range (comfort 24, reduced 20); use 10 to 19.5 °C",
    ],
    [
      "below the outer bound",
      { reduced: 9.5 },
      { comfort: setpoint(24, 16, 40), reduced: setpoint(16, 5, 24) },
      "heating reduced 9.5 °C is out of range (comfort 24, reduced 9.5); use 10 to 19.5 °C",
    ],
    [
      "below the boiler's minimum of the moment",
      { reduced: 11 },
      { comfort: setpoint(24, 16, 35), reduced: setpoint(16, 12, 24) },
      "heating reduced 11 °C is out of range (comfort 24, reduced 11); use 12 to 19.5 °C",
    ],
    [
      "an inner bound of the boiler's own",
      { comfort: 16.5 },
      { comfort: setpoint(20, 18, 35), reduced: setpoint(16, 10, 19) },
      "heating comfort 16.5 °C is out of range (comfort 16.5, reduced 16); use 18 to 35 °C",
    ],
    ["between two steps", { comfort: 20.3 }, CH, "heating comfort 20.3 °C is between two steps; use 16 to 28 °C in steps of 0.5"],
    [
      "reduced above comfort",
      { reduced: 19.5 },
      CH,
      "heating reduced 19.5 °C is above comfort 19 °C; use reduced up to comfort, change both together if needed",
    ],
    [
      "comfort below reduced",
      { comfort: 15 },
      CH,
      "heating reduced 16 °C is above comfort 15 °C; use reduced up to comfort, change both together if needed",
    ],
    ["no number", { comfort: Number.NaN }, CH, "heating comfort NaN °C is out of range (comfort NaN, reduced 16); use 16 to 28 °C"],
    [
      "one side while the other is the sentinel",
      { comfort: 20 },
      { comfort: BROKEN, reduced: BROKEN },
      "heating temperatures are unusable in the cloud at the moment (comfort 4 in 10 to 4, reduced 4 in 10 to 4); try again when they are repaired",
    ],
  ])("%s is refused", (_, wanted, fresh, refusal) => {
    expect(checkPair("ch", wanted, fresh)).toEqual({ refusal });
  });

  test("a live range that its own value leaves does not count", () => {
    const fresh = { comfort: setpoint(30, 16, 28), reduced: setpoint(16, 10, 19) };
    expect(checkPair("ch", { comfort: 31 }, fresh)).toEqual({ pair: { comfort: 31, reduced: 16 } });
  });
});

describe("a hot water pair", () => {
  test.each<[string, Parameters<typeof checkPair>[1], object]>([
    ["the live limits are allowed", { comfort: 65, reduced: 8 }, { pair: { comfort: 65, reduced: 8 } }],
    [
      "above the live maximum",
      { comfort: 66 },
      { refusal: "hot water comfort 66 °C is out of range (comfort 66, reduced 40); use 45 to 65 °C" },
    ],
    [
      "the boiler's step decides",
      { reduced: 40.5 },
      { refusal: "hot water reduced 40.5 °C is between two steps; use 8 to 55 °C in steps of 1" },
    ],
    [
      "reduced above comfort",
      { comfort: 50, reduced: 52 },
      { refusal: "hot water reduced 52 °C is above comfort 50 °C; use reduced up to comfort, change both together if needed" },
    ],
  ])("%s", (_, wanted, expected) => {
    expect(checkPair("dhw", wanted, DHW)).toEqual(expected);
  });

  describe("in steps that begin at the least value", () => {
    const inSteps = (min: number, max: number, step: number | undefined): SetpointPair => ({
      comfort: { ...setpoint(min, min, max), step },
      reduced: setpoint(8, 8, 55, 1),
    });

    test.each([
      ["two degrees from 45", inSteps(45, 65, 2), [45, 47, 65], [46, 64]],
      ["a tenth from 40.05", inSteps(40.05, 60.05, 0.1), [40.05, 40.15, 45.35, 60.05], [40.1, 40.2]],
      ["a third from 45", inSteps(45, 65, 1 / 3), [45 + 1 / 3, 46, 64.666666667], [45.5]],
      ["half a degree when the boiler names none", inSteps(45, 65, undefined), [45, 45.5], [45.3]],
      ["half a degree when it names nonsense", inSteps(45, 65, 0), [45, 45.5], [45.3]],
    ])("%s", (_, fresh, taken, refused) => {
      for (const comfort of taken) expect(checkPair("dhw", { comfort }, fresh)).toEqual({ pair: { comfort, reduced: 8 } });
      for (const comfort of refused) expect(checkPair("dhw", { comfort }, fresh)).toHaveProperty("refusal");
    });
  });

  test("without a usable range nothing is written, since no other range is known", () => {
    const fresh = { comfort: setpoint(0, 1, 0), reduced: setpoint(0, 0, 0) };
    expect(checkPair("dhw", { comfort: 50, reduced: 40 }, fresh)).toHaveProperty("refusal");
  });
});

test("an accepted pair is ordered, on a step and within its bounds; a pair of two accepted sides reads back as accepted", () => {
  const half = (min: number, max: number) => fc.integer({ min: min * 2, max: max * 2 }).map((n) => n / 2);
  const anything = fc.option(fc.oneof(half(0, 45), fc.double({ min: 0, max: 45 })), { nil: undefined });
  fc.assert(
    fc.property(anything, anything, half(10, 28), half(10, 19), (comfort, reduced, one, other) => {
      const fresh = ch(Math.max(one, other), Math.min(one, other));
      const result = checkPair("ch", { comfort, reduced }, fresh);
      if ("refusal" in result) {
        expect(result.refusal).toMatch(/; (use|try)/);
        return;
      }
      const { pair } = result;
      expect(pair.reduced).toBeLessThanOrEqual(pair.comfort);
      expect([pair.comfort * 2, pair.reduced * 2].every(Number.isInteger)).toBe(true);
      expect(pair.comfort).toBeLessThanOrEqual(28);
      expect(pair.reduced).toBeGreaterThanOrEqual(CH_BOUNDS.reduced.min);
      expect(checkPair("ch", pair, ch(pair.comfort, pair.reduced))).toEqual({ pair });
    }),
    { numRuns: runs(500) },
  );
});
