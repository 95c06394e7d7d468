import type { World, WorldSeries } from "../../lib/world/world";

const target = { scrape: "made-up", labels: {} } as WorldSeries["target"];

/** A world of series that stand still, one target's. */
export function worldWith(...all: readonly (readonly [string, Readonly<Record<string, string>>, number])[]): World {
  const series = all.map(([name, labels, value]): WorldSeries => ({ name, labels, target, at: () => value }));
  return { cluster: { seed: 1 } as World["cluster"], targets: [target], series: () => series };
}
