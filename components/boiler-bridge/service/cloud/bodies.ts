/** Request bodies, field by field: an echo of what was read makes the cloud answer 599 or corrupts its cache. */
import { toWire } from "../../model/holiday";
import type { Reading } from "../../model/reading";
import type { DayPlan, WeeklyPlan } from "../../model/schedule";
import type { DataPointWrite, HolidaySlot, SetDataBody } from "./cloud";

/** What a SetData body may hold. The fields that are `never` are silently dropped by the cloud or turn its setpoints into the sentinel. */
export interface SetDataWire {
  readonly plantData: {
    readonly dhwComfortTemp?: { readonly value: number };
    readonly dhwReducedTemp?: { readonly value: number };
    readonly dhwMode?: { readonly value: number };
  };
  readonly zoneData: {
    readonly zone: number;
    readonly mode: { readonly value: number };
    readonly useReducedOperationModeOnHoliday?: boolean;
    readonly chComfortTemp?: never;
    readonly chReducedTemp?: never;
    readonly holidays?: never;
  };
  readonly viewModel: { readonly zoneNumber: number; readonly holidays?: never };
}

/** Fresh, with the schedule. */
export function getDataBody(zone: number) {
  return { useCache: false, zone, filter: { progIds: [zone], plant: true, zone: true } };
}

/** Both blocks are required, even for a change of one field. */
export function setDataWire(zone: number, wanted: SetDataBody): SetDataWire {
  const { dhwComfortTemp, dhwReducedTemp, dhwMode, zoneMode, useReducedOnHoliday } = wanted;
  return {
    plantData: {
      ...(dhwComfortTemp !== undefined && { dhwComfortTemp: { value: dhwComfortTemp } }),
      ...(dhwReducedTemp !== undefined && { dhwReducedTemp: { value: dhwReducedTemp } }),
      ...(dhwMode !== undefined && { dhwMode: { value: dhwMode } }),
    },
    zoneData: {
      zone,
      mode: { value: zoneMode },
      ...(useReducedOnHoliday !== undefined && { useReducedOperationModeOnHoliday: useReducedOnHoliday }),
    },
    viewModel: { zoneNumber: zone },
  };
}

export function setTemperatureBody(zone: number, { comfort, reduced }: { comfort: number; reduced: number }, rawZone: Reading["rawZone"]) {
  return { zoneNum: zone, comfort, reduced, plantData: null, zoneData: rawZone };
}

/** Only `plans` is ours; tick, maxSwitches and the rest go back as they were read. `prevWeeklyPlan` is the cloud's conflict check. */
export function setTimeProgBody(zone: number, plans: readonly DayPlan[], previous: WeeklyPlan) {
  return { progId: zone, weeklyPlan: { ...previous.raw, plans }, prevWeeklyPlan: previous.raw };
}

export function holidayBody(range: { from: string; to: string }, old: HolidaySlot, currentZoneMode: number) {
  return {
    currentZoneMode,
    new: { index: old.index, from: toWire(range.from), to: toWire(range.to) },
    old: { index: old.index, from: toWire(old.from), to: toWire(old.to), osv: old.osv },
  };
}

export function dataPointsBody(points: readonly DataPointWrite[]) {
  return points.map(({ address, newValue, oldValue }) => ({
    address,
    newValueAsNumber: newValue,
    oldValueAsNumber: oldValue,
    newValueAsString: null,
    oldValueAsString: null,
    newOsv: false,
    oldOsv: false,
  }));
}
