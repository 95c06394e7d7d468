/** The rules for comfort and reduced temperatures (specification, part 8; facts: boiler cloud 4 and 7). */
import type { Setpoint, SetpointPair } from "./reading";

export type SetpointKind = "ch" | "dhw";
type Side = "comfort" | "reduced";

export interface Temperatures {
  readonly comfort: number;
  readonly reduced: number;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** The heating's outer bounds; the boiler's range of the moment lies within. */
export const CH_BOUNDS: Readonly<Record<Side, Range>> = { comfort: { min: 10, max: 35 }, reduced: { min: 10, max: 19.5 } };
export const CH_STEP = 0.5;
/** Whatever the boiler says: half a degree when its step is no step. */
const FALLBACK_STEP = 0.5;
const NO_BOUNDS: Range = { min: -Infinity, max: Infinity };

const SUBJECT: Readonly<Record<SetpointKind, string>> = { ch: "heating", dhw: "hot water" };

export function valuesOf({ comfort, reduced }: SetpointPair): Temperatures {
  return { comfort: comfort.value, reduced: reduced.value };
}

/** Whether the cloud's cache of the heating pair is broken (value 4, min 10, max 4): it says nothing about the boiler then. */
export function isSentinel(pair: SetpointPair): boolean {
  return [pair.comfort, pair.reduced].some(({ value, min, max }) => !hasRange({ min, max }) || !(value >= CH_BOUNDS.comfort.min));
}

/** The pair to write, or why the boiler would not keep it. A side that is not wanted stays as it was read. */
export function checkPair(
  kind: SetpointKind,
  wanted: Partial<Temperatures>,
  fresh: SetpointPair,
): { readonly pair: Temperatures } | { readonly refusal: string } {
  const subject = SUBJECT[kind];
  const isBroken = kind === "ch" ? isSentinel(fresh) : !hasRange(fresh.comfort) || !hasRange(fresh.reduced);
  const isWhole = wanted.comfort !== undefined && wanted.reduced !== undefined;
  // Both heating temperatures together need nothing of the broken cache; hot water has no range but the boiler's.
  if (isBroken && !(kind === "ch" && isWhole))
    return {
      refusal: `${subject} temperatures are unusable in the cloud at the moment (${described(fresh)}); try again when they are repaired`,
    };

  const pair = { comfort: wanted.comfort ?? fresh.comfort.value, reduced: wanted.reduced ?? fresh.reduced.value };
  const allowed = { comfort: allowedRange(kind, "comfort", pair, fresh), reduced: allowedRange(kind, "reduced", pair, fresh) };
  if (pair.reduced > pair.comfort)
    return {
      refusal: `${subject} reduced ${pair.reduced} °C is above comfort ${pair.comfort} °C; use reduced up to comfort, change both together if needed`,
    };
  for (const side of ["comfort", "reduced"] as const) {
    const value = wanted[side];
    if (value === undefined) continue;
    const { min, max } = allowed[side];
    if (!(value >= min && value <= max))
      return {
        refusal: `${subject} ${side} ${value} °C is out of range (comfort ${pair.comfort}, reduced ${pair.reduced}); use ${min} to ${max} °C`,
      };
    const step = stepOf(kind, fresh[side]);
    // Heating's least value moves with the partner; its outer bound is on a step in any case.
    const first = kind === "ch" ? CH_BOUNDS[side].min : fresh[side].min;
    if (!isOnStep(value, first, step))
      return { refusal: `${subject} ${side} ${value} °C is between two steps; use ${min} to ${max} °C in steps of ${step}` };
  }
  return { pair };
}

/**
 * What one side may be while the other is as in `pair`. The boiler moves the inner bounds (the least comfort,
 * the largest reduced) with the partner's present value: such a bound moves with the partner's wanted value.
 */
function allowedRange(kind: SetpointKind, side: Side, pair: Temperatures, fresh: SetpointPair): Range {
  const outer = kind === "ch" ? CH_BOUNDS[side] : NO_BOUNDS;
  const live = fresh[side];
  if (!hasRange(live) || (kind === "ch" && !(live.min <= live.value && live.value <= live.max))) return outer;
  const min = side === "comfort" && isNear(live.min, fresh.reduced.value) ? pair.reduced : live.min;
  const max = side === "reduced" && isNear(live.max, fresh.comfort.value) ? pair.comfort : live.max;
  return { min: Math.max(outer.min, min), max: Math.min(outer.max, max) };
}

function hasRange({ min, max }: Range): boolean {
  return Number.isFinite(min) && Number.isFinite(max) && min <= max;
}

function stepOf(kind: SetpointKind, { step }: Setpoint): number {
  if (kind === "ch") return CH_STEP;
  return step !== undefined && Number.isFinite(step) && step > 0 ? step : FALLBACK_STEP;
}

function isOnStep(value: number, first: number, step: number): boolean {
  const steps = (value - first) / step;
  return isNear(steps, Math.round(steps));
}

/** 20.1 is no binary number, nor is what is computed with it. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6;
}

function described({ comfort, reduced }: SetpointPair): string {
  const text = ({ value, min, max }: Setpoint) => `${value} in ${min} to ${max}`;
  return `comfort ${text(comfort)}, reduced ${text(reduced)}`;
}
