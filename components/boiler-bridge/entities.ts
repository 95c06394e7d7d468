/** The entities that the bridge publishes, and the state of each: the service, the package and the tests read this list. */
import { BURNER_KW, type EnergyState, publishedQuantity, type Quantity, rounded } from "./model/energy";
import { activeHoliday, slotZero } from "./model/holiday";
import { startOfDay } from "./model/local-date";
import { DHW_MODES, optionOf, ZONE_MODES } from "./model/modes";
import type { Reading } from "./model/reading";
import { daySlices, type TimeSlice } from "./model/schedule";
import { isSentinel } from "./model/setpoints";

/** A state of an entity as it is published; the attributes replace all earlier ones. */
export interface EntityState {
  /** Home Assistant takes up to 255 characters; `unknown` and `unavailable` have their usual meaning. */
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export const BRIDGE_STATUSES = ["ok", "stale", "rate_limited", "auth_failed", "sentinel", "offline"] as const;
export type BridgeStatus = (typeof BRIDGE_STATUSES)[number];

export const COMMAND_STATES = ["pending", "confirmed", "unconfirmed", "reverted", "unknown", "refused"] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** What became of the last command. */
export interface LastCommand {
  readonly state: CommandState;
  readonly field: string;
  readonly wanted: unknown;
  readonly reason?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Entity {
  readonly name: string;
  readonly icon: string;
  readonly unit?: string;
  readonly deviceClass?: string;
  readonly stateClass?: "measurement" | "total" | "total_increasing";
  /** What the states of device class `enum` may be. */
  readonly options?: readonly string[];
}

const temperature = (name: string, icon: string) =>
  ({ name, icon, unit: "°C", deviceClass: "temperature", stateClass: "measurement" }) as const;
const energy = (name: string) => ({ name, icon: "mdi:fire", unit: "kWh", deviceClass: "energy", stateClass: "total_increasing" }) as const;
// Home Assistant allows money no state class but total.
const cost = (name: string) => ({ name, icon: "mdi:cash", unit: "CHF", deviceClass: "monetary", stateClass: "total" }) as const;
const choice = (name: string, icon: string, options: readonly string[]) => ({ name, icon, deviceClass: "enum", options }) as const;
const schedule = (day: string) => ({ name: `Boiler schedule ${day}`, icon: "mdi:calendar-clock" }) as const;

/** Units and classes are for ever: changing one breaks the statistics that Home Assistant has kept. */
export const ENTITIES = {
  "sensor.boiler_ch_comfort_temp": temperature("Boiler heating comfort", "mdi:sofa"),
  "sensor.boiler_ch_reduced_temp": temperature("Boiler heating reduced", "mdi:weather-night"),
  "sensor.boiler_dhw_comfort_temp": temperature("Boiler hot water comfort", "mdi:water-thermometer"),
  "sensor.boiler_dhw_reduced_temp": temperature("Boiler hot water reduced", "mdi:water-thermometer-outline"),
  "sensor.boiler_outside_temp": temperature("Boiler outside temperature", "mdi:home-thermometer-outline"),
  "sensor.boiler_dhw_storage_temp": temperature("Boiler hot water tank", "mdi:storage-tank"),
  "sensor.boiler_room_temp": temperature("Boiler room temperature", "mdi:home-thermometer"),
  "sensor.boiler_desired_room_temp": temperature("Boiler desired room temperature", "mdi:thermometer-check"),
  "sensor.boiler_zone_mode": choice("Boiler heating mode", "mdi:radiator", ZONE_MODES),
  "sensor.boiler_dhw_mode": choice("Boiler hot water mode", "mdi:water-boiler", DHW_MODES),
  "binary_sensor.boiler_flame_sensor": { name: "Boiler flame", icon: "mdi:fire", deviceClass: "running" },
  "binary_sensor.boiler_room_heating_is_active": { name: "Boiler room heating", icon: "mdi:radiator", deviceClass: "running" },
  "binary_sensor.boiler_holiday": { name: "Boiler holiday", icon: "mdi:beach" },
  "sensor.boiler_holiday_until": { name: "Boiler holiday until", icon: "mdi:calendar-end", deviceClass: "date" },
  "binary_sensor.boiler_holiday_use_reduced": { name: "Boiler reduced during holiday", icon: "mdi:home-thermometer" },
  "sensor.boiler_schedule_monday": schedule("Monday"),
  "sensor.boiler_schedule_tuesday": schedule("Tuesday"),
  "sensor.boiler_schedule_wednesday": schedule("Wednesday"),
  "sensor.boiler_schedule_thursday": schedule("Thursday"),
  "sensor.boiler_schedule_friday": schedule("Friday"),
  "sensor.boiler_schedule_saturday": schedule("Saturday"),
  "sensor.boiler_schedule_sunday": schedule("Sunday"),
  "sensor.boiler_heating_power": {
    name: "Boiler heating power",
    icon: "mdi:fire",
    unit: "kW",
    deviceClass: "power",
    stateClass: "measurement",
  },
  "sensor.boiler_heating_energy_total": energy("Boiler heating energy"),
  "sensor.boiler_heating_energy_period": energy("Boiler heating energy this month"),
  "sensor.boiler_heating_cost_total": cost("Boiler heating cost"),
  "sensor.boiler_heating_cost_period": cost("Boiler heating cost this month"),
  "sensor.boiler_runtime_today": {
    name: "Boiler runtime today",
    icon: "mdi:timer-outline",
    unit: "h",
    deviceClass: "duration",
    stateClass: "total_increasing",
  },
  "sensor.boiler_last_command": choice("Boiler last command", "mdi:send-check", COMMAND_STATES),
  "sensor.boiler_bridge_status": choice("Boiler bridge status", "mdi:bridge", BRIDGE_STATUSES),
} as const satisfies Readonly<Record<string, Entity>>;

export type EntityId = keyof typeof ENTITIES;
// Object.keys forgets the names of the literal's keys.
export const ENTITY_IDS = Object.keys(ENTITIES) as readonly EntityId[];

/** The statistics that `reset-statistics` clears (specification, part 4). */
export const STATISTICS = [
  "sensor.boiler_heating_energy_total",
  "sensor.boiler_heating_energy_period",
  "sensor.boiler_heating_cost_period",
  "sensor.boiler_heating_cost_total",
] as const satisfies readonly EntityId[];

/** In the order of the cloud's numbers: 0 is Sunday. */
const SCHEDULES = [
  "sensor.boiler_schedule_sunday",
  "sensor.boiler_schedule_monday",
  "sensor.boiler_schedule_tuesday",
  "sensor.boiler_schedule_wednesday",
  "sensor.boiler_schedule_thursday",
  "sensor.boiler_schedule_friday",
  "sensor.boiler_schedule_saturday",
] as const satisfies readonly EntityId[];

/** These say how the bridge itself is, so they stay when the boiler's data is too old. */
const ABOUT_THE_BRIDGE: readonly EntityId[] = ["sensor.boiler_last_command", "sensor.boiler_bridge_status"];

const UNKNOWN = "unknown";
const LONGEST_STATE = 255;

/** The attributes that every state of an entity carries, as Home Assistant names them. */
export function attributesOf(id: EntityId): Readonly<Record<string, unknown>> {
  const { name, icon, unit, deviceClass, stateClass, options }: Entity = ENTITIES[id];
  return {
    friendly_name: name,
    icon,
    ...(unit !== undefined && { unit_of_measurement: unit }),
    ...(deviceClass !== undefined && { device_class: deviceClass }),
    ...(stateClass !== undefined && { state_class: stateClass }),
    ...(options !== undefined && { options }),
  };
}

/** What a reading says of the boiler. A broken heating pair, and what the cloud derives from it, is unknown. */
export function boilerStates(reading: Reading, { today }: { readonly today: string }): Map<EntityId, EntityState> {
  const { dhw, plan } = reading;
  const ch = isSentinel(reading.ch) ? undefined : reading.ch;
  const { holidays } = reading;
  const active = holidays && activeHoliday(holidays, today);
  const holiday = active ?? (holidays && slotZero(holidays, today));
  return new Map([
    entry("sensor.boiler_ch_comfort_temp", numberText(ch?.comfort.value)),
    entry("sensor.boiler_ch_reduced_temp", numberText(ch?.reduced.value)),
    entry("sensor.boiler_dhw_comfort_temp", numberText(dhw?.comfort.value)),
    entry("sensor.boiler_dhw_reduced_temp", numberText(dhw?.reduced.value)),
    entry("sensor.boiler_outside_temp", numberText(reading.outsideTemp)),
    entry("sensor.boiler_dhw_storage_temp", numberText(reading.dhwStorageTemp)),
    entry("sensor.boiler_room_temp", numberText(reading.roomTemp)),
    entry("sensor.boiler_desired_room_temp", numberText(ch && reading.desiredRoomTemp)),
    entry("sensor.boiler_zone_mode", optionOf(ZONE_MODES, reading.zoneMode) ?? UNKNOWN),
    entry("sensor.boiler_dhw_mode", (reading.dhwMode === undefined ? undefined : optionOf(DHW_MODES, reading.dhwMode)) ?? UNKNOWN),
    entry("binary_sensor.boiler_flame_sensor", onOff(reading.flame)),
    entry("binary_sensor.boiler_room_heating_is_active", onOff(reading.isHeatingActive)),
    entry("binary_sensor.boiler_holiday", onOff(holidays && active !== undefined), {
      from: holiday?.from ?? null,
      until: holiday?.to ?? null,
    }),
    entry("sensor.boiler_holiday_until", holiday?.to ?? UNKNOWN),
    entry("binary_sensor.boiler_holiday_use_reduced", onOff(reading.useReducedOnHoliday)),
    entry("sensor.boiler_heating_power", numberText(reading.flame === undefined ? undefined : reading.flame ? BURNER_KW : 0)),
    ...SCHEDULES.map((id, day) => {
      const slices = plan ? daySlices(plan, day, { comfort: ch?.comfort.value, reduced: ch?.reduced.value }) : [];
      return entry(id, plan ? scheduleText(slices) : UNKNOWN, { slices });
    }),
  ]);
}

/** Totals are `unknown` rather than 0 while it is not known what was counted before. */
export function energyStates(state: EnergyState | undefined, timeZone: string): Map<EntityId, EntityState> {
  const text = (name: Quantity) => (state ? publishedQuantity(state, name) : UNKNOWN);
  const period = state && { last_reset: new Date(startOfDay(state.periodStart, timeZone)).toISOString() };
  return new Map([
    entry("sensor.boiler_heating_energy_total", text("energyTotal")),
    entry("sensor.boiler_heating_energy_period", text("energyPeriod")),
    entry("sensor.boiler_heating_cost_total", text("costTotal")),
    entry("sensor.boiler_heating_cost_period", text("costPeriod"), period),
    entry("sensor.boiler_runtime_today", state ? rounded(state.runtimeSeconds / 3600, 2) : UNKNOWN),
  ]);
}

/** `unknown` before the first command. */
export function lastCommandState(command: LastCommand | undefined): Map<EntityId, EntityState> {
  const details = command && {
    field: command.field,
    wanted: command.wanted,
    reason: command.reason ?? null,
    at: new Date(command.at).toISOString(),
  };
  return new Map([entry("sensor.boiler_last_command", command?.state ?? UNKNOWN, details)]);
}

/** `lastRead` is when the last good reading came, in milliseconds since the epoch. */
export function statusState(status: BridgeStatus, reason: string | undefined, lastRead: number | undefined): Map<EntityId, EntityState> {
  const details = { reason: reason ?? null, last_read: lastRead === undefined ? null : new Date(lastRead).toISOString() };
  return new Map([entry("sensor.boiler_bridge_status", status, details)]);
}

/** What is published when the last reading is too old to stand for the boiler. */
export function unavailableStates(): Map<EntityId, EntityState> {
  return new Map(ENTITY_IDS.filter((id) => !ABOUT_THE_BRIDGE.includes(id)).map((id) => entry(id, "unavailable")));
}

function entry(id: EntityId, state: string, more: Readonly<Record<string, unknown>> = {}): [EntityId, EntityState] {
  return [id, { state, attributes: { ...attributesOf(id), ...more } }];
}

function numberText(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? UNKNOWN : String(value);
}

function onOff(isOn: boolean | undefined): string {
  if (isOn === undefined) return UNKNOWN;
  return isOn ? "on" : "off";
}

/** One line for a dashboard, such as `00:00 16.5, 06:00 21.0`. */
function scheduleText(slices: readonly TimeSlice[]): string {
  if (slices.length === 0) return "none";
  const parts = slices.map(({ from, temperature: degrees }) => (degrees === null ? undefined : `${from} ${degrees.toFixed(1)}`));
  if (parts.includes(undefined)) return UNKNOWN;
  const text = parts.join(", ");
  return text.length <= LONGEST_STATE ? text : `${text.slice(0, LONGEST_STATE - 1)}…`;
}
