import type { Construct } from "constructs";
import type { Autoscaling } from "../../lib/autoscaling/autoscaling";
import { verticalPodAutoscaler } from "../../lib/kubernetes/vertical-pod-autoscaler";
import type { AutoscalingSite, Site } from "../../lib/site/schema";

/** Somebody else's workload that the site tells the autoscaler of. */
export type AutoscaledWorkload = AutoscalingSite["workloads"][number];

export const kindOf = ({ kind = "Deployment" }: Pick<AutoscaledWorkload, "kind">) => kind;

export function autoscalingOf({ mode, because = "" }: Pick<AutoscaledWorkload, "mode" | "because">): Autoscaling {
  return mode === "Off" ? { mode, because } : { mode };
}

/** Its pods: a DaemonSet has one on each node. */
export function podsOf(workload: AutoscaledWorkload, { cluster }: Pick<Site, "cluster">): number {
  return kindOf(workload) === "DaemonSet" ? cluster.nodes : (workload.replicas ?? 1);
}

/** An autoscaler for each workload that the site lists. What its containers start with is its owner's to know, and so bounds are as well. */
export function autoscalers(scope: Construct, site: Site, { workloads }: AutoscalingSite): void {
  for (const workload of workloads) {
    const { namespace, name } = workload;
    const kind = kindOf(workload);
    verticalPodAutoscaler(scope, {
      // two kinds may have one name
      name: kind === "Deployment" ? name : `${name}-${kind.toLowerCase()}`,
      namespace,
      target: { apiVersion: "apps/v1", kind, name },
      replicas: podsOf(workload, site),
      autoscaling: autoscalingOf(workload),
    });
  }
}
