/** What one fresh GetData says, in our words. A value that the cloud marks as absent or broken is undefined, never 0. */
import type { WeeklyPlan } from "./schedule";

/** A setpoint in °C with its range at this moment. */
export interface Setpoint {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** undefined when the boiler names none. */
  readonly step: number | undefined;
}

export interface SetpointPair {
  readonly comfort: Setpoint;
  readonly reduced: Setpoint;
}

/** A set holiday slot as GetData lists it: local dates, both inclusive. */
export interface HolidayRange {
  readonly index: number;
  /** YYYY-MM-DD; the year is the cloud's annotation, the boiler keeps month and day. */
  readonly from: string;
  readonly to: string;
}

export interface Reading {
  /** When the answer was complete, in milliseconds since the epoch. */
  readonly at: number;
  readonly zoneMode: number;
  readonly ch: SetpointPair;
  readonly desiredRoomTemp: number | undefined;
  readonly roomTemp: number | undefined;
  readonly isHeatingActive: boolean | undefined;
  readonly useReducedOnHoliday: boolean | undefined;
  /** undefined when it is not known whether one is set: that is no reason to switch one off. */
  readonly holidays: readonly HolidayRange[] | undefined;
  readonly outsideTemp: number | undefined;
  /** undefined for a plant without hot water. */
  readonly dhw: SetpointPair | undefined;
  readonly dhwMode: number | undefined;
  readonly dhwStorageTemp: number | undefined;
  readonly flame: boolean | undefined;
  /** undefined when the read did not ask for it or the zone has none. */
  readonly plan: WeeklyPlan | undefined;
  /** The zone object as it came, unknown fields and all: SetTemperature sends it back. */
  readonly rawZone: Readonly<Record<string, unknown>>;
}
