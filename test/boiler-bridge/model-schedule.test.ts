import fc from "fast-check";
import { type DayPlan, daySlices, readPlans, type WeeklyPlan, weekText } from "../../components/boiler-bridge/model/schedule";

const CURRENT: WeeklyPlan = { plans: [], raw: { tick: 10, maxSwitches: 6 } };
const FREE: WeeklyPlan = { plans: [], raw: {} };
const NIGHT_DAY_NIGHT = [
  { from: 0, temp: 0 },
  { from: 360, temp: 1 },
  { from: 1320, temp: 0 },
] as const;
const WEEK: readonly DayPlan[] = [
  { days: [1, 2, 3, 4, 5], slices: NIGHT_DAY_NIGHT },
  { days: [0, 6], slices: [{ from: 0, temp: 1 }] },
];
const week = (slices: unknown) => ({ plans: [{ days: [0, 1, 2, 3, 4, 5, 6], slices }] });

/** Each day in one plan, with slices from midnight on. */
const plans: fc.Arbitrary<DayPlan[]> = fc
  .array(
    fc.tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 1439 }), { maxLength: 8 }),
      fc.array(fc.constantFrom<0 | 1>(0, 1), { minLength: 9, maxLength: 9 }),
    ),
    { minLength: 7, maxLength: 7 },
  )
  .map((week) =>
    week.map(([starts, temps], day) => ({
      days: [day],
      slices: [0, ...starts.sort((a, b) => a - b)].map((from, at) => ({ from, temp: temps[at] ?? 0 })),
    })),
  );

describe("a wanted schedule", () => {
  test("of the event's shape is taken as it is", () => {
    expect(readPlans({ plans: WEEK }, CURRENT)).toEqual({ plans: WEEK });
  });

  test("keeps equal neighbours", () => {
    const slices = [
      { from: 0, temp: 1 },
      { from: 360, temp: 1 },
    ];
    expect(readPlans(week(slices), CURRENT)).toEqual(week(slices));
  });

  test.each<[string, unknown, string]>([
    ["no object", "tomorrow", "the event's data is not as it must be"],
    ["no plans", { plans: [] }, "plans is not as it must be"],
    ["a temperature in place of the flag", week([{ from: 0, temp: 21 }]), "plans.0.slices.0.temp is not as it must be"],
    ["a minute after the day", week([{ from: 1440, temp: 0 }]), "plans.0.slices.0.from is not as it must be"],
    ["half a minute", week([{ from: 0.5, temp: 0 }]), "plans.0.slices.0.from is not as it must be"],
    ["no slice", week([]), "plans.0.slices is not as it must be"],
    ["an eighth day", { plans: [{ days: [7], slices: NIGHT_DAY_NIGHT }] }, "plans.0.days.0 is not as it must be"],
    ["a day that is missing", { plans: WEEK.slice(0, 1) }, "Sunday (day 0) is there 0 times; use every day from 0 (Sunday) to 6 once"],
    [
      "a day in two plans",
      { plans: [...WEEK, { days: [3], slices: NIGHT_DAY_NIGHT }] },
      "Wednesday (day 3) is there 2 times; use every day from 0 (Sunday) to 6 once",
    ],
    [
      "a day that begins late",
      week([{ from: 360, temp: 1 }]),
      'slices of Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday begin at minute 360; use 0 as the first "from"',
    ],
    [
      "one minute twice",
      week([...NIGHT_DAY_NIGHT, { from: 1320, temp: 1 }]),
      'have minute 1320 out of order; use each "from" once, in ascending order',
    ],
    ["minutes between the boiler's", week([...NIGHT_DAY_NIGHT, { from: 1325, temp: 1 }]), "have minute 1325; use multiples of 10 minutes"],
    [
      "more switching than the boiler keeps",
      week(Array.from({ length: 8 }, (_, at) => ({ from: at * 60, temp: at % 2 }))),
      "switch 7 times; use 6 switches at most",
    ],
  ])("with %s is refused", (_, wanted, refusal) => {
    expect(readPlans(wanted, CURRENT)).toEqual({ refusal: expect.stringContaining(refusal) });
  });

  test("may use all of the boiler's switches", () => {
    const wanted = week(Array.from({ length: 7 }, (_, at) => ({ from: at * 60, temp: at % 2 })));
    expect(readPlans(wanted, CURRENT)).toEqual(wanted);
  });

  test.each([{}, { tick: 0, maxSwitches: 0 }, { tick: "10", maxSwitches: null }, { tick: 2.5, maxSwitches: -1 }])(
    "is free of limits that the boiler does not tell: %j",
    (raw) => {
      const wanted = week(Array.from({ length: 20 }, (_, at) => ({ from: at * 7, temp: at % 2 })));
      expect(readPlans(wanted, { plans: [], raw })).toEqual(wanted);
    },
  );

  test("of any valid week is accepted, and no input makes it throw", () => {
    fc.assert(
      fc.property(plans, (wanted) => {
        expect(readPlans({ plans: wanted }, FREE)).toEqual({ plans: wanted });
      }),
    );
    fc.assert(
      fc.property(fc.anything(), (wanted) => {
        expect(Object.keys(readPlans(wanted, FREE))).toHaveLength(1);
      }),
    );
  });
});

