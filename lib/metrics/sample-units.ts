import { sampleNames, type Unit } from "../series";
import type { Scrape } from "./scrape";

/** What the samples of each name count in, as the scrapes' catalogues say. */
export const sampleUnits = (scrapes: readonly Scrape[]): ReadonlyMap<string, Unit> =>
  new Map(scrapes.flatMap(({ series }) => series.flatMap((one) => sampleNames(one).map(({ name }) => [name, one.unit] as const))));
