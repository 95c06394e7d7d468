/**
 * How a service of ours is started, and nowhere else: the image's command, the tests and the benchmarks are
 * projections of this. V8 takes these at start only, so they stand before the script.
 */
const NODE_FLAGS = [
  // In MiB, of each half of the young generation. By default it grows to 48 MiB in all under load for little speed, which is more than
  // everything else in a service of ours. Smaller than this, the objects of half a batch are moved to the old generation, and both
  // memory and time go up (measured with bench/relay.ts): with 2, pipelining clients take 140 MiB where they take 76.
  "--max-semi-space-size=4",
  // ./garbage.ts
  "--expose-gc",
] as const;

/** The arguments of node that run a bundle. */
export function nodeArguments(script: string): string[] {
  return [...NODE_FLAGS, script];
}
