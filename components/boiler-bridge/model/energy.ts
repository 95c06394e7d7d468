/** Energy, cost and runtime from the flame sensor (specification, part 8): the boiler reports none of them. */
import { firstOfMonth, localDate, startOfDay, startOfMonth } from "./local-date";

/** What the burner is taken to draw while it fires. */
export const BURNER_KW = 14;

/** The decimals that are published (watt-hours, and the coin that every currency of ours has), and whether each month begins it anew. */
const QUANTITIES = {
  energyTotal: { decimals: 3, isOfPeriod: false },
  costTotal: { decimals: 2, isOfPeriod: false },
  energyPeriod: { decimals: 3, isOfPeriod: true },
  costPeriod: { decimals: 2, isOfPeriod: true },
} as const;
export type Quantity = keyof typeof QUANTITIES;

/** Full precision; only what is published is rounded. */
export interface EnergyState {
  /** kWh */
  readonly energyTotal: number;
  readonly costTotal: number;
  /** kWh and cost since the first day of the month `periodStart`, YYYY-MM-DD. */
  readonly energyPeriod: number;
  readonly costPeriod: number;
  readonly periodStart: string;
  /** Seconds that the burner fired on the local day `runtimeDay`, YYYY-MM-DD. */
  readonly runtimeSeconds: number;
  readonly runtimeDay: string;
  /** The last reading: it decides until the next. Milliseconds since the epoch. */
  readonly lastAt: number;
  readonly lastFlame: boolean;
}

/** A number that somebody has seen, and when it was new, in milliseconds since the epoch. */
export interface SeenNumber {
  readonly value: number;
  readonly at: number;
}

/** Nothing counted yet: the burner counts from the next reading on. */
export function newEnergy(at: number, timeZone: string): EnergyState {
  const today = localDate(at, timeZone);
  return {
    energyTotal: 0,
    costTotal: 0,
    energyPeriod: 0,
    costPeriod: 0,
    periodStart: firstOfMonth(today),
    runtimeSeconds: 0,
    runtimeDay: today,
    lastAt: at,
    lastFlame: false,
  };
}

/**
 * The state after a reading. The flame is taken to have been as the last reading said (left rule), but for two
 * polls at most: what happened in a longer gap nobody knows. A clock that goes back adds nothing.
 */
export function advance(
  state: EnergyState,
  reading: { readonly at: number; readonly flame: boolean },
  { pollMs, pricePerKwh, timeZone }: { readonly pollMs: number; readonly pricePerKwh: number; readonly timeZone: string },
): EnergyState {
  const { at, flame } = reading;
  const fired = { from: state.lastAt, to: state.lastFlame ? Math.min(at, state.lastAt + 2 * pollMs) : state.lastAt };
  const today = localDate(at, timeZone);
  const isSameDay = state.runtimeDay === today;
  const isSamePeriod = state.periodStart === firstOfMonth(today);
  // Only a step over midnight has to know when that was.
  const firedMs = millisecondsSince(-Infinity, fired);
  const ofDay = isSameDay ? firedMs : millisecondsSince(startOfDay(today, timeZone), fired);
  const ofPeriod = isSamePeriod ? firedMs : millisecondsSince(startOfMonth(today, timeZone), fired);
  return {
    energyTotal: state.energyTotal + kwh(firedMs),
    costTotal: state.costTotal + kwh(firedMs) * pricePerKwh,
    energyPeriod: (isSamePeriod ? state.energyPeriod : 0) + kwh(ofPeriod),
    costPeriod: (isSamePeriod ? state.costPeriod : 0) + kwh(ofPeriod) * pricePerKwh,
    periodStart: firstOfMonth(today),
    runtimeSeconds: (isSameDay ? state.runtimeSeconds : 0) + ofDay / 1000,
    runtimeDay: today,
    lastAt: at,
    lastFlame: flame,
  };
}

/**
 * The state after the clock was set, which is noticed at `now`: the last reading is as long ago as it was, so that the hours by which
 * the clock went are not counted and don't keep from counting. A reading since then has its time from the new clock already;
 * where it can't be told which of both it was, it is taken to be the later, which counts less.
 */
export function clockSet(state: EnergyState, byMs: number, now: number): EnergyState {
  const times = [state.lastAt, state.lastAt + byMs].filter((at) => at <= now);
  return { ...state, lastAt: times.length === 0 ? now : Math.max(...times) };
}

/**
 * The largest number that was seen wins over our own: the file may be lost or older, any of the sources may be behind, and a total
 * never falls. Of a period only what was seen in it counts.
 */
export function raise(state: EnergyState, seen: Readonly<Record<Quantity, readonly SeenNumber[]>>, timeZone: string): EnergyState {
  const isOfPeriod = ({ at }: SeenNumber) => firstOfMonth(localDate(at, timeZone)) === state.periodStart;
  const larger = (name: Quantity) => {
    const counting = QUANTITIES[name].isOfPeriod ? seen[name].filter(isOfPeriod) : seen[name];
    const largest = Math.max(...counting.map(({ value }) => value));
    // What was published of our own may have been rounded up: to take that back would add the difference at every start.
    return largest > Number(publishedQuantity(state, name)) ? largest : state[name];
  };
  return {
    ...state,
    energyTotal: larger("energyTotal"),
    costTotal: larger("costTotal"),
    energyPeriod: larger("energyPeriod"),
    costPeriod: larger("costPeriod"),
  };
}

export function publishedQuantity(state: EnergyState, name: Quantity): string {
  return rounded(state[name], QUANTITIES[name].decimals);
}

/**
 * Half is rounded up, which is away from zero: nothing here is negative. The margin is for halves such as 1.005, which no binary
 * number is: the nearest one lies below.
 */
export function rounded(value: number, decimals: number): string {
  const scale = 10 ** decimals;
  return (Math.floor(value * scale + 0.5 + 1e-6) / scale).toFixed(decimals);
}

function millisecondsSince(start: number, { from, to }: { readonly from: number; readonly to: number }): number {
  return Math.max(0, to - Math.max(from, start));
}

function kwh(milliseconds: number): number {
  return (BURNER_KW * milliseconds) / 3600_000;
}
