/** The Home Assistant helpers that the bridge watches (boiler specification, part 4): the service, the package and the tests read this list. */
import { DHW_MODES, ZONE_MODES } from "./model/modes";

interface Temperature {
  readonly kind: "input_number";
  /** °C */
  readonly min: number;
  readonly max: number;
  readonly step: number;
}
interface Choice {
  readonly kind: "input_select";
  readonly options: readonly string[];
}
interface Switch {
  readonly kind: "input_boolean";
}
/** A date without a time, YYYY-MM-DD. */
interface LocalDate {
  readonly kind: "input_datetime";
}

export type Helper = (Temperature | Choice | Switch | LocalDate) & { readonly name: string; readonly icon: string };

/** Field -> helper. The ranges are outer bounds; the boiler's own at the moment of a command decide. */
export const HELPERS = {
  ch_comfort_temp_set: { kind: "input_number", min: 10, max: 35, step: 0.5, name: "Heating comfort", icon: "mdi:sofa" },
  ch_reduced_temp_set: { kind: "input_number", min: 10, max: 19.5, step: 0.5, name: "Heating reduced", icon: "mdi:weather-night" },
  dhw_comfort_temp_set: { kind: "input_number", min: 8, max: 65, step: 1, name: "Hot water comfort", icon: "mdi:water-thermometer" },
  dhw_reduced_temp_set: {
    kind: "input_number",
    min: 8,
    max: 65,
    step: 1,
    name: "Hot water reduced",
    icon: "mdi:water-thermometer-outline",
  },
  zone_mode_set: { kind: "input_select", options: ZONE_MODES, name: "Heating mode", icon: "mdi:radiator" },
  dhw_mode_set: { kind: "input_select", options: DHW_MODES, name: "Hot water mode", icon: "mdi:water-boiler" },
  holiday_active: { kind: "input_boolean", name: "Holiday", icon: "mdi:beach" },
  holiday_until: { kind: "input_datetime", name: "Holiday until", icon: "mdi:calendar-end" },
  holiday_use_reduced: { kind: "input_boolean", name: "Reduced during holiday", icon: "mdi:home-thermometer" },
} as const satisfies Readonly<Record<string, Helper>>;

export type Field = keyof typeof HELPERS;
export const FIELDS = Object.keys(HELPERS) as readonly Field[];

export function helperId(field: Field): string {
  return `${HELPERS[field].kind}.boiler_${field}`;
}

const FIELD_OF_ID: ReadonlyMap<string, Field> = new Map(FIELDS.map((field) => [helperId(field), field]));

export function fieldOfHelper(entityId: string): Field | undefined {
  return FIELD_OF_ID.get(entityId);
}

/** A helper's value, parsed: a number, an option, on/off as boolean, a date. */
export type HelperValue = number | string | boolean;

/** The value of a state, or undefined for what is no value of this helper (unknown, unavailable, out of its options). */
export function parseHelper(field: Field, state: string): HelperValue | undefined {
  const helper: Helper = HELPERS[field];
  switch (helper.kind) {
    case "input_number":
      return /^-?\d+(?:\.\d+)?$/.test(state.trim()) ? Number(state) : undefined;
    case "input_select":
      return helper.options.includes(state) ? state : undefined;
    case "input_boolean":
      return state === "on" || state === "off" ? state === "on" : undefined;
    case "input_datetime":
      return /^\d{4}-\d\d-\d\d$/.test(state) ? state : undefined;
  }
}

/** Numbers are compared as Home Assistant rounds them: 21.0 is 21. */
export function sameValue(a: HelperValue, b: HelperValue): boolean {
  return typeof a === "number" && typeof b === "number" ? Math.abs(a - b) < 1e-6 : a === b;
}
