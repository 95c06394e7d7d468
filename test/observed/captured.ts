import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ObservedExporter } from "../../lib/metrics/observed";
import type { Ask } from "../../lib/metrics/scrape";
import { type Exposition, parseExposition } from "../exposition";

/** The name that a series has in the store, by the one that its exporter gives it. */
export function storedName(rename: Ask["rename"]): (exported: string) => string {
  if (rename === undefined) return (exported) => exported;
  const pattern = new RegExp(`^(?:${rename.from})$`);
  return (exported) => exported.replace(pattern, rename.to);
}

/** What an exporter answered when it ran, cut down to the declared series and one sample of each set of labels; as the scrape stores it. */
export function captured({ name, ask }: ObservedExporter): Exposition {
  const { types, samples } = parseExposition(readFileSync(join(__dirname, `${name}.prom`), "utf8"));
  const stored = storedName(ask?.rename);
  return {
    types: new Map(Array.from(types, ([exported, type]) => [stored(exported), type])),
    samples: samples.map((sample) => ({ ...sample, name: stored(sample.name) })),
  };
}
