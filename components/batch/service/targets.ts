import { Refusal } from "./refusal";
import type { Found, Run } from "./script";

/** So many are asked at the same time: one that hangs for a minute and a half holds up a few others, and not the whole run. */
const AT_ONCE = 4;

/**
 * What is found of each target. One that fails is named among the failures and hides nothing of the others. It has no figure then: a POST
 * replaces all that a name has, and a figure of before would look like one of today.
 */
export async function ofEach<Target>(
  targets: readonly Target[],
  nameOf: (target: Target) => string,
  find: (target: Target) => Found | Promise<Found>,
  { signal }: Pick<Run, "signal">,
): Promise<Found> {
  const found: Found[] = [];
  const waiting = targets.entries();
  const work = async () => {
    for (const [index, target] of waiting) {
      try {
        signal.throwIfAborted();
        found[index] = await find(target);
      } catch (error) {
        found[index] = { gauges: [], failures: [failureOf(nameOf(target), error, signal)] };
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { gauges: found.flatMap(({ gauges }) => gauges), failures: found.flatMap(({ failures = [] }) => failures) };
}

function failureOf(name: string, error: unknown, { aborted }: AbortSignal): Error {
  if (aborted) return new Refusal(`${name}: the run ended before it was read`);
  if (!(error instanceof Refusal)) return new Error(`${name}: ${error}`, { cause: error });
  return error.message.includes(name) ? error : new Refusal(`${name}: ${error.message}`);
}