describe("two schedules have the same text", () => {
  test("however days are grouped and ordered", () => {
    const grouped = [
      { days: [6, 0], slices: [{ from: 0, temp: 1 }] },
      { days: [5], slices: NIGHT_DAY_NIGHT },
      { days: [4, 2, 1, 3], slices: [...NIGHT_DAY_NIGHT].reverse() },
    ] as const;
    expect(weekText(grouped)).toBe(weekText(WEEK));
    fc.assert(fc.property(plans, (one) => weekText(one) === weekText([...one].reverse())));
  });

  test("when equal neighbours became one slice", () => {
    const split = [...NIGHT_DAY_NIGHT.slice(0, 2), { from: 720, temp: 1 as const }, ...NIGHT_DAY_NIGHT.slice(2)];
    expect(weekText([{ days: [1], slices: split }])).toBe(weekText([{ days: [1], slices: NIGHT_DAY_NIGHT }]));
  });

  test.each<[string, readonly DayPlan[]]>([
    ["a day is missing", WEEK.slice(0, 1)],
    [
      "a time differs",
      [{ days: [1, 2, 3, 4, 5], slices: [NIGHT_DAY_NIGHT[0], { from: 370, temp: 1 }, NIGHT_DAY_NIGHT[2]] }, ...WEEK.slice(1)],
    ],
    ["a flag differs", [...WEEK.slice(0, 1), { days: [0, 6], slices: [{ from: 0, temp: 0 }] }]],
  ])("but not when %s", (_, other) => {
    expect(weekText(other)).not.toBe(weekText(WEEK));
  });
});

describe("a day's slices", () => {
  const temperatures = { comfort: 21, reduced: 16.5 };

  test("reach from one to the next and to the end of the day", () => {
    expect(daySlices({ plans: WEEK }, 1, temperatures)).toEqual([
      { from: "00:00", to: "06:00", temperature: 16.5 },
      { from: "06:00", to: "22:00", temperature: 21 },
      { from: "22:00", to: "24:00", temperature: 16.5 },
    ]);
  });

  test("are none for a day in no plan", () => {
    expect(daySlices({ plans: WEEK.slice(0, 1) }, 0, temperatures)).toEqual([]);
  });

  test("have no temperature while it is not known", () => {
    expect(daySlices({ plans: WEEK }, 0, { comfort: undefined, reduced: 16.5 })).toEqual([
      { from: "00:00", to: "24:00", temperature: null },
    ]);
  });

  test("cover a valid day without a gap", () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: 6 }), (week, day) => {
        const slices = daySlices({ plans: week }, day, temperatures);
        expect(["00:00", ...slices.map(({ to }) => to)]).toEqual([...slices.map(({ from }) => from), "24:00"]);
      }),
    );
  });
});
