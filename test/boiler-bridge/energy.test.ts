import fc from "fast-check";
import {
  advance,
  BURNER_KW,
  clockSet,
  type EnergyState,
  newEnergy,
  publishedQuantity,
  type Quantity,
  raise,
  rounded,
} from "../../components/boiler-bridge/model/energy";
import { localDate, startOfDay, startOfMonth } from "../../components/boiler-bridge/model/local-date";
import { runs } from "../wide";

const OPTIONS = { pollMs: 300_000, pricePerKwh: 0.12, timeZone: "Europe/Zurich" };
const START = Date.parse("2026-11-10T12:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const perMinute = BURNER_KW / 60;

type Reading = { at: number; flame: boolean };
const run = (readings: readonly Reading[], state = newEnergy(START, OPTIONS.timeZone)) =>
  readings.reduce((last, reading) => advance(last, reading, OPTIONS), state);
const at = (minutes: number, flame: boolean): Reading => ({ at: START + minutes * MINUTE, flame });

describe("the left rule", () => {
  test.each<[string, Reading[], number]>([
    ["a flame that goes out counts until then", [at(0, true), at(5, false), at(10, false)], 5],
    ["a flame that comes on counts from then", [at(0, false), at(5, true), at(10, true)], 5],
    ["no flame, no energy", [at(0, false), at(5, false)], 0],
    ["the first reading has no time before it", [at(5, true)], 0],
    ["two polls are the longest step", [at(0, true), at(10, false)], 10],
    ["an outage does not count as burning", [at(0, true), at(600, true)], 10],
    ["a clock that goes back adds nothing, and counts on from there", [at(60, true), at(0, true), at(5, false)], 5],
    ["one moment twice", [at(0, true), at(0, true), at(0, false)], 0],
  ])("%s", (_, readings, minutes) => {
    const { energyTotal, energyPeriod, costTotal, costPeriod, runtimeSeconds } = run(readings);
    expect(energyTotal).toBeCloseTo(minutes * perMinute, 9);
    expect(energyPeriod).toBeCloseTo(minutes * perMinute, 9);
    expect(costTotal).toBeCloseTo(minutes * perMinute * 0.12, 9);
    expect(costPeriod).toBeCloseTo(minutes * perMinute * 0.12, 9);
    expect(runtimeSeconds).toBeCloseTo(minutes * 60, 6);
  });

  test("an hour of flame is 14 kWh", () => {
    expect(run(Array.from({ length: 13 }, (_, step) => at(step * 5, true))).energyTotal).toBeCloseTo(14, 9);
  });
});

describe("midnight", () => {
  const over = (midnight: string): EnergyState => {
    const ms = Date.parse(midnight);
    return run([
      { at: ms - 8 * MINUTE, flame: true },
      { at: ms - 4 * MINUTE, flame: true },
      { at: ms + MINUTE, flame: true },
    ]);
  };

  test("splits a step: the runtime begins anew, the month goes on", () => {
    const state = over("2026-11-19T23:00:00Z");
    expect(state).toMatchObject({ runtimeDay: "2026-11-20", runtimeSeconds: 60, periodStart: "2026-11-01" });
    expect(state.energyPeriod).toBeCloseTo(9 * perMinute, 9);
  });

  test("of the first day splits the period too, and no total", () => {
    const state = over("2026-11-30T23:00:00Z");
    expect(state).toMatchObject({ runtimeDay: "2026-12-01", runtimeSeconds: 60, periodStart: "2026-12-01" });
    expect(state.energyPeriod).toBeCloseTo(perMinute, 9);
    expect(state.costPeriod).toBeCloseTo(perMinute * 0.12, 9);
    expect(state.energyTotal).toBeCloseTo(9 * perMinute, 9);
  });

  test("is the zone's, also at the end of the year", () => {
    expect(over("2026-12-31T23:00:00Z")).toMatchObject({ runtimeDay: "2027-01-01", periodStart: "2027-01-01" });
  });

  test("after days without a reading belongs to the day before it only", () => {
    const state = run([at(0, true), at(3 * 24 * 60, false)]);
    expect(state).toMatchObject({ runtimeSeconds: 0, runtimeDay: "2026-11-13" });
    expect(state.energyTotal).toBeCloseTo(10 * perMinute, 9);
  });
});

describe("a clock that is set", () => {
  /** It burns; two minutes after the last reading the clock is set, and two minutes later the boiler is read. */
  const play = (byMs: number) => {
    const before = run([at(0, true), at(5, true)]);
    const now = START + 7 * MINUTE + byMs;
    const after = advance(clockSet(before, byMs, now), { at: now + 2 * MINUTE, flame: false }, OPTIONS);
    return after.energyTotal - before.energyTotal;
  };

  test.each([-6 * HOUR, MINUTE, 6 * HOUR, 3 * 24 * HOUR])("by %d ms: what burned meanwhile counts, and nothing else", (byMs) => {
    expect(play(byMs)).toBeCloseTo(4 * perMinute, 9);
  });

  test("back by less than the last reading is old: that much is not counted, which may have been before or after it", () => {
    expect(play(-MINUTE)).toBeCloseTo(3 * perMinute, 9);
  });

  test.each([-6 * HOUR, 6 * HOUR])("by %d ms: a reading that came after it is not moved", (byMs) => {
    const lastAt = START + 7 * MINUTE + byMs;
    const state = { ...run([at(0, true)]), lastAt };
    expect(clockSet(state, byMs, lastAt + 3_000)).toEqual(state);
  });
});

describe("the day on which", () => {
  test.each([
    ["summer begins", "2026-03-28T23:00:00Z", 23],
    ["summer ends", "2026-10-24T22:00:00Z", 25],
    ["nothing changes", "2026-11-09T23:00:00Z", 24],
  ])("%s: a burner that never rests runs for all its hours", (_, midnight, hours) => {
    const from = Date.parse(midnight);
    const readings = Array.from({ length: 12 * hours + 1 }, (_, n) => ({ at: from + (n - 1) * 5 * MINUTE, flame: true }));
    const state = run(readings, newEnergy(from - 5 * MINUTE, OPTIONS.timeZone));
    expect(state.runtimeSeconds).toBeCloseTo(hours * 3600 - 300, 6);
    expect(state.energyTotal).toBeCloseTo(hours * BURNER_KW, 6);
    expect(advance(state, { at: from + hours * HOUR, flame: true }, OPTIONS).runtimeSeconds).toBeCloseTo(0, 6);
  });
});

test("any run of readings: totals never fall, and the parts agree with the moments that burned", () => {
  const reading = fc.record({ gap: fc.integer({ min: -20 * MINUTE, max: 400 * MINUTE }), flame: fc.boolean() });
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 60 }), fc.integer({ min: 0, max: 90 * 24 * 60 }), (steps, offset) => {
      let now = START + offset * MINUTE;
      let state = newEnergy(now, OPTIONS.timeZone);
      let burnedMs = 0;
      for (const { gap, flame } of steps) {
        const before = state;
        const from = now;
        now += gap;
        state = advance(state, { at: now, flame }, OPTIONS);
        const step = before.lastFlame ? Math.max(0, Math.min(gap, 2 * OPTIONS.pollMs)) : 0;
        burnedMs += step;
        const today = localDate(now, OPTIONS.timeZone);
        const within = (start: number) => Math.max(0, from + step - Math.max(from, start));
        expect(state.energyTotal).toBeGreaterThanOrEqual(before.energyTotal);
        expect(state.costTotal).toBeGreaterThanOrEqual(before.costTotal);
        expect(Number(publishedQuantity(state, "energyTotal"))).toBeGreaterThanOrEqual(Number(publishedQuantity(before, "energyTotal")));
        expect(state.runtimeSeconds).toBeCloseTo(
          before.runtimeDay === today ? before.runtimeSeconds + step / 1000 : within(startOfDay(today, OPTIONS.timeZone)) / 1000,
          3,
        );
        if (before.periodStart !== state.periodStart)
          expect(state.energyPeriod).toBeCloseTo((BURNER_KW * within(startOfMonth(today, OPTIONS.timeZone))) / 3600_000, 6);
      }
      expect(state.energyTotal).toBeCloseTo((BURNER_KW * burnedMs) / 3600_000, 6);
    }),
    { numRuns: runs(100) },
  );
});

