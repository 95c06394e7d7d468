import type { Manifest } from "../gitops/manifest";
import type { Workload } from "../network/workload";

interface Replicated {
  readonly replicas?: number;
  readonly replicaCount?: number;
  readonly shardCount?: number;
}

/** How many pods a workload has: what our output says, and one where somebody else makes them. */
export function replicasOf({ name, namespace, madeBy }: Workload, manifests: readonly Manifest[]): number {
  const isMade = madeBy !== undefined && "kind" in madeBy;
  const made = manifests.find(({ object: { kind, metadata } }) =>
    isMade
      ? kind === madeBy.kind && metadata.name === madeBy.name && metadata.namespace === namespace
      : (kind === "Deployment" || kind === "StatefulSet") && metadata.name === name && metadata.namespace === namespace,
  );
  const spec = (made?.object.spec ?? {}) as Replicated & Readonly<Record<string, Replicated | undefined>>;
  // the parts of a clustered store stand in one object
  const { replicas, replicaCount, shardCount = 1 } = isMade ? (spec[name.slice(0, name.indexOf("-"))] ?? spec) : spec;
  return (replicas ?? replicaCount ?? 1) * shardCount;
}
