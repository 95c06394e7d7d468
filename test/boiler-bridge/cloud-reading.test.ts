import { CloudError } from "../../components/boiler-bridge/service/cloud/cloud";
import { parseHolidaySlots } from "../../components/boiler-bridge/service/cloud/holiday-slots";
import { parseReading } from "../../components/boiler-bridge/service/cloud/parse-reading";
import { writtenDate } from "../../components/boiler-bridge/service/cloud/shape";
import { utcOffsetMinutes } from "../../components/boiler-bridge/service/cloud/utc-offset";
import { closeClouds, failureOf, startClient } from "./cloud-client";
import { newBoiler, shownPlant, shownZone } from "./simulated-boiler";

afterEach(closeClouds);

type Part = Record<string, unknown>;

const ZERO = { value: 0, min: 0, max: 0, step: 0 };

/** GetData's answer with some fields changed; undefined takes one out, as JSON has no such value. */
function answer(changes: { plant?: Part; zone?: Part; timeProgs?: unknown } = {}): unknown {
  const { plant, zone, timeProgs } = { timeProgs: [], ...changes };
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
  ["zoneData.chReducedTemp.value", { zone: { chReducedTemp: { value: "17", min: 10, max: 19.5 } } }],
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
  ["no hot water", { plant: { dhwComfortTemp: null, dhwReducedTemp: null, dhwMode: null } }, { dhw: undefined, dhwMode: undefined }],
  ["hot water that is 0 throughout", { plant: { dhwComfortTemp: ZERO, dhwReducedTemp: ZERO } }, { dhw: undefined }],
  ["a hot water mode without a value", { plant: { dhwMode: { value: null } } }, { dhwMode: undefined }],
  ["an empty list of holidays", { zone: { holidays: [] } }, { holidays: [] }],
  ["a holiday that is null", { zone: { holidays: [null] } }, { holidays: [] }],
  ["no target", { zone: { desiredRoomTemp: null } }, { desiredRoomTemp: undefined }],
  ["no schedule", { timeProgs: null }, { plan: undefined }],
  ["an empty schedule", { timeProgs: [null, {}, { weeklyPlan: null }] }, { plan: undefined }],
])("%s is understood, and nothing is odd", (_name, changes, expected) => {
  const odd: string[] = [];
  expect(read(changes, (field) => odd.push(field))).toMatchObject({ ...expected, zoneMode: 1 });
  expect(odd).toEqual([]);
});

const HOLIDAY = { index: 0, fromAsIso: "2026-07-01", toAsIso: "2026-07-10" };
const CH = { value: 21, min: 17, max: 35 };
const DHW = { value: 55, min: 45, max: 65 };

test.each<[string, Parameters<typeof answer>[0], Part]>([
  ["plantData.outsideTemp", { plant: { outsideTemp: "4" } }, { outsideTemp: undefined }],
  ["plantData.outsideTemp", { plant: { outsideTemp: undefined } }, { outsideTemp: undefined }],
  ["plantData.hasOutsideTempProbe", { plant: { hasOutsideTempProbe: undefined } }, { outsideTemp: undefined }],
  ["plantData.flameSensor", { plant: { flameSensor: null } }, { flame: undefined }],
  ["plantData.dhwComfortTemp", { plant: { dhwComfortTemp: undefined } }, { dhw: undefined, dhwMode: 1 }],
  ["plantData.dhwComfortTemp.value", { plant: { dhwComfortTemp: { ...DHW, value: null } } }, { dhw: undefined, dhwMode: 1 }],
  ["plantData.dhwComfortTemp.step", { plant: { dhwComfortTemp: DHW } }, { dhw: { comfort: { ...DHW, step: undefined } } }],
  ["plantData.dhwMode.value", { plant: { dhwMode: { value: "On" } } }, { dhwMode: undefined, dhw: { comfort: { value: 55 } } }],
  ["zoneData.chComfortTemp.step", { zone: { chComfortTemp: CH } }, { ch: { comfort: { ...CH, step: undefined } } }],
  ["zoneData.isHeatingActive", { zone: { isHeatingActive: undefined } }, { isHeatingActive: undefined }],
  ["zoneData.useReducedOperationModeOnHoliday", { zone: { useReducedOperationModeOnHoliday: 1 } }, { useReducedOnHoliday: undefined }],
  ["zoneData.desiredRoomTemp", { zone: { desiredRoomTemp: undefined } }, { desiredRoomTemp: undefined }],
  ["zoneData.roomTempError", { zone: { roomTempError: undefined } }, { roomTemp: 20.5 }],
  ["zoneData.holidays", { zone: { holidays: undefined } }, { holidays: undefined }],
  ["zoneData.holidays", { zone: { holidays: null } }, { holidays: undefined }],
  ["zoneData.holidays", { zone: { holidays: { 0: HOLIDAY } } }, { holidays: undefined }],
  ["zoneData.holidays[0].fromAsIso", { zone: { holidays: [{ index: 0, from: "2026-07-01", to: "2026-07-10" }] } }, { holidays: undefined }],
  ["zoneData.holidays[1].toAsIso", { zone: { holidays: [HOLIDAY, { ...HOLIDAY, toAsIso: "later" }] } }, { holidays: undefined }],
  ["timeProgs[0].weeklyPlan.plans[0]", { timeProgs: [{ weeklyPlan: { plans: [7] } }] }, { plan: undefined }],
  ["timeProgs", { timeProgs: undefined }, { plan: undefined }],
])("heating goes on without %s: it is unknown, never a value, and is reported by name", (field, changes, expected) => {
  const odd: string[] = [];
  expect(read(changes, (name) => odd.push(name))).toMatchObject({ ...expected, zoneMode: 1, ch: { comfort: { value: 21 } } });
  expect(odd).toEqual([field]);
});

