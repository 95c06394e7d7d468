/** GetData's answer as a Reading (facts: boiler cloud 2). */
import * as z from "zod/mini";
import type { HolidayRange, Reading, Setpoint, SetpointPair } from "../../model/reading";
import { parseWeeklyPlan } from "./parse-plan";
import { dateText, parseOptional, parseShape } from "./shape";

type Block = Readonly<Record<string, unknown>>;
type OnOdd = (field: string) => void;

// The rules for setpoints do without a step.
const setpoint = z.looseObject({ value: z.number(), min: z.number(), max: z.number() });

/** Only what heating can't be controlled without is needed; unknown fields are kept for SetTemperature. */
const zoneSchema = z.looseObject({
  mode: z.looseObject({ value: z.int() }),
  chComfortTemp: setpoint,
  chReducedTemp: setpoint,
});
const schema = z.object({ plantData: z.looseObject({}), zoneData: zoneSchema, timeProgs: z.optional(z.unknown()) });
const envelope = z.object({ data: z.looseObject({}) });

// null is how the cloud may say that there is none: a field that is missing, or of another type, has changed.
const temperature = z.nullable(z.number());
const mode = z.nullable(z.looseObject({ value: z.nullable(z.int()) }));
// Here `[]` is the cloud's word for none. Anything else that is no list of dates would switch a holiday off that nobody ended.
const holidays = z.array(z.nullable(z.object({ index: z.int(), fromAsIso: dateText, toAsIso: dateText })));

/** `onOdd` is told of all other fields that can't be understood; they count as absent. */
export function parseReading(answer: unknown, at: number, onOdd: OnOdd): Reading {
  const { plantData, zoneData, timeProgs } = parseShape(schema, parseShape(envelope, answer, "GetData").data, "GetData");
  const plant = optionalFields(["plantData"], plantData, onOdd);
  const zone = optionalFields(["zoneData"], zoneData, onOdd);
  return {
    at,
    zoneMode: zoneData.mode.value,
    ch: {
      comfort: toSetpoint(zoneData.chComfortTemp, ["zoneData", "chComfortTemp"], onOdd),
      reduced: toSetpoint(zoneData.chReducedTemp, ["zoneData", "chReducedTemp"], onOdd),
    },
    desiredRoomTemp: zone("desiredRoomTemp", temperature) ?? undefined,
    roomTemp: probed(zone, "roomTemp", "hasRoomSensor"),
    isHeatingActive: zone("isHeatingActive", z.boolean()),
    useReducedOnHoliday: zone("useReducedOperationModeOnHoliday", z.boolean()),
    holidays: zone("holidays", holidays)?.flatMap((entry) => (entry === null ? [] : toRange(entry))),
    outsideTemp: probed(plant, "outsideTemp", "hasOutsideTempProbe"),
    dhw: dhwPair(plant, onOdd),
    dhwMode: plant("dhwMode", mode)?.value ?? undefined,
    dhwStorageTemp: probed(plant, "dhwStorageTemp", "hasDhwStorageProbe"),
    flame: plant("flameSensor", z.boolean()),
    plan: parseWeeklyPlan(timeProgs, onOdd),
    rawZone: zoneData,
  };
}

type Optional = <T>(name: string, schema: z.ZodMiniType<T>) => T | undefined;

function optionalFields(path: readonly string[], block: Block, onOdd: OnOdd): Optional {
  return (name, schema) => parseOptional(schema, block[name], [...path, name], onOdd);
}

/** What a probe measures; without one, and from a broken one, the cloud says 0. */
function probed(field: Optional, name: string, presence: string): number | undefined {
  if (!field(presence, z.boolean()) || field(`${name}Error`, z.boolean())) return undefined;
  return field(name, temperature) ?? undefined;
}

function toSetpoint(wire: z.infer<typeof setpoint>, path: readonly string[], onOdd: OnOdd): Setpoint {
  const { value, min, max } = wire;
  return { value, min, max, step: optionalFields(path, wire, onOdd)("step", z.number()) };
}

/** A plant without hot water has null setpoints, or says 0 everywhere as a heat-only plant does for cooling. */
function dhwPair(field: Optional, onOdd: OnOdd): SetpointPair | undefined {
  const [comfort, reduced] = [field("dhwComfortTemp", z.nullable(setpoint)), field("dhwReducedTemp", z.nullable(setpoint))];
  if (!comfort || !reduced || (comfort.max === 0 && reduced.max === 0)) return undefined;
  return {
    comfort: toSetpoint(comfort, ["plantData", "dhwComfortTemp"], onOdd),
    reduced: toSetpoint(reduced, ["plantData", "dhwReducedTemp"], onOdd),
  };
}

function toRange({ index, fromAsIso: from, toAsIso: to }: { index: number; fromAsIso: string; toAsIso: string }): HolidayRange {
  return { index, from, to };
}
