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
  const all = [...world.series()];
  // most faults change one of these
  const first = [...new Map(all.map((series) => [`${series.name} ${series.target.scrape}`, series])).values()];
  const isThere = (isMeant: (series: WorldSeries) => boolean) => first.some(isMeant) || all.some(isMeant);
  return tables.flatMap((table) => ofTable(table, world)).filter((fault) => applies(fault, world, isThere));
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
function applies({ change }: TellingFault, world: World, isThere: (isMeant: (series: WorldSeries) => boolean) => boolean): boolean {
  let isMet = true;
  try {
    change(
      {
        ...world,
        isToChange: (isMeant) => {
          isMet &&= isThere(isMeant);
        },
      },
      0,
    );
    // what it changes may have appeared with it; to go through the whole world for each fault would take half a minute
    return isMet || Array.from(change(world, 0).series()).length > 0;
  } catch {
    return false;
  }
}
