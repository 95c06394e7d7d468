/** Commands that meet each other on their way. */
import { CloudError } from "../../components/boiler-bridge/service/cloud/cloud";
import { createRig } from "./commands-rig";

type Rig = ReturnType<typeof createRig>;
const withZoneMode = (rig: Rig, zoneMode: number) => {
  rig.shown = { ...rig.shown, zoneMode };
};

test("set and set back before the first shows: both are written, in this order", async () => {
  const rig = createRig();
  const { commands, writes, pass } = rig;
  commands.submit("zone_mode_set", "Comfort");
  await pass(2);
  commands.submit("zone_mode_set", "Automatic");
  await pass(2);
  expect(writes).toMatchObject([{ wanted: { zoneMode: 3 } }, { wanted: { zoneMode: 1 } }]);
});

test("so it is when a third wish between them never left the bridge", async () => {
  const rig = createRig();
  const { commands, writes, clock, pass } = rig;
  commands.submit("zone_mode_set", "Comfort");
  await pass(2);
  rig.beforeRead = () => clock.sleep(3000);
  commands.submit("zone_mode_set", "Reduced");
  await pass(2);
  commands.submit("zone_mode_set", "Automatic");
  await pass(10);
  expect(writes).toMatchObject([{ wanted: { zoneMode: 3 } }, { wanted: { zoneMode: 1 } }]);
});

test("a wish for what was sent last and shows by now is not written again", async () => {
  const rig = createRig();
  const { commands, writes, clock, pass, last } = rig;
  commands.submit("zone_mode_set", "Comfort");
  await pass(2);
  rig.beforeRead = () => clock.sleep(3000);
  commands.submit("zone_mode_set", "Reduced");
  await pass(2);
  withZoneMode(rig, 3);
  commands.submit("zone_mode_set", "Comfort");
  await pass(10);
  expect(writes).toHaveLength(1);
  expect(last()).toMatchObject({ state: "confirmed" });
});

test("SetData carries what another command has sent and the boiler does not show yet", async () => {
  const rig = createRig();
  const { commands, writes, pass } = rig;
  commands.submit("dhw_mode_set", "Off");
  await pass(2);
  commands.submit("zone_mode_set", "Comfort");
  await pass(2);
  expect(writes).toMatchObject([{ wanted: { dhwMode: 0, zoneMode: 1 } }, { wanted: { dhwMode: 0, zoneMode: 3 } }]);
});

test("so it does when its outcome is not known", async () => {
  const rig = createRig();
  const { commands, writes, pass } = rig;
  rig.writeFails = new CloudError("uncertain", "SetData: HTTP 503", rig.clock.now() + 20_000);
  commands.submit("dhw_mode_set", "Off");
  await pass(20);
  commands.submit("zone_mode_set", "Comfort");
  await pass(2);
  expect(writes.at(-1)).toMatchObject({ wanted: { dhwMode: 0, zoneMode: 3 } });
});

test("but not what the boiler has shown and somebody changed again", async () => {
  const rig = createRig();
  const { commands, writes, pass } = rig;
  commands.submit("dhw_mode_set", "Off");
  await pass(2);
  rig.shown = { ...rig.shown, dhwMode: 0 };
  await pass(5);
  rig.shown = { ...rig.shown, dhwMode: 1 };
  commands.submit("zone_mode_set", "Comfort");
  await pass(2);
  expect(writes.at(-1)).toMatchObject({ wanted: { dhwMode: 1, zoneMode: 3 } });
});

describe("one side of a pair that was sent and does not show yet", () => {
  const comfortSent = async () => {
    const rig = createRig();
    rig.commands.submit("ch_comfort_temp_set", 23);
    await rig.pass(2);
    return rig;
  };

  test("goes along with the other side", async () => {
    const { commands, writes, pass } = await comfortSent();
    commands.submit("ch_reduced_temp_set", 18);
    await pass(2);
    expect(writes.at(-1)).toMatchObject({ wanted: { comfort: 23, reduced: 18 } });
  });

  test("goes along also after a wish for the other side that was refused", async () => {
    const { commands, writes, pass, last } = await comfortSent();
    commands.submit("ch_reduced_temp_set", 40);
    await pass(2);
    expect(last()).toMatchObject({ state: "refused" });
    commands.submit("ch_reduced_temp_set", 18);
    await pass(2);
    expect(writes.at(-1)).toMatchObject({ wanted: { comfort: 23, reduced: 18 } });
  });

  test("leaves the other side to a person at the boiler", async () => {
    const rig = await comfortSent();
    const { commands, writes, pass } = rig;
    rig.showHeating(23, 16);
    await pass(65);
    commands.submit("ch_comfort_temp_set", 24);
    await pass(2);
    expect(writes.at(-1)).toMatchObject({ wanted: { comfort: 24, reduced: 16 } });
  });
});