describe("what Home Assistant has seen", () => {
  const state: EnergyState = { ...newEnergy(START, "UTC"), energyTotal: 100, costTotal: 12, energyPeriod: 5, costPeriod: 0.6 };
  const NOTHING = { energyTotal: [], costTotal: [], energyPeriod: [], costPeriod: [] };
  const seen = (...values: number[]) => values.map((value) => ({ value, at: START }));

  test("wins where it is more, the largest of all", () => {
    const more = { ...NOTHING, energyTotal: seen(120.4, 120.5, 119), costTotal: seen(11), energyPeriod: seen(6) };
    expect(raise(state, more, "UTC")).toEqual({ ...state, energyTotal: 120.5, energyPeriod: 6 });
    expect(raise(state, NOTHING, "UTC")).toEqual(state);
  });

  test("of another month says nothing of this one, by the boiler's calendar", () => {
    const energyPeriod = [{ value: 300, at: Date.parse("2026-10-31T22:59:59Z") }];
    expect(raise(state, { ...NOTHING, energyPeriod, energyTotal: energyPeriod }, "Europe/Zurich")).toEqual({ ...state, energyTotal: 300 });
    expect(raise(state, { ...NOTHING, energyPeriod: [...energyPeriod, { value: 7, at: START }] }, "Europe/Zurich").energyPeriod).toBe(7);
    const later = [{ value: 300, at: Date.parse("2026-10-31T23:00:00Z") }];
    expect(raise(state, { ...NOTHING, energyPeriod: later }, "Europe/Zurich").energyPeriod).toBe(300);
  });

  test("a total that comes back as it was published is still our own, to the last digit", () => {
    const names = fc.constantFrom<Quantity>("energyTotal", "costTotal", "energyPeriod", "costPeriod");
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), names, (value, name) => {
        const own = { ...state, [name]: value };
        const text = publishedQuantity(own, name);
        expect(raise(own, { ...NOTHING, [name]: seen(Number(text)) }, "UTC")).toEqual(own);
        // without the file it is all there is
        expect(publishedQuantity(raise({ ...state, [name]: 0 }, { ...NOTHING, [name]: seen(Number(text)) }, "UTC"), name)).toBe(text);
      }),
    );
  });
});

