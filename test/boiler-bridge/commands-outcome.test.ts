/** What later reads make of a command that was sent. */
import { CloudError } from "../../components/boiler-bridge/service/cloud/cloud";
import { createRig } from "./commands-rig";

const MINUTES = 60;
type Rig = ReturnType<typeof createRig>;

/** A command for Comfort, a minute after it was sent. */
async function sent(shows: "at once" | "not yet" | "nothing"): Promise<Rig> {
  const rig = createRig();
  rig.commands.submit("zone_mode_set", "Comfort");
  await rig.pass(2);
  if (shows === "at once") rig.shown = { ...rig.shown, zoneMode: 3 };
  if (shows === "nothing") rig.readFails = "unreachable";
  await rig.pass(65);
  rig.readFails = undefined;
  return rig;
}

test.each([
  ["at once", "confirmed"],
  ["not yet", "unconfirmed"],
  ["nothing", "unknown"],
] as const)("a minute after a write the boiler shows it %s: %s", async (shows, state) => {
  const { last, writes } = await sent(shows);
  expect(last()).toMatchObject({ state });
  expect(writes).toHaveLength(1);
});

describe.each(["not yet", "nothing"] as const)("shown %s after a minute", (shows) => {
  test("it is confirmed by an ordinary read ten minutes later", async () => {
    const rig = await sent(shows);
    await rig.pass(10 * MINUTES);
    rig.shown = { ...rig.shown, zoneMode: 3 };
    rig.poll();
    expect(rig.last()).toMatchObject({ state: "confirmed" });
  });
});

test("what nobody could look at for hours is settled by the first read", async () => {
  const rig = await sent("nothing");
  await rig.pass(180 * MINUTES);
  rig.poll();
  expect(rig.last()).toMatchObject({ state: "unconfirmed", reason: "the boiler shows 1" });
});

test("a change after half an hour is somebody else's", async () => {
  const [late, back] = [await sent("not yet"), await sent("at once")];
  for (const rig of [late, back]) await rig.pass(30 * MINUTES);
  late.shown = { ...late.shown, zoneMode: 3 };
  back.shown = { ...back.shown, zoneMode: 1 };
  for (const rig of [late, back]) rig.poll();
  expect([late, back].map((rig) => rig.last()?.state)).toEqual(["unconfirmed", "confirmed"]);
});

test("a boiler that goes back after ten minutes has reverted it, one that goes elsewhere was changed by somebody", async () => {
  const [back, elsewhere] = [await sent("at once"), await sent("at once")];
  for (const rig of [back, elsewhere]) await rig.pass(10 * MINUTES);
  back.shown = { ...back.shown, zoneMode: 1 };
  elsewhere.shown = { ...elsewhere.shown, zoneMode: 2 };
  for (const rig of [back, elsewhere]) rig.poll();
  expect([back, elsewhere].map((rig) => rig.last()?.state)).toEqual(["reverted", "confirmed"]);
});

test("a read from before the write says nothing of it", async () => {
  const rig = createRig();
  const before = { ...rig.reading(), zoneMode: 3 };
  rig.commands.submit("zone_mode_set", "Comfort");
  await rig.pass(2);
  rig.commands.onReading(before);
  expect(rig.last()).toMatchObject({ state: "pending" });
  rig.commands.onReading({ ...before, at: rig.clock.now() });
  expect(rig.last()).toMatchObject({ state: "confirmed" });
});

describe("one side of a pair", () => {
  const comfortSent = async (comfort: number, reduced: number) => {
    const rig = createRig();
    rig.commands.submit("ch_comfort_temp_set", 23);
    await rig.pass(2);
    rig.showHeating(comfort, reduced);
    await rig.pass(65);
    return rig;
  };

  test("stands although somebody moved the other one meanwhile", async () => {
    const { last } = await comfortSent(23, 18);
    expect(last()).toMatchObject({ state: "confirmed", field: "ch_comfort_temp_set" });
  });

  test("is reverted although somebody moved the other one meanwhile", async () => {
    const rig = await comfortSent(23, 17);
    rig.showHeating(21, 18);
    rig.poll();
    expect(rig.last()).toMatchObject({ state: "reverted", reason: "the boiler took it and went back to 21.00" });
  });

  test("says what the boiler shows of it alone", async () => {
    const { last } = await comfortSent(22, 18);
    expect(last()).toMatchObject({ state: "unconfirmed", reason: "the boiler shows 22.00" });
  });

  test("of hot water is judged alike", async () => {
    const rig = createRig();
    const dhw = (comfort: number, reduced: number) => {
      const { comfort: one, reduced: other } = rig.shown.dhw ?? { comfort: never(), reduced: never() };
      rig.shown = { ...rig.shown, dhw: { comfort: { ...one, value: comfort }, reduced: { ...other, value: reduced } } };
    };
    rig.commands.submit("dhw_reduced_temp_set", 42);
    await rig.pass(2);
    dhw(60, 42);
    await rig.pass(65);
    expect(rig.last()).toMatchObject({ state: "confirmed" });
    dhw(61, 40);
    rig.poll();
    expect(rig.last()).toMatchObject({ state: "reverted" });
  });
});

test("a pair of which one side goes back is reverted", async () => {
  const rig = createRig();
  rig.commands.submit("ch_comfort_temp_set", 23);
  rig.commands.submit("ch_reduced_temp_set", 18);
  await rig.pass(2);
  rig.showHeating(23, 18);
  await rig.pass(65);
  rig.showHeating(23, 17);
  rig.poll();
  expect(rig.last()).toMatchObject({ state: "reverted", reason: "the boiler took it and went back to 23.00, 17.00" });
});