test("no other field is needed: zone mode and heating setpoints make a reading", () => {
  const { mode, chComfortTemp, chReducedTemp } = shownZone({
    state: newBoiler(),
    sentinels: new Set<never>(),
    zone: 1,
    year: 2026,
    hasExtraFields: false,
  });
  const least = { data: { plantData: {}, zoneData: { mode, chComfortTemp, chReducedTemp } } };
  expect(parseReading(least, 0, () => {})).toMatchObject({ zoneMode: 1, ch: { comfort: { value: 21 }, reduced: { value: 17 } } });
});

test("an odd field is logged once, with the call that has it", async () => {
  const { simulator, cloud, lines } = await startClient();
  simulator.tamper = () => answer({ plant: { flameSensor: "on" } });
  for (let n = 0; n < 3; n++) await cloud.read("poll");
  const odd = lines.filter((line) => line.includes("can't be understood"));
  expect(odd.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ call: "GetData", field: "plantData.flameSensor" })]);
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

const fail = (field: string) => {
  throw new Error(`${field} is not odd`);
};
const slots = [{ index: 0, from: "2026-07-19T00:00:00", to: "2026-07-26T00:00:00", osv: false, extra: 1 }, null];

test.each([
  ["a bare array", slots],
  ["data", { data: slots }],
  ["holidays", { holidays: slots }],
  ["both", { ok: true, data: { holidays: slots } }],
])("holiday slots are found in %s", (_name, wire) => {
  expect(parseHolidaySlots(wire, fail)).toEqual([{ index: 0, from: "2026-07-19", to: "2026-07-26", osv: false }]);
});

const EMPTY = { from: "2026-01-01T00:00:00", to: "2026-01-01T00:00:00", osv: true };

test.each<[string, unknown]>([
  ["[1].osv", { index: 3, from: "2026-01-01", to: "2026-01-01" }],
  ["[1].index", EMPTY],
  ["[1].to", { ...EMPTY, index: 7, to: "0001-00-00" }],
  ["[1]", "broken"],
])("another slot that can't be understood (%s) is passed over and reported: only slot 0 is ever written", (field, other) => {
  const odd: string[] = [];
  const read = parseHolidaySlots([{ ...EMPTY, index: 0 }, other, { ...EMPTY, index: 2 }], (name) => odd.push(name));
  expect(read.map(({ index }) => index)).toEqual([0, 2]);
  expect(odd).toEqual([field]);
});

test.each<[string, unknown[]]>([
  // what the slot holds has to be sent back with a write
  [
    "[0].osv",
    [
      { index: 0, from: "2026-01-01", to: "2026-01-01" },
      { ...EMPTY, index: 1 },
    ],
  ],
  ["[0].index", [EMPTY, { ...EMPTY, index: 1 }]],
  ["(whole)", [{ ...EMPTY, index: 1 }]],
  ["(whole)", []],
])("a slot 0 that can't be understood is a failure of shape that names %s", (field, list) => {
  expect(() => parseHolidaySlots(list, () => {})).toThrow(expect.objectContaining({ failure: "shape" }));
  expect(() => parseHolidaySlots(list, () => {})).toThrow(`GetHolidays: the answer's field ${field} does not fit`);
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
