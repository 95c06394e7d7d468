/** Sees when the system's clock is set: whatever waits until a time, or counts since one, is wrong from then on. */

const LOOK_MS = 5_000;
/** A clock that is kept right drifts by far less; a busy machine may look late, and both clocks are late then. */
const LEAST_MS = 30_000;

/** Calls `onSet` with the milliseconds by which the clock was set; returns what ends the watch. */
export function watchClock(
  onSet: (byMs: number) => void,
  now: () => number = Date.now,
  steady: () => number = () => performance.now(),
): () => void {
  let apart = now() - steady();
  const timer = setInterval(() => {
    const byMs = now() - steady() - apart;
    if (Math.abs(byMs) < LEAST_MS) return;
    apart += byMs;
    onSet(byMs);
  }, LOOK_MS);
  return () => clearInterval(timer);
}
