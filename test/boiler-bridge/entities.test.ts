import {
  attributesOf,
  boilerStates,
  ENTITIES,
  ENTITY_IDS,
  energyStates,
  lastCommandState,
  STATISTICS,
  statusState,
  unavailableStates,
} from "../../components/boiler-bridge/entities";
import { newEnergy } from "../../components/boiler-bridge/model/energy";
import type { Reading, Setpoint } from "../../components/boiler-bridge/model/reading";
import type { DayPlan } from "../../components/boiler-bridge/model/schedule";

const setpoint = (value: number, min: number, max: number, step: number): Setpoint => ({ value, min, max, step });
const WEEK: readonly DayPlan[] = [
  {
    days: [1, 2, 3, 4, 5],
    slices: [
      { from: 0, temp: 0 },
      { from: 360, temp: 1 },
      { from: 1320, temp: 0 },
    ],
  },
  { days: [6], slices: [{ from: 0, temp: 1 }] },
];
const READING: Reading = {
  at: 0,
  zoneMode: 1,
  ch: { comfort: setpoint(21, 16.5, 28, 0.5), reduced: setpoint(16.5, 10, 21, 0.5) },
  desiredRoomTemp: 21,
  roomTemp: undefined,
  isHeatingActive: true,
  useReducedOnHoliday: false,
  holidays: [],
  outsideTemp: -3.5,
  dhw: { comfort: setpoint(55, 45, 65, 1), reduced: setpoint(40, 8, 55, 1) },
  dhwMode: 1,
  dhwStorageTemp: 52.5,
  flame: true,
  plan: { plans: WEEK, raw: {} },
  rawZone: {},
};
const SENTINEL = { comfort: setpoint(4, 10, 4, 0.5), reduced: setpoint(4, 10, 4, 0.5) };
const TODAY = { today: "2026-07-10" };
const states = (change: Partial<Reading> = {}) =>
  Object.fromEntries([...boilerStates({ ...READING, ...change }, TODAY)].map(([id, { state }]) => [id, state]));

const TEMPERATURE = { unit_of_measurement: "°C", device_class: "temperature", state_class: "measurement" };
const ENERGY = { unit_of_measurement: "kWh", device_class: "energy", state_class: "total_increasing" };
const COST = { unit_of_measurement: "CHF", device_class: "monetary", state_class: "total" };
const SCHEDULES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map(
  (day) => `sensor.boiler_schedule_${day}`,
);

describe("the list", () => {
  /** What the specification asks for, with the attributes that Home Assistant's statistics depend on. */
  const ASKED: Readonly<Record<string, Record<string, unknown>>> = {
    "sensor.boiler_ch_comfort_temp": TEMPERATURE,
    "sensor.boiler_ch_reduced_temp": TEMPERATURE,
    "sensor.boiler_dhw_comfort_temp": TEMPERATURE,
    "sensor.boiler_dhw_reduced_temp": TEMPERATURE,
    "sensor.boiler_outside_temp": TEMPERATURE,
    "sensor.boiler_dhw_storage_temp": TEMPERATURE,
    "sensor.boiler_room_temp": TEMPERATURE,
    "sensor.boiler_desired_room_temp": TEMPERATURE,
    "sensor.boiler_zone_mode": { device_class: "enum", options: ["Protection", "Automatic", "Reduced", "Comfort"] },
    "sensor.boiler_dhw_mode": { device_class: "enum", options: ["Off", "On"] },
    "binary_sensor.boiler_flame_sensor": { device_class: "running" },
    "binary_sensor.boiler_room_heating_is_active": { device_class: "running" },
    "binary_sensor.boiler_holiday": {},
    "sensor.boiler_holiday_until": { device_class: "date" },
    "binary_sensor.boiler_holiday_use_reduced": {},
    ...Object.fromEntries(SCHEDULES.map((id) => [id, {}])),
    "sensor.boiler_heating_power": { unit_of_measurement: "kW", device_class: "power", state_class: "measurement" },
    "sensor.boiler_heating_energy_total": ENERGY,
    "sensor.boiler_heating_energy_period": ENERGY,
    "sensor.boiler_heating_cost_total": COST,
    "sensor.boiler_heating_cost_period": COST,
    "sensor.boiler_runtime_today": { unit_of_measurement: "h", device_class: "duration", state_class: "total_increasing" },
    "sensor.boiler_last_command": {
      device_class: "enum",
      options: ["pending", "confirmed", "unconfirmed", "reverted", "unknown", "refused"],
    },
    "sensor.boiler_bridge_status": { device_class: "enum", options: ["ok", "stale", "rate_limited", "auth_failed", "sentinel", "offline"] },
  };

  test("is what was asked for", () => {
    expect([...ENTITY_IDS].sort()).toEqual(Object.keys(ASKED).sort());
  });

  test.each(ENTITY_IDS.map((id) => [id] as const))("%s has its attributes, and no others that statistics would read", (id) => {
    const { friendly_name, icon, ...rest } = attributesOf(id);
    expect(rest).toEqual(ASKED[id]);
    expect(friendly_name).toMatch(/^Boiler \S/);
    expect(icon).toMatch(/^mdi:[a-z-]+$/);
  });

  test("no two entities share a name", () => {
    expect(new Set(Object.values(ENTITIES).map(({ name }) => name)).size).toBe(ENTITY_IDS.length);
  });

  test("each is published by exactly one part", () => {
    const parts = [
      boilerStates(READING, TODAY),
      energyStates(newEnergy(0, "UTC"), "UTC"),
      lastCommandState(undefined),
      statusState("ok", undefined, undefined),
    ];
    expect(parts.flatMap((part) => [...part.keys()]).sort()).toEqual([...ENTITY_IDS].sort());
  });
});

