/** The repair of the inverted sentinel (boiler specification, part 7): once, with values that are known to be good, and never in a loop. */
import type { Reading } from "../model/reading";
import { isSentinel, type Temperatures } from "../model/setpoints";
import type { DataPointWrite } from "./cloud/cloud";

/** BSB addresses of the heating setpoints by zone (boiler specification, part 2). Those of other zones are not known, and a guess would write somewhere else. */
const ADDRESSES: ReadonlyMap<number, Readonly<Record<"comfort" | "reduced", number>>> = new Map([
  [1, { comfort: 2950542, reduced: 2950544 }],
]);

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

/** Whether a zone's setpoints can be written as data points. */
export function isRepairable(zone: number): boolean {
  return ADDRESSES.has(zone);
}

/** The writes that put a good pair in the place of what the cloud shows; none for a zone that is not repairable. */
export function repairWrites(zone: number, shown: Reading["ch"], good: Temperatures): DataPointWrite[] {
  const addresses = ADDRESSES.get(zone);
  if (addresses === undefined) return [];
  return (["comfort", "reduced"] as const).map((name) => ({
    address: addresses[name],
    newValue: good[name],
    oldValue: shown[name].value,
  }));
}
