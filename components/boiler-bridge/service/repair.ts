/** The repair of the inverted sentinel (boiler specification, part 7): once, with values that are known to be good, and never in a loop. */
import type { Reading } from "../model/reading";
import { isSentinel, type Temperatures } from "../model/setpoints";
import type { DataPointWrite } from "./cloud/cloud";

/** BSB addresses of the comfort and reduced setpoints of heating zone 1 (boiler specification, part 2). */
const COMFORT_ADDRESS = 2950542;
const REDUCED_ADDRESS = 2950544;

/** So many good reads in a row, and a repair has held: the next sentinel is a new one. */
const HELD_READS = 3;

export interface RepairState {
  readonly hasTried: boolean;
  readonly goodReads: number;
}

export const NOT_REPAIRED: RepairState = { hasTried: false, goodReads: 0 };

/** What a reading calls for. */
export type RepairAction = "none" | "repair" | "alarm";

export function afterReading(
  state: RepairState,
  reading: Reading,
  goodPair: Temperatures | undefined,
): { readonly state: RepairState; readonly action: RepairAction } {
  if (!isSentinel(reading.ch)) {
    const goodReads = Math.min(state.goodReads + 1, HELD_READS);
    return { state: { hasTried: state.hasTried && goodReads < HELD_READS, goodReads }, action: "none" };
  }
  return { state: { ...state, goodReads: 0 }, action: goodPair === undefined || state.hasTried ? "alarm" : "repair" };
}

/** The writes that put a good pair in the place of what the cloud shows. */
export function repairWrites(shown: Reading["ch"], good: Temperatures): DataPointWrite[] {
  return [
    { address: COMFORT_ADDRESS, newValue: good.comfort, oldValue: shown.comfort.value },
    { address: REDUCED_ADDRESS, newValue: good.reduced, oldValue: shown.reduced.value },
  ];
}
