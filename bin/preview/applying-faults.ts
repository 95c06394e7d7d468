import type { Change } from "../../lib/world/fault";
import type { World, WorldSeries } from "../../lib/world/world";

/** As the fault table tells one. */
export interface TellingFault {
  readonly title: string;
  readonly change: Change;
}

export type FaultTables = readonly ((world: World) => readonly TellingFault[])[];

/** Those that can be switched on in a world. */
export function applyingFaults(tables: FaultTables, world: World): readonly TellingFault[] {
  const few = partOf(world);
  return tables.flatMap((table) => ofTable(table, world)).filter((fault) => applies(fault, few) || applies(fault, world));
}

/** A table tells of a site that has what it is about: at another one it has nothing to tell. */
function ofTable(table: FaultTables[number], world: World): readonly TellingFault[] {
  try {
    return table(world);
  } catch {
    return [];
  }
}

/** Whether the world has what the fault changes: a table tells of things that a site may lack. */
function applies({ change }: TellingFault, world: World): boolean {
  try {
    return Array.from(change(world, 0).series()).length > 0;
  } catch {
    return false;
  }
}

/** The first series of each name and scrape: what changes one of them changes the world, and most faults do. It is a tenth of the way. */
function partOf(world: World): World {
  const first = new Map<string, WorldSeries>();
  for (const series of world.series()) {
    const kind = `${series.name} ${series.target.scrape}`;
    if (!first.has(kind)) first.set(kind, series);
  }
  return { ...world, series: () => first.values() };
}