describe("a write without an answer, in an outage that asks for quiet", () => {
  const quiet = async () => {
    const rig = createRig();
    rig.writeFails = new CloudError("uncertain", "SetData: HTTP 503", rig.clock.now() + 120_000);
    rig.commands.submit("zone_mode_set", "Comfort");
    await rig.pass(2);
    return rig;
  };

  test("is unknown at once, and not even looked for", async () => {
    const rig = await quiet();
    expect(rig.last()).toMatchObject({ state: "unknown", reason: "SetData: HTTP 503" });
    let reads = 0;
    rig.beforeRead = async () => void reads++;
    await rig.pass(119);
    expect(reads).toBe(0);
    expect(rig.writes).toHaveLength(1);
  });

  test.each([
    ["confirmed when it shows", 3, "confirmed"],
    ["unconfirmed when it does not", 1, "unconfirmed"],
  ])("is by the next ordinary read %s", async (_, zoneMode, state) => {
    const rig = await quiet();
    await rig.pass(300);
    rig.shown = { ...rig.shown, zoneMode };
    rig.poll();
    expect(rig.last()).toMatchObject({ state });
  });

  test("stays unknown by a read that comes before it can show", async () => {
    const rig = await quiet();
    await rig.pass(3);
    rig.poll();
    expect(rig.last()).toMatchObject({ state: "unknown" });
  });
});

describe("one side that ended unknown", () => {
  const unknown = async () => {
    const rig = createRig();
    rig.writeFails = new CloudError("uncertain", "SetTemperature: HTTP 503", rig.clock.now() + 120_000);
    rig.commands.submit("ch_comfort_temp_set", 23);
    await rig.pass(2);
    expect(rig.last()).toMatchObject({ state: "unknown" });
    return rig;
  };
  const others = ({ writes }: Rig) => writes.slice(1).map(({ wanted }) => wanted);

  test.each([5, 120])("is not sent again with the other side, wished for %d s later", async (seconds) => {
    const rig = await unknown();
    await rig.pass(seconds);
    rig.commands.submit("ch_reduced_temp_set", 15);
    await rig.pass(300);
    expect(others(rig)).toEqual([{ comfort: 21, reduced: 15 }]);
    expect(rig.reports.filter(({ field }) => field !== "ch_comfort_temp_set").map(({ field }) => field)).toEqual([
      "ch_reduced_temp_set",
      "ch_reduced_temp_set",
    ]);
  });

  test("is not sent again after a refusal either", async () => {
    const rig = await unknown();
    rig.commands.submit("ch_reduced_temp_set", 40);
    await rig.pass(2);
    rig.commands.submit("ch_reduced_temp_set", 15);
    await rig.pass(2);
    expect(others(rig)).toEqual([{ comfort: 21, reduced: 15 }]);
  });

  test("nor when the other side's wish is replaced before it is sent", async () => {
    const rig = await unknown();
    rig.readFails = "unreachable";
    rig.commands.submit("ch_reduced_temp_set", 15);
    await rig.pass(2);
    rig.commands.submit("ch_reduced_temp_set", 16);
    rig.readFails = undefined;
    await rig.pass(10);
    expect(others(rig)).toEqual([{ comfort: 21, reduced: 16 }]);
  });

  test("is written back although a read shows the old value: it may be about to change", async () => {
    const rig = await unknown();
    rig.commands.submit("ch_comfort_temp_set", 21);
    await rig.pass(2);
    expect(others(rig)).toEqual([{ comfort: 21, reduced: 17 }]);
  });
});

describe("a reading that does not tell", () => {
  const BROKEN = { value: 4, min: 10, max: 4, step: 0.5 };

  test.each([
    ["the heating temperatures", "ch_comfort_temp_set", 23, { ch: { comfort: BROKEN, reduced: BROKEN } }],
    ["the hot water temperatures", "dhw_comfort_temp_set", 60, { dhw: undefined }],
    ["the hot water mode", "dhw_mode_set", "Off", { dhwMode: undefined }],
    ["the holidays", "holiday_active", true, { holidays: undefined }],
    ["the reduced holiday", "holiday_use_reduced", true, { useReducedOnHoliday: undefined }],
  ] as const)("%s leaves the command unknown", async (_, field, value, missing) => {
    const rig = createRig();
    rig.commands.submit(field, value);
    await rig.pass(2);
    expect(rig.writes).toHaveLength(1);
    rig.shown = { ...rig.shown, ...missing };
    await rig.pass(65);
    expect(rig.last()).toMatchObject({
      state: "unknown",
      reason: "it was sent, and no read since then tells: what the cloud shows can't be used",
    });
  });

  test.each([
    ["holiday_active", false, "holidays", { holidays: undefined }],
    ["holiday_until", "2026-12-05", "holidays", { holidays: undefined }],
    ["holiday_use_reduced", true, "useReducedOperationModeOnHoliday", { useReducedOnHoliday: undefined }],
  ] as const)("refuses %s %s before anything is written, and names the field", async (field, value, name, missing) => {
    const rig = createRig();
    rig.shown = { ...rig.shown, ...missing };
    rig.commands.submit(field, value);
    await rig.pass(65);
    expect(rig.last()).toMatchObject({ state: "refused", reason: expect.stringContaining(`zoneData.${name} can't be understood`) });
    expect(rig.writes).toEqual([]);
  });
});

function never(): never {
  throw new Error("the rig shows hot water");
}