describe("a reading", () => {
  test("is published", () => {
    const week = "00:00 16.5, 06:00 21.0, 22:00 16.5";
    expect(states()).toEqual({
      "sensor.boiler_ch_comfort_temp": "21",
      "sensor.boiler_ch_reduced_temp": "16.5",
      "sensor.boiler_dhw_comfort_temp": "55",
      "sensor.boiler_dhw_reduced_temp": "40",
      "sensor.boiler_outside_temp": "-3.5",
      "sensor.boiler_dhw_storage_temp": "52.5",
      "sensor.boiler_room_temp": "unknown",
      "sensor.boiler_desired_room_temp": "21",
      "sensor.boiler_zone_mode": "Automatic",
      "sensor.boiler_dhw_mode": "On",
      "binary_sensor.boiler_flame_sensor": "on",
      "binary_sensor.boiler_room_heating_is_active": "on",
      "binary_sensor.boiler_holiday": "off",
      "sensor.boiler_holiday_until": "unknown",
      "binary_sensor.boiler_holiday_use_reduced": "off",
      "sensor.boiler_heating_power": "14",
      "sensor.boiler_schedule_sunday": "none",
      "sensor.boiler_schedule_monday": week,
      "sensor.boiler_schedule_tuesday": week,
      "sensor.boiler_schedule_wednesday": week,
      "sensor.boiler_schedule_thursday": week,
      "sensor.boiler_schedule_friday": week,
      "sensor.boiler_schedule_saturday": "00:00 21.0",
    });
  });

  test.each<[string, Partial<Reading>, Record<string, string>]>([
    ["0 is a mode", { zoneMode: 0, dhwMode: 0 }, { "sensor.boiler_zone_mode": "Protection", "sensor.boiler_dhw_mode": "Off" }],
    [
      "a mode that nobody named is unknown",
      { zoneMode: 4, dhwMode: 2 },
      { "sensor.boiler_zone_mode": "unknown", "sensor.boiler_dhw_mode": "unknown" },
    ],
    ["0 °C is a temperature", { outsideTemp: 0, roomTemp: 0 }, { "sensor.boiler_outside_temp": "0", "sensor.boiler_room_temp": "0" }],
    [
      "a plant without hot water",
      { dhw: undefined, dhwMode: undefined, dhwStorageTemp: undefined },
      {
        "sensor.boiler_dhw_comfort_temp": "unknown",
        "sensor.boiler_dhw_reduced_temp": "unknown",
        "sensor.boiler_dhw_mode": "unknown",
        "sensor.boiler_dhw_storage_temp": "unknown",
      },
    ],
    [
      "the sentinel, and what the cloud derives from it",
      { ch: SENTINEL, desiredRoomTemp: 4 },
      {
        "sensor.boiler_ch_comfort_temp": "unknown",
        "sensor.boiler_ch_reduced_temp": "unknown",
        "sensor.boiler_desired_room_temp": "unknown",
        "sensor.boiler_schedule_monday": "unknown",
        "sensor.boiler_dhw_comfort_temp": "55",
      },
    ],
    [
      "the flame decides the power, not the season",
      { flame: false },
      {
        "sensor.boiler_heating_power": "0",
        "binary_sensor.boiler_flame_sensor": "off",
        "binary_sensor.boiler_room_heating_is_active": "on",
      },
    ],
    [
      "a holiday in any slot",
      { holidays: [{ index: 2, from: "2026-07-10", to: "2026-07-19" }], useReducedOnHoliday: true },
      {
        "binary_sensor.boiler_holiday": "on",
        "sensor.boiler_holiday_until": "2026-07-19",
        "binary_sensor.boiler_holiday_use_reduced": "on",
      },
    ],
    [
      "a holiday of our own that is still to come",
      { holidays: [{ index: 0, from: "2026-07-15", to: "2026-07-19" }] },
      { "binary_sensor.boiler_holiday": "off", "sensor.boiler_holiday_until": "2026-07-19" },
    ],
    ["no schedule read", { plan: undefined }, { "sensor.boiler_schedule_monday": "unknown" }],
  ])("%s", (_, change, expected) => {
    expect(states(change)).toMatchObject(expected);
  });

  test("a day's schedule is in the attributes too", () => {
    expect(boilerStates(READING, TODAY).get("sensor.boiler_schedule_monday")?.attributes).toMatchObject({
      friendly_name: "Boiler schedule Monday",
      slices: [
        { from: "00:00", to: "06:00", temperature: 16.5 },
        { from: "06:00", to: "22:00", temperature: 21 },
        { from: "22:00", to: "24:00", temperature: 16.5 },
      ],
    });
  });

  test("a state is never longer than Home Assistant takes", () => {
    const slices = Array.from({ length: 60 }, (_, at) => ({ from: at * 20, temp: at % 2 === 0 ? (0 as const) : (1 as const) }));
    const { state, attributes } = boilerStates({ ...READING, plan: { plans: [{ days: [1], slices }], raw: {} } }, TODAY).get(
      "sensor.boiler_schedule_monday",
    ) ?? { state: "", attributes: {} };
    expect(state).toHaveLength(255);
    expect(attributes.slices).toHaveLength(60);
  });
});

