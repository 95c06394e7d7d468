/**
 * Collects garbage sooner than V8 does by itself. It takes bodies, which are outside of its heap, and long
 * texts lightly: some 30 MiB of young ones and 64 MiB of old ones may lie about before it acts
 * (v8/src/heap: kExternalAllocationSoftLimit), which is more than all that a service of ours uses at once.
 */

/** A service at rest has 60 to 70 MiB, and at its planned load below 80: there nothing is collected early. */
const ROOMY_RSS_BYTES = 100 * 1024 * 1024;
/** To look at the memory and to collect takes as long as some hundred kilobytes of JSON to read: not more often than that. */
const STEP_BYTES = 4 * 1024 * 1024;

/** Does nothing where node was started without ./node-flags.ts: a service then uses more memory, and is none the worse. */
export const collect: () => void = globalThis.gc ?? (() => {});

let used = 0;

/** To be called before so many bytes of memory are used that soon are garbage. */
export function makeRoom(bytes: number): void {
  used += bytes;
  if (used < STEP_BYTES) return;
  used = 0;
  if (process.memoryUsage.rss() + bytes > ROOMY_RSS_BYTES) collect();
}
