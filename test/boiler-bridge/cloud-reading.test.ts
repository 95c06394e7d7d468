import { CloudError } from "../../components/boiler-bridge/service/cloud/cloud";
import { parseHolidaySlots } from "../../components/boiler-bridge/service/cloud/holiday-slots";
import { parseReading } from "../../components/boiler-bridge/service/cloud/parse-reading";
import { writtenDate } from "../../components/boiler-bridge/service/cloud/shape";
import { utcOffsetMinutes } from "../../components/boiler-bridge/service/cloud/utc-offset";
import { closeClouds, failureOf, startClient } from "./cloud-client";
import { newBoiler, shownPlant, shownZone } from "./simulated-boiler";

afterEach(closeClouds);

type Part = Record<string, unknown>;

/** GetData's answer with some fields changed; undefined takes one out, as JSON has no such value. */
function answer({ plant, zone, timeProgs }: { plant?: Part; zone?: Part; timeProgs?: unknown } = {}): unknown {
  const view = { state: newBoiler(), sentinels: new Set<never>(), zone: 1, year: 2026, hasExtraFields: true };
  const [plantData, zoneData] = [
    { ...shownPlant(view), ...plant },
    { ...shownZone(view), ...zone },
  ];
  return JSON.parse(JSON.stringify({ ok: true, data: { plantData, zoneData, timeProgs } }));
}

const read = (changes: Parameters<typeof answer>[0] = {}, onOdd: (field: string) => void = () => {}) =>
  parseReading(answer(changes), 1000, onOdd);

test("a read asks for plant, zone and schedule, and never for the cache; the gateway is in upper case", async () => {
  const { simulator, cloud, clock } = await startClient();
  const reading = await cloud.read("poll");
  expect(simulator.journal.of("GetData")[0]).toMatchObject({
    path: `/R2/PlantHomeBsb/GetData/${simulator.gateway}`,
    body: { useCache: false, zone: 1, filter: { progIds: [1], plant: true, zone: true } },
  });
  expect(reading).toMatchObject({
    at: clock.now(),
    zoneMode: 1,
    ch: { comfort: { value: 21, min: 17, max: 35, step: 0.5 }, reduced: { value: 17, min: 10, max: 19.5, step: 0.5 } },
    dhw: { comfort: { value: 55, min: 45, max: 65, step: 1 }, reduced: { value: 45, min: 8, max: 55, step: 1 } },
    dhwMode: 1,
    dhwStorageTemp: 52,
    outsideTemp: 4.5,
    roomTemp: 20.5,
    flame: false,
    heatRequest: false,
    isHeatingActive: true,
    useReducedOnHoliday: false,
    holidays: [],
  });
  expect(reading.plan?.plans).toHaveLength(2);
  expect(reading.plan?.raw).toMatchObject({ tick: 10, maxSwitches: 6, plans: [null, {}, {}] });
  expect(reading.rawZone).toMatchObject({ newZoneField: "kept", chProtectionTemp: 10 });
});

test("0 is a mode, not an absent one", () => {
  expect(read({ zone: { mode: { value: 0 } }, plant: { dhwMode: { value: 0 } } })).toMatchObject({ zoneMode: 0, dhwMode: 0 });
});

test.each<[string, Parameters<typeof answer>[0]]>([
  ["zoneData.mode.value", { zone: { mode: {} } }],
  ["zoneData.mode.value", { zone: { mode: { value: "1" } } }],
  ["zoneData.mode", { zone: { mode: undefined } }],
  ["zoneData.chComfortTemp.min", { zone: { chComfortTemp: { value: 20, max: 30, step: 0.5 } } }],
  ["zoneData.chReducedTemp", { zone: { chReducedTemp: null } }],
  ["zoneData.useReducedOperationModeOnHoliday", { zone: { useReducedOperationModeOnHoliday: 1 } }],
  ["plantData.flameSensor", { plant: { flameSensor: undefined } }],
  ["plantData.dhwComfortTemp.value", { plant: { dhwComfortTemp: {} } }],
])("a needed field that is missing or of another type is named: %s", (field, changes) => {
  expect(() => read(changes)).toThrow(CloudError);
  expect(() => read(changes)).toThrow(`GetData: the answer's field ${field} does not fit`);
});

test.each([{}, { data: null }, { data: {} }, { ok: true, data: { zoneData: {} } }, []])(
  "an envelope %j is a failure of shape",
  (envelope) => {
    expect(() => parseReading(envelope, 0, () => {})).toThrow(expect.objectContaining({ failure: "shape" }));
  },
);