describe("energy", () => {
  const state = {
    ...newEnergy(Date.parse("2026-11-10T12:00:00Z"), "Europe/Zurich"),
    energyTotal: 1234.56789,
    costTotal: 148.148,
    energyPeriod: 56.7891,
    costPeriod: 6.814,
    runtimeSeconds: 5400,
  };

  test("is published rounded", () => {
    expect([...energyStates(state, "Europe/Zurich")].map(([id, { state: text }]) => [id, text])).toEqual([
      ["sensor.boiler_heating_energy_total", "1234.568"],
      ["sensor.boiler_heating_energy_period", "56.789"],
      ["sensor.boiler_heating_cost_total", "148.15"],
      ["sensor.boiler_heating_cost_period", "6.81"],
      ["sensor.boiler_runtime_today", "1.50"],
    ]);
  });

  test("only the cost of the period has a last reset: local midnight of the first", () => {
    const resets = [...energyStates(state, "Europe/Zurich")].map(([id, { attributes }]) => [id, attributes.last_reset]);
    expect(resets.filter(([, reset]) => reset !== undefined)).toEqual([["sensor.boiler_heating_cost_period", "2026-10-31T23:00:00.000Z"]]);
  });

  test("is unknown, never 0, before it is known what was counted", () => {
    expect(new Set([...energyStates(undefined, "UTC").values()].map(({ state: text }) => text))).toEqual(new Set(["unknown"]));
  });

  test("the four statistics that are reset have a state class", () => {
    expect([...STATISTICS].every((id) => attributesOf(id).state_class !== undefined)).toBe(true);
    expect(STATISTICS).toHaveLength(4);
  });
});

describe("the bridge itself", () => {
  const at = Date.parse("2026-11-10T12:00:00Z");

  test("tells what became of the last command", () => {
    const command = { state: "refused", field: "ch_comfort_temp_set", wanted: 40, reason: "too hot", at } as const;
    expect(lastCommandState(command).get("sensor.boiler_last_command")).toMatchObject({
      state: "refused",
      attributes: { field: "ch_comfort_temp_set", wanted: 40, reason: "too hot", at: "2026-11-10T12:00:00.000Z" },
    });
    expect(lastCommandState(undefined).get("sensor.boiler_last_command")?.state).toBe("unknown");
  });

  test("tells how it is, and when it read last", () => {
    expect(statusState("rate_limited", "until 12:30", at).get("sensor.boiler_bridge_status")).toMatchObject({
      state: "rate_limited",
      attributes: { reason: "until 12:30", last_read: "2026-11-10T12:00:00.000Z" },
    });
    expect(statusState("offline", undefined, undefined).get("sensor.boiler_bridge_status")?.attributes).toMatchObject({
      reason: null,
      last_read: null,
    });
  });

  test("stays when everything else is unavailable", () => {
    const unavailable = unavailableStates();
    const about = ["sensor.boiler_last_command", "sensor.boiler_bridge_status"];
    expect([...unavailable.keys()].sort()).toEqual(ENTITY_IDS.filter((id) => !about.includes(id)).sort());
    for (const [id, { state, attributes }] of unavailable) {
      expect(state).toBe("unavailable");
      expect(attributes).toEqual(attributesOf(id));
    }
  });
});
