/** What a person, Home Assistant and the cloud notice of commands that fail. */
import { CloudError } from "../../components/boiler-bridge/service/cloud/cloud";
import type { Field, HelperValue } from "../../components/boiler-bridge/watched-helpers";
import { wideTest } from "../wide";
import { started } from "./bridge-rig";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const COMMAND = "sensor.boiler_last_command";

async function connected(helpers: readonly [Field, HelperValue][]) {
  const rig = await started();
  rig.connect(new Map(helpers));
  await rig.pass(1000);
  rig.told.length = 0;
  /** A change that is refused or confirmed at once. */
  const ask = async (field: Field, value: HelperValue) => {
    rig.change(field, value);
    await rig.pass(2000);
  };
  return Object.assign(rig, { ask, toldOf: (...words: string[]) => rig.told.filter((line) => words.includes(line.split(" ")[0] ?? "")) });
}

describe("an automation that answers each value which is put back with the refused one", () => {
  const looping = async () => {
    const rig = await connected([["ch_comfort_temp_set", 21]]);
    rig.onSet = (field, value) => {
      if (value === 21) rig.change(field, 12);
    };
    rig.change("ch_comfort_temp_set", 12);
    return rig;
  };

  wideTest(
    "costs about a request per poll interval in the long run",
    async () => {
      const rig = await looping();
      await rig.pass(HOUR);
      const before = rig.reads.length;
      await rig.pass(4 * HOUR);
      expect((rig.reads.length - before) / (4 * 12)).toBeLessThan(1.3);
    },
    20_000,
  );

  test("still has each value put back", async () => {
    const rig = await looping();
    await rig.pass(HOUR);
    expect(rig.toldOf("set").length).toBeGreaterThan(12);
    expect(new Set(rig.toldOf("set"))).toEqual(new Set(["set ch_comfort_temp_set 21"]));
  });
});

test("what is refused goes back to what the boiler has", async () => {
  const { ask, toldOf } = await connected([["ch_comfort_temp_set", 21]]);
  await ask("ch_comfort_temp_set", 12);
  expect(toldOf("set")).toEqual(["set ch_comfort_temp_set 21"]);
});

describe("where the boiler's value is not known", () => {
  const unknown = async () => {
    const rig = await connected([
      ["holiday_active", false],
      ["holiday_until", "2026-12-01"],
    ]);
    rig.holidays = undefined;
    await rig.pass(5 * MINUTE);
    return rig;
  };

  test("what is refused goes back to what it was before, each time", async () => {
    const { ask, state, toldOf } = await unknown();
    await ask("holiday_active", true);
    await ask("holiday_active", true);
    expect(state(COMMAND)).toBe("refused");
    expect(toldOf("set")).toEqual(["set holiday_active false", "set holiday_active false"]);
  });

  test("it goes back to what it was before the first of several changes", async () => {
    const rig = await connected([["dhw_comfort_temp_set", 50]]);
    rig.change("dhw_comfort_temp_set", 55);
    await rig.pass(500);
    await rig.ask("dhw_comfort_temp_set", 56);
    expect(rig.toldOf("set")).toEqual(["set dhw_comfort_temp_set 50"]);
  });

  test("the boiler's value comes first as soon as it is known", async () => {
    const rig = await unknown();
    await rig.ask("holiday_active", true);
    rig.holidays = [{ index: 0, from: "2026-11-20", to: "2026-11-30" }];
    await rig.pass(5 * MINUTE);
    rig.holidays = undefined;
    await rig.pass(5 * MINUTE);
    expect(rig.toldOf("set")).toEqual(["set holiday_active false", "set holiday_active true", "set holiday_until 2026-11-30"]);
  });

  test("a return date alone is for the next holiday, and no command", async () => {
    const { ask, state, toldOf } = await unknown();
    await ask("holiday_until", "2026-12-05");
    expect([state(COMMAND), toldOf("set")]).toEqual(["unknown", []]);
  });

  test("a return date is refused and goes back where the switch shows a holiday", async () => {
    const rig = await unknown();
    rig.holidays = [{ index: 0, from: "2026-11-20", to: "2026-11-30" }];
    await rig.pass(5 * MINUTE);
    rig.holidays = undefined;
    await rig.pass(5 * MINUTE);
    rig.told.length = 0;
    await rig.ask("holiday_until", "2026-12-05");
    expect([rig.state(COMMAND), rig.toldOf("set")]).toEqual(["refused", ["set holiday_until 2026-11-30"]]);
  });
});

test("a notification stays until its own field succeeds, whatever becomes of its partner", async () => {
  const rig = await connected([
    ["ch_comfort_temp_set", 21],
    ["ch_reduced_temp_set", 17],
  ]);
  rig.failure = () => new CloudError("unreachable", "GetData: no answer");
  rig.change("ch_comfort_temp_set", 23);
  await rig.pass(200_000);
  rig.change("ch_reduced_temp_set", 17);
  await rig.pass(105_000);
  rig.failure = undefined;
  await rig.pass(MINUTE);
  expect(rig.toldOf("notify", "dismiss")).toEqual([
    "notify boiler_bridge_ch_comfort_temp_set",
    "dismiss boiler_bridge_ch_reduced_temp_set",
  ]);
  await rig.ask("ch_comfort_temp_set", 21);
  expect(rig.toldOf("dismiss").at(-1)).toBe("dismiss boiler_bridge_ch_comfort_temp_set");
});
