import { operatorUrl, operatorWorkload } from "../../lib/metrics/operator";
import type { Workload } from "../../lib/network/workload";
import { inClusterService } from "../../lib/site/in-cluster";
import type { OperatorKind } from "../../lib/site/operator-name";
import type { Site } from "../../lib/site/schema";

/** The name of every object of the metrics plane; the operator's workloads have the kind in front. */
export const NAME = "belfry";

export interface MetricsWorkloads {
  readonly agent: Workload;
  readonly evaluator: Workload;
  /** What answers at `metrics_url`: the store itself, or the proxy in front of its parts. */
  readonly front: Workload;
  /** The parts of a store under `scale: cluster`. */
  readonly parts?: { readonly insert: Workload; readonly select: Workload; readonly storage: Workload };
}

/** What the operator makes of the metrics plane's objects. */
export function metricsWorkloads(site: Site): MetricsWorkloads {
  const of = (kind: OperatorKind): Workload => operatorWorkload({ kind, name: NAME, namespace: site.namespaces.monitoring });
  const { name: service, port } = inClusterService(site.urls.metrics_url);
  const front = of(site.scale === "single" ? "vmsingle" : "vmauth");
  return {
    agent: of("vmagent"),
    evaluator: of("vmalert"),
    front: { ...front, serves: [...(front.serves ?? []), { service, port, to: "http" }] },
    ...(site.scale === "cluster" && { parts: { insert: of("vminsert"), select: of("vmselect"), storage: of("vmstorage") } }),
  };
}

/** Address of a part of the clustered store. */
export function partUrl(site: Site, kind: "vminsert" | "vmselect"): string {
  return operatorUrl({ kind, name: NAME, namespace: site.namespaces.monitoring });
}
