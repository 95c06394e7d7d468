/** What an alert's condition was at an evaluation: it held, and long enough or not. Absent where it did not hold. */
export type States = ReadonlyMap<number, "pending" | "firing">;

/**
 * When an alert with `keep_firing_for` fires, given what a replay made of its condition at the evaluations every `interval` until
 * `at`, all in seconds. A replay leaves `keep_firing_for` out, while every evaluation is there; this is the rest of what vmalert does with it
 * (VictoriaMetrics v1.150.0, app/vmalert/rule/alerting.go, exec): what fires goes on until the condition was away for as long as that,
 * and a condition that comes back meanwhile, if only pending, ends the counting.
 */
export function keptFiring(states: States, { at, interval, keep }: Readonly<Record<"at" | "interval" | "keep", number>>): number[] {
  const fired: number[] = [];
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
    if (isFiring) fired.push(now);
  }
  return fired;
}
