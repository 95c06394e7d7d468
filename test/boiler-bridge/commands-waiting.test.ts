/** When a command is written, and until when it may still be. */
import { createRig } from "./commands-rig";

const pair = (comfort: number, reduced: number) => ({ comfort, reduced });

test("a change that stays alone is written a second later", async () => {
  const { commands, writes, pass } = createRig();
  commands.submit("zone_mode_set", "Comfort");
  await pass(0.9);
  expect(writes).toEqual([]);
  await pass(0.2);
  expect(writes).toMatchObject([{ call: "SetData", wanted: { zoneMode: 3 }, at: 1 }]);
});

test("a slider that moves on is written as it stands after two and a half seconds", async () => {
  const { commands, writes, pass } = createRig();
  for (let comfort = 21; comfort <= 24; comfort += 0.5) {
    commands.submit("ch_comfort_temp_set", comfort);
    await pass(0.5);
  }
  expect(writes).toMatchObject([{ wanted: pair(23, 17), at: 2.5 }]);
});

describe("a command that can't reach the boiler", () => {
  test("expires after five minutes with the reason, and is never written", async () => {
    const rig = createRig();
    const { commands, writes, pass, last } = rig;
    rig.readFails = "unreachable";
    commands.submit("zone_mode_set", "Comfort");
    await pass(290);
    expect(last()).toMatchObject({ state: "pending" });
    await pass(15);
    expect(last()).toMatchObject({ state: "refused", field: "zone_mode_set", reason: "expired after 5 minutes: GetData: no answer" });
    rig.readFails = undefined;
    await pass(600);
    expect(writes).toEqual([]);
  });

  test("expires although its partner was changed later, which is written alone", async () => {
    const rig = createRig();
    const { commands, writes, pass, states } = rig;
    rig.readFails = "unreachable";
    commands.submit("ch_comfort_temp_set", 23);
    await pass(200);
    commands.submit("ch_reduced_temp_set", 15);
    await pass(105);
    expect(states().at(-1)).toBe("ch_comfort_temp_set refused");
    expect(commands.isPending("ch_comfort_temp_set")).toBe(false);
    expect(commands.isPending("ch_reduced_temp_set")).toBe(true);
    rig.readFails = undefined;
    await pass(65);
    expect(writes).toMatchObject([{ wanted: pair(21, 15) }]);
    rig.showHeating(21, 15);
    await pass(60);
    expect(states().at(-1)).toBe("ch_reduced_temp_set confirmed");
  });

  test("expires in its own time however often its partner is changed", async () => {
    const rig = createRig();
    const { commands, writes, pass, reports } = rig;
    rig.readFails = "unreachable";
    commands.submit("ch_comfort_temp_set", 23);
    for (const reduced of [15, 15.5, 16]) {
      await pass(200);
      commands.submit("ch_reduced_temp_set", reduced);
    }
    const [refused, ...others] = reports.filter(({ state }) => state === "refused");
    expect(refused).toMatchObject({ field: "ch_comfort_temp_set", wanted: 23 });
    expect(refused?.at).toBeLessThan(305);
    expect(others).toEqual([]);
    rig.readFails = undefined;
    await pass(65);
    expect(writes).toMatchObject([{ wanted: pair(21, 16) }]);
  });

  test("begins its time anew when it is changed itself", async () => {
    const rig = createRig();
    const { commands, writes, pass } = rig;
    rig.readFails = "unreachable";
    commands.submit("ch_comfort_temp_set", 23);
    await pass(250);
    commands.submit("ch_comfort_temp_set", 24);
    await pass(250);
    rig.readFails = undefined;
    await pass(65);
    expect(writes).toMatchObject([{ wanted: pair(24, 17) }]);
  });

  test("is not written when its time ends during the read", async () => {
    const rig = createRig();
    const { commands, writes, clock, pass, last } = rig;
    rig.readFails = "unreachable";
    commands.submit("zone_mode_set", "Comfort");
    await pass(250);
    rig.beforeRead = () => clock.sleep(60_000);
    rig.readFails = undefined;
    await pass(120);
    expect(last()).toMatchObject({ state: "refused" });
    expect(writes).toEqual([]);
  });
});

test("what was sent in time stays wanted beside its partner as long as it may take to show, and then ends unknown", async () => {
  const rig = createRig();
  const { commands, writes, pass, reports } = rig;
  rig.readFails = "unreachable";
  commands.submit("ch_comfort_temp_set", 23);
  await pass(250);
  rig.readFails = undefined;
  await pass(60);
  expect(writes).toMatchObject([{ wanted: pair(23, 17) }]);
  rig.readFails = "unreachable";
  commands.submit("ch_reduced_temp_set", 15);
  await pass(50);
  expect(reports.at(-1)).toMatchObject({ state: "pending", field: "ch_comfort_temp_set,ch_reduced_temp_set" });
  await pass(15);
  expect(reports.at(-1)).toMatchObject({ state: "unknown", field: "ch_comfort_temp_set" });
  rig.readFails = undefined;
  await pass(60);
  expect(writes).toMatchObject([{ wanted: pair(23, 17) }, { wanted: pair(21, 15) }]);
});
