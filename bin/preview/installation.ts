/** What the preview draws, loaded anew at every edit: the dashboards of a site, and its world. */
import { HEALTHY } from "../../components/healthy";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { placedDashboards } from "../../lib/dashboards/placed";
import { kept, type World, worldOf } from "../../lib/world/world";
import { declared } from "../../main";
import { applyingFaults, type FaultTables, type TellingFault } from "./applying-faults";
import { placedRules } from "./rules";
import { WorldSource } from "./world-source";

export interface Installation {
  readonly dashboards: readonly SavedDashboard[];
  /** Titles of what can go wrong there, each of which can be switched on. */
  readonly faults: readonly string[];
  /** What the store has of it, with a fault since a moment in seconds since the epoch. */
  readonly source: (fault?: FaultSince) => WorldSource;
}

export interface FaultSince {
  readonly title: string;
  readonly since: number;
}

/** Each is what thousands of series become. */
const KEPT_SOURCES = 3;
const SEED = 1;

/** @param start the moment of the world's beginning, in seconds since the epoch */
export function installation(
  siteFile: string,
  tables: FaultTables,
  start: number,
): Installation | { readonly refusal: { readonly text: string } } {
  const platform = declared(siteFile);
  if ("refusal" in platform) return platform;
  const dashboards = placedDashboards(platform);
  const rules = placedRules(platform.manifests);
  let world: World | undefined;
  const healthy = () => {
    world ??= kept(worldOf(platform, HEALTHY, SEED));
    return world;
  };
  let faults: ReadonlyMap<string, TellingFault> | undefined;
  const told = () => {
    if (faults !== undefined) return faults;
    faults = new Map(applyingFaults(tables, healthy()).map((fault) => [fault.title, fault]));
    return faults;
  };
  const sources = new Map<string, WorldSource>();
  return {
    dashboards,
    get faults() {
      return [...told().keys()].sort();
    },
    source: (fault) => {
      const key = fault === undefined ? "" : `${fault.since} ${fault.title}`;
      const known = sources.get(key);
      if (known !== undefined) return known;
      const made = fault === undefined ? new WorldSource(healthy(), rules) : faulty(fault);
      sources.set(key, made);
      // the healthy one stays: it is what one comes back to
      for (const oldest of [...sources.keys()].filter((one) => one !== "").slice(0, -KEPT_SOURCES)) sources.delete(oldest);
      return made;
    },
  };

  function faulty({ title, since }: FaultSince): WorldSource {
    const fault = told().get(title);
    if (fault === undefined) throw new Error(`there is no fault "${title}" at this site; pick one of the list`);
    return new WorldSource(kept(fault.change(healthy(), since - start)), rules, since);
  }
}
