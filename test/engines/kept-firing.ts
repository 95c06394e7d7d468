/** What an alert's condition was at an evaluation: it held, and long enough or not. Absent where it did not hold. */
export type States = ReadonlyMap<number, "pending" | "firing">;

/**
 * Whether an alert with `keep_firing_for` fires at `at`, given what a replay made of its condition every `interval` until then; all in
 * seconds. A replay leaves `keep_firing_for` out, while every evaluation is there; this is the rest of what vmalert does with it
 * (VictoriaMetrics v1.150.0, app/vmalert/rule/alerting.go, exec): what fires goes on until the condition was away for as long as that,
 * and a condition that comes back meanwhile, if only pending, ends the counting.
 */
export function isKeptFiring(states: States, { at, interval, keep }: Readonly<Record<"at" | "interval" | "keep", number>>): boolean {
  let isFiring = false;
  let awaySince: number | undefined;
  for (let now = Math.min(at, ...states.keys()); now <= at; now += interval) {
    const state = states.get(now);
    if (state !== undefined) {
      isFiring ||= state === "firing";
      awaySince = undefined;
    } else {
      awaySince ??= now;
      isFiring &&= now - awaySince < keep;
    }
  }
  return isFiring;
}
