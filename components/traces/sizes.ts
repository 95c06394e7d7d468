import { MIB } from "../../lib/bytes";
import type { Resources } from "../../lib/kubernetes/resources";
import { bytesOf } from "../../lib/site/name";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";

export interface CollectorSizes extends Pick<Resources, "cpu"> {
  readonly memory: { readonly request: string; readonly limit: string };
  /** Most that waits for the store, by kind: what one exporter may keep is what a dead store may cost. */
  readonly queueMib: { readonly traces: number; readonly rum: number; readonly databases: number };
}

/** 68 MiB at rest, with the components that are in use here alone; 64 MiB are ten minutes of a hundred spans a second, a kB each. */
const DEFAULT: CollectorSizes = {
  cpu: { request: "100m", limit: "1" },
  memory: { request: "256Mi", limit: "512Mi" },
  queueMib: { traces: 64, rum: 8, databases: 8 },
};

const SMALL: CollectorSizes = {
  cpu: { request: "20m", limit: "500m" },
  memory: { request: "40Mi", limit: "136Mi" },
  queueMib: { traces: 8, rum: 2, databases: 2 },
};

export const collectorSizes = (site: Pick<Site, "sizes">): CollectorSizes => bySize(site, "services", { default: DEFAULT, small: SMALL });

/** Beyond it nothing more is taken: what is beside the heap, and what comes between two looks at it, is the rest of the pod's. */
export function memoryLimits({ memory }: Pick<CollectorSizes, "memory">): { readonly limit_mib: number; readonly spike_limit_mib: number } {
  const limit = Math.floor((bytesOf(memory.limit) / MIB) * 0.8);
  return { limit_mib: limit, spike_limit_mib: Math.floor(limit / 5) };
}
