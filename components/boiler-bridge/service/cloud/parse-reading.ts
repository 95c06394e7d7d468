/** GetData's answer as a Reading (facts: boiler cloud 2). */
import * as z from "zod/mini";
import type { HolidayRange, Reading, Setpoint, SetpointPair } from "../../model/reading";
import { parseWeeklyPlan } from "./parse-plan";
import { parseShape, writtenDate } from "./shape";

const setpoint = z.looseObject({ value: z.number(), min: z.number(), max: z.number(), step: z.number() });

/** Only what no command and no energy count can do without is needed; unknown fields are kept for SetTemperature. */
const zoneSchema = z.looseObject({
  mode: z.looseObject({ value: z.int() }),
  chComfortTemp: setpoint,
  chReducedTemp: setpoint,
  isHeatingActive: z.boolean(),
  heatOrCoolRequest: z.boolean(),
  useReducedOperationModeOnHoliday: z.boolean(),
});
const plantSchema = z.looseObject({
  flameSensor: z.boolean(),
  dhwComfortTemp: z.nullish(setpoint),
  dhwReducedTemp: z.nullish(setpoint),
  dhwMode: z.nullish(z.looseObject({ value: z.nullish(z.int()) })),
});
const schema = z.object({ plantData: plantSchema, zoneData: zoneSchema, timeProgs: z.optional(z.unknown()) });
const envelope = z.object({ data: z.looseObject({}) });

type Block = Readonly<Record<string, unknown>>;

/** `onOdd` is told of optional fields that are there and can't be understood; they count as absent. */
export function parseReading(answer: unknown, at: number, onOdd: (field: string) => void): Reading {
  const { plantData: plant, zoneData: zone, timeProgs } = parseShape(schema, parseShape(envelope, answer, "GetData").data, "GetData");
  const number = (block: Block, name: string, isValid = true) => {
    const value = block[name];
    if (typeof value === "number") return isValid ? value : undefined;
    if (value !== undefined && value !== null) onOdd(name);
    return undefined;
  };
  return {
    at,
    zoneMode: zone.mode.value,
    ch: { comfort: slim(zone.chComfortTemp), reduced: slim(zone.chReducedTemp) },
    desiredRoomTemp: number(zone, "desiredRoomTemp"),
    // Without a sensor the cloud says 0.
    roomTemp: number(zone, "roomTemp", zone.hasRoomSensor === true && zone.roomTempError !== true),
    isHeatingActive: zone.isHeatingActive,
    heatRequest: zone.heatOrCoolRequest,
    useReducedOnHoliday: zone.useReducedOperationModeOnHoliday,
    holidays: parseHolidays(zone.holidays, onOdd),
    outsideTemp: number(plant, "outsideTemp", plant.hasOutsideTempProbe === true && plant.outsideTempError !== true),
    dhw: dhwPair(plant),
    dhwMode: plant.dhwMode?.value ?? undefined,
    dhwStorageTemp: number(plant, "dhwStorageTemp", plant.hasDhwStorageProbe === true && plant.dhwStorageTempError !== true),
    flame: plant.flameSensor,
    plan: parseWeeklyPlan(timeProgs, onOdd),
    rawZone: zone,
  };
}

function slim({ value, min, max, step }: Setpoint): Setpoint {
  return { value, min, max, step };
}

/** A plant without hot water leaves the setpoints out, or says 0 everywhere as a heat-only plant does for cooling. */
function dhwPair({ dhwComfortTemp: comfort, dhwReducedTemp: reduced }: z.infer<typeof plantSchema>): SetpointPair | undefined {
  if (!comfort || !reduced || (comfort.max === 0 && reduced.max === 0)) return undefined;
  return { comfort: slim(comfort), reduced: slim(reduced) };
}

const holidaySchema = z.looseObject({ index: z.int(), fromAsIso: z.string(), toAsIso: z.string() });

function parseHolidays(value: unknown, onOdd: (field: string) => void): HolidayRange[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    onOdd("holidays");
    return [];
  }
  return value.flatMap((entry: unknown) => {
    if (entry === null) return [];
    const parsed = z.safeParse(holidaySchema, entry);
    const [from, to] = parsed.success ? [writtenDate(parsed.data.fromAsIso), writtenDate(parsed.data.toAsIso)] : [];
    if (parsed.success && from !== undefined && to !== undefined) return [{ index: parsed.data.index, from, to }];
    onOdd("holidays");
    return [];
  });
}