test.each([
  [0, 3, "0.000"],
  [0.0004, 3, "0.000"],
  [0.0005, 3, "0.001"],
  [1.0009, 3, "1.001"],
  [1.001, 3, "1.001"],
  [0.29, 2, "0.29"],
  [0.004, 2, "0.00"],
  [0.005, 2, "0.01"],
  [1.005, 2, "1.01"],
  [2.675, 2, "2.68"],
  [0.999, 2, "1.00"],
  [1234.5, 2, "1234.50"],
  [999_999.995, 2, "1000000.00"],
])("%d with %d decimals is %s", (value, decimals, text) => {
  expect(rounded(value, decimals)).toBe(text);
});

const shownOf = (state: EnergyState): Parameters<typeof raise>[1] => {
  const shown = (name: Quantity) => [{ value: Number(publishedQuantity(state, name)), at: state.lastAt }];
  return {
    energyTotal: shown("energyTotal"),
    costTotal: shown("costTotal"),
    energyPeriod: shown("energyPeriod"),
    costPeriod: shown("costPeriod"),
  };
};

test("the cost is the exact sum of all steps, rounded to the nearest cent: no step loses its remainder, however small, nor does a restart", () => {
  const steps = fc.array(fc.record({ ms: fc.integer({ min: 1, max: 2 * OPTIONS.pollMs }), isRestart: fc.boolean() }), { maxLength: 300 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 2_000_000 }), (burned, millionths) => {
      const options = { ...OPTIONS, pricePerKwh: millionths / 1e6 };
      let state = advance(newEnergy(START, "UTC"), { at: START, flame: true }, options);
      let ms = 0;
      for (const step of burned) {
        ms += step.ms;
        state = advance(state, { at: START + ms, flame: true }, options);
        if (step.isRestart) state = raise(JSON.parse(JSON.stringify(state)), shownOf(state), "UTC");
      }
      // In cents, by whole numbers: 14 kW for `ms` at the price.
      const scale = 3_600_000n * 10_000n;
      const exact = BigInt(BURNER_KW) * BigInt(ms) * BigInt(millionths);
      for (const name of ["costTotal", "costPeriod"] as const) {
        const cents = BigInt(Math.round(Number(publishedQuantity(state, name)) * 100));
        const apart = cents * scale - exact;
        // Half a cent, and the millionth of one that stands for what binary numbers can't hold.
        expect((apart < 0n ? -apart : apart) <= scale / 2n + scale / 1_000_000n).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
