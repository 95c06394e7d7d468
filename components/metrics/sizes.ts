import { quarterOf, type Resources } from "../../lib/kubernetes/resources";
import { bytesOf } from "../../lib/site/name";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";

export interface MetricsSizes {
  /** The store; under `scale: cluster` each of its storage nodes. */
  readonly store: Resources;
  /** Each of a clustered store's ends for writes and for reads. */
  readonly end: Resources;
  /** The proxy in front of them. */
  readonly front: Resources;
  readonly agent: Resources;
  readonly evaluator: Resources;
}

const DEFAULT: MetricsSizes = {
  store: { cpu: { request: "500m", limit: "2" }, memory: "4Gi" },
  end: { cpu: { request: "200m", limit: "1" }, memory: "1Gi" },
  front: { cpu: { request: "200m", limit: "1" }, memory: "1Gi" },
  agent: { cpu: { request: "200m", limit: "1" }, memory: "1Gi" },
  evaluator: { cpu: { request: "100m", limit: "500m" }, memory: "256Mi" },
};

/**
 * Measured with 40'000 series every 15 s, which is guessed to be twice what one node with its cluster has: the store at 180 MiB at
 * most, the agent at 60. The store takes 60 % of its limit for caches and needs no flag for it.
 */
const SMALL: MetricsSizes = {
  store: { cpu: { request: "100m", limit: "1" }, memory: "512Mi" },
  end: { cpu: { request: "50m", limit: "500m" }, memory: "256Mi" },
  front: { cpu: { request: "20m", limit: "200m" }, memory: "64Mi" },
  agent: { cpu: { request: "50m", limit: "500m" }, memory: "192Mi" },
  // 32 MiB with all rules of ours, 74 with 3'000 alerts firing
  evaluator: { cpu: { request: "20m", limit: "200m" }, memory: { request: "64Mi", limit: "128Mi" } },
};

/** An end for reads holds what a query reads. */
const LEAST_MIB = 128;

/** The profile's, but for what the site says exactly. */
export function metricsSizes(site: Site): MetricsSizes {
  const sizes = bySize(site, "metrics", { default: DEFAULT, small: SMALL });
  const { store_memory, store_cpus, agent_memory, agent_cpus } = site.sizes?.metrics ?? {};
  const quarter = store_memory && `${Math.max(LEAST_MIB, Math.floor(bytesOf(store_memory) / 4 / 1024 ** 2))}Mi`;
  return {
    ...sizes,
    store: exactly(sizes.store, store_memory, store_cpus),
    end: exactly(sizes.end, quarter, store_cpus && store_cpus / 2),
    agent: exactly(sizes.agent, agent_memory, agent_cpus),
  };
}

function exactly(of: Resources, memory: string | undefined, cpus: number | undefined): Resources {
  return { memory: memory ?? of.memory, cpu: cpus === undefined ? of.cpu : quarterOf(cpus) };
}
