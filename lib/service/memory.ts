/**
 * Keeps V8's young generation small. By default it grows to 48 MiB under load for little speed, which
 * is more than everything else in a service of ours. Import it first: it acts when loaded.
 *
 * --max-semi-space-size would say it, but V8 takes it at start only, and a service is started by plain
 * `node`. The growth factor is read whenever the generation would grow: so it is filled until it has
 * the wanted size, and then kept from growing. Smaller than this, the objects of half a batch are
 * moved to the old generation, and both memory and time go up (measured with bench/relay.ts).
 */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const YOUNG_GENERATION_BYTES = 4 * 1024 * 1024;
/** The generation doubles when a good part of it survives a collection; far more rounds than that takes. */
const MAX_ROUNDS = 2000;

function youngGenerationBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? Number.POSITIVE_INFINITY;
}

for (let round = 0; round < MAX_ROUNDS && youngGenerationBytes() < YOUNG_GENERATION_BYTES; round++) {
  Array.from({ length: 2000 }, (_, n) => ({ n, round }));
}
setFlagsFromString("--semi-space-growth-factor=1");