test.each<[string, Parameters<typeof answer>[0], Part]>([
  ["no room sensor, which reads 0", { zone: { hasRoomSensor: false, roomTemp: 0 } }, { roomTemp: undefined }],
  ["a broken room sensor", { zone: { roomTempError: true } }, { roomTemp: undefined }],
  ["no outside probe", { plant: { hasOutsideTempProbe: false } }, { outsideTemp: undefined }],
  ["a broken outside probe", { plant: { outsideTempError: true } }, { outsideTemp: undefined }],
  ["no storage probe", { plant: { hasDhwStorageProbe: false } }, { dhwStorageTemp: undefined }],
  ["a broken storage probe", { plant: { dhwStorageTempError: true } }, { dhwStorageTemp: undefined }],
  ["a probe that reads 0 °C", { plant: { outsideTemp: 0 } }, { outsideTemp: 0 }],
  ["no hot water", { plant: { dhwComfortTemp: undefined, dhwReducedTemp: null, dhwMode: null } }, { dhw: undefined, dhwMode: undefined }],
  ["no holidays", { zone: { holidays: undefined } }, { holidays: [] }],
  ["no target", { zone: { desiredRoomTemp: null } }, { desiredRoomTemp: undefined }],
  ["no schedule", { timeProgs: null }, { plan: undefined }],
  ["an empty schedule", { timeProgs: [null, {}, { weeklyPlan: null }] }, { plan: undefined }],
])("%s is absent, and the rest is read", (_name, changes, expected) => {
  const odd: string[] = [];
  expect(read(changes, (field) => odd.push(field))).toMatchObject({ ...expected, zoneMode: 1 });
  expect(odd).toEqual([]);
});

test("an optional field of another type counts as absent and is reported by name", () => {
  const odd: string[] = [];
  const reading = read(
    {
      plant: { outsideTemp: "4" },
      zone: { holidays: [{ index: 0, fromAsIso: "soon", toAsIso: "later" }] },
      timeProgs: [{ weeklyPlan: { plans: [7] } }],
    },
    (field) => odd.push(field),
  );
  expect(reading).toMatchObject({ outsideTemp: undefined, holidays: [], plan: undefined });
  expect(odd.sort()).toEqual(["holidays", "outsideTemp", "timeProgs"]);
});

test("null plans and slices are passed over", () => {
  const slices = [null, { from: 0, temp: 0 }, { from: 360, temp: 1 }];
  expect(
    read({ timeProgs: [null, { weeklyPlan: { plans: [null, { days: [1], slices }, { days: [2], slices: null }] } }] }).plan?.plans,
  ).toEqual([
    { days: [1], slices: [slices[1], slices[2]] },
    { days: [2], slices: [] },
  ]);
});

test.each([
  ["2026-12-31", "2026-12-31"],
  ["2026-12-31T00:00", "2026-12-31"],
  ["2026-12-31T00:00:00", "2026-12-31"],
  ["2026-07-19T00:00:00+02:00", "2026-07-19"],
  ["2026-07-19T00:00:00.000Z", "2026-07-19"],
  ["2026-02-30", undefined],
  ["19.07.2026", undefined],
  [1_700_000_000, undefined],
])("the date in %s is %s, as it is written", (text, date) => {
  expect(writtenDate(text)).toBe(date);
});

const slots = [{ index: 0, from: "2026-07-19T00:00:00", to: "2026-07-26T00:00:00", osv: false, extra: 1 }, null];

test.each([
  ["a bare array", slots],
  ["data", { data: slots }],
  ["holidays", { holidays: slots }],
  ["both", { ok: true, data: { holidays: slots } }],
])("holiday slots are found in %s", (_name, wire) => {
  expect(parseHolidaySlots(wire)).toEqual([{ index: 0, from: "2026-07-19", to: "2026-07-26", osv: false }]);
});

test("a slot without osv can't be written back, so it is a failure of shape", () => {
  expect(() => parseHolidaySlots([{ index: 0, from: "2026-01-01", to: "2026-01-01" }])).toThrow("[0].osv");
});

test("a changed shape ends a read by its field's name, and the session goes on", async () => {
  const { simulator, cloud } = await startClient();
  simulator.tamper = () => ({ ok: true, data: answer() });
  expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "shape", message: expect.stringContaining("plantData") });
  simulator.tamper = (_call, body) => body;
  await cloud.read("poll");
  expect(simulator.journal.of("Login")).toHaveLength(1);
});

test.each([
  ["Europe/Zurich", "2026-07-01T00:00:00Z", -120],
  ["Europe/Zurich", "2026-01-01T00:00:00Z", -60],
  ["America/St_Johns", "2026-01-01T00:00:00Z", 210],
  ["UTC", "2026-01-01T00:00:00Z", 0],
])("the offset of %s at %s is %s minutes", (timeZone, at, minutes) => {
  expect(utcOffsetMinutes(timeZone, Date.parse(at))).toBe(minutes);
});
