import { setDataWire } from "../../components/boiler-bridge/service/cloud/bodies";
import type { SetDataBody } from "../../components/boiler-bridge/service/cloud/cloud";
import { CookieJar } from "../../components/boiler-bridge/service/cloud/cookie-jar";
import { closeClouds, failureOf, startClient } from "./cloud-client";

afterEach(closeClouds);

const slim: SetDataBody = { zoneMode: 0, dhwMode: 1, dhwComfortTemp: 50, dhwReducedTemp: 40 };

test("SetData carries both blocks and nothing but the writable fields", async () => {
  const { simulator, cloud } = await startClient();
  await cloud.setData({ ...slim, useReducedOnHoliday: false });
  expect(simulator.journal.writes()[0]).toMatchObject({ path: `/R2/PlantHomeBsb/SetData/${simulator.gateway}` });
  expect(simulator.journal.writes()[0]?.body).toEqual({
    plantData: { dhwComfortTemp: { value: 50 }, dhwReducedTemp: { value: 40 }, dhwMode: { value: 1 } },
    zoneData: { zone: 1, mode: { value: 0 }, useReducedOperationModeOnHoliday: false },
    viewModel: { zoneNumber: 1 },
  });
  expect(simulator.settle()).toMatchObject({ zoneMode: 0, dhw: { comfort: 50, reduced: 40 } });
});

test("SetData of a plant without hot water leaves its fields out, and keeps the block", () => {
  expect(setDataWire(2, { zoneMode: 3, dhwMode: undefined, dhwComfortTemp: undefined, dhwReducedTemp: undefined })).toEqual({
    plantData: {},
    zoneData: { zone: 2, mode: { value: 3 } },
    viewModel: { zoneNumber: 2 },
  });
});

test("CH temperatures and holidays are type errors in SetData, and left out at run time", async () => {
  const { simulator, cloud } = await startClient();
  // @ts-expect-error: they turn the cloud's setpoints into the sentinel
  await cloud.setData({ ...slim, chComfortTemp: 20 });
  // @ts-expect-error: the cloud drops them silently
  await cloud.setData({ ...slim, holidays: [] });
  expect(simulator.journal.violations()).toEqual([]);
  expect(simulator.sentinels.size).toBe(0);
});

test("SetTemperature carries both temperatures and the whole zone as it was read", async () => {
  const { simulator, cloud } = await startClient();
  const { rawZone } = await cloud.read("command");
  await cloud.setTemperature({ comfort: 22.5, reduced: 18 }, rawZone);
  expect(simulator.journal.writes()[0]).toMatchObject({ path: `/R2/PlantTimeProgBsb/SetTemperature/${simulator.gateway}` });
  expect(simulator.journal.writes()[0]?.body).toEqual({ zoneNum: 1, comfort: 22.5, reduced: 18, plantData: null, zoneData: rawZone });
  expect(rawZone).toMatchObject({ newZoneField: "kept" });
  expect((await cloud.read("command")).ch).toMatchObject({ comfort: { value: 22.5, min: 18 }, reduced: { value: 18 } });
});

test("SetTimeProg replaces the plans and sends the plan as it was read beside it", async () => {
  const { simulator, cloud } = await startClient();
  const { plan } = await cloud.read("command");
  if (!plan) throw new Error("the simulator has a schedule");
  const plans = [{ days: [0, 1, 2, 3, 4, 5, 6], slices: [{ from: 0, temp: 1 as const }] }];
  await cloud.setTimeProg(plans, plan);
  expect(simulator.journal.writes()[0]?.body).toEqual({ progId: 1, weeklyPlan: { ...plan.raw, plans }, prevWeeklyPlan: plan.raw });
  expect((await cloud.read("command")).plan?.plans).toEqual(plans);
  // The plan that was read before is no longer the one that the boiler has.
  expect(await failureOf(cloud.setTimeProg(plans, plan))).toMatchObject({ failure: "rejected" });
});

test.each(["bare", "data", "holidays"] as const)("a holiday is written over the slot as it was read, from a %s list", async (container) => {
  const { simulator, cloud } = await startClient();
  simulator.slotContainer = container;
  const slots = await cloud.readHolidaySlots();
  expect(slots).toHaveLength(8);
  const [old] = slots;
  if (!old) throw new Error("the simulator has eight slots");
  await cloud.writeHolidaySlot({ from: "2026-08-20", to: "2026-08-30" }, old, 1);
  expect(simulator.journal.of("SetHoliday")[0]).toMatchObject({ path: `/api/v2/remote/bsbHolidays/${simulator.gateway}/1` });
  expect(simulator.journal.of("SetHoliday")[0]?.body).toEqual({
    currentZoneMode: 1,
    new: { index: 0, from: "2026-08-20T00:00", to: "2026-08-30T00:00" },
    old: { index: 0, from: "2026-01-01T00:00", to: "2026-01-01T00:00", osv: true },
  });
  expect((await cloud.read("command")).holidays).toEqual([{ index: 0, from: "2026-08-20", to: "2026-08-30" }]);
  // Another `old` than the slot's is refused.
  expect(await failureOf(cloud.writeHolidaySlot({ from: "2026-01-01", to: "2026-01-01" }, old, 1))).toMatchObject({ failure: "rejected" });
});

test("a holiday's answer without success: true is a refusal", async () => {
  const { simulator, cloud } = await startClient();
  const [old] = await cloud.readHolidaySlots();
  if (!old) throw new Error("the simulator has eight slots");
  simulator.fail("SetHoliday", { kind: "answer", status: 200, body: '{"ok":true}' });
  expect(await failureOf(cloud.writeHolidaySlot({ from: "2026-08-20", to: "2026-08-30" }, old, 1))).toMatchObject({ failure: "rejected" });
});

test("datapoints repair the sentinel, given what the cloud shows now", async () => {
  const { simulator, cloud } = await startClient();
  simulator.sentinels.add("comfort").add("reduced");
  const sentinel = { value: 4, min: 10, max: 4 };
  expect((await cloud.read("command")).ch).toMatchObject({ comfort: sentinel, reduced: sentinel });
  await cloud.writeDataPoints([
    { address: 2950542, newValue: 21, oldValue: 4 },
    { address: 2950544, newValue: 17, oldValue: 4 },
  ]);
  expect(simulator.journal.writes()[0]).toMatchObject({ path: `/R2/PlantMenuBsb/WriteDataPoints/${simulator.gateway}` });
  const text = { newValueAsString: null, oldValueAsString: null, newOsv: false, oldOsv: false };
  expect(simulator.journal.writes()[0]?.body).toEqual([
    { address: 2950542, newValueAsNumber: 21, oldValueAsNumber: 4, ...text },
    { address: 2950544, newValueAsNumber: 17, oldValueAsNumber: 4, ...text },
  ]);
  expect((await cloud.read("command")).ch).toMatchObject({ comfort: { value: 21 }, reduced: { value: 17 } });
});

test("cookies follow every answer: replaced, removed by age or date, kept otherwise", () => {
  const jar = new CookieJar();
  jar.follow(["a=1; path=/; HttpOnly", "b=x=y", "c=3; Max-Age=60", "=broken"], 0);
  expect(jar.header()).toBe("a=1; b=x=y; c=3");
  jar.follow(["a=2", "b=; expires=Thu, 01 Jan 1970 00:00:00 GMT", "c=; max-age=0"], Date.now());
  expect(jar.header()).toBe("a=2");
  jar.follow(undefined, 0);
  jar.clear();
  expect(jar.header()).toBeUndefined();
});
