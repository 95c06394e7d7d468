import { apiServer } from "../../lib/network/cluster";
import type { Connection } from "../../lib/network/connection";
import type { Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { CHART } from "./chart";

/**
 * The cluster-object-state exporter. Node exporter runs on the host's network, which no policy covers. Both listen on both families: the one
 * on :: (its default --host), the other on what its chart writes as [0.0.0.0], which Go takes for every address (net, favoriteAddrFamily).
 */
export function objectStateExporter(site: Site): Workload {
  return {
    name: "kube-state-metrics",
    namespace: site.namespaces.exporters,
    pods: { "app.kubernetes.io/name": "kube-state-metrics" },
    ports: { http: 8080, metrics: 8081 },
    madeBy: { upstream: CHART },
  };
}

/** The cluster's DNS, which the chart's Service of it selects so (values.yaml of the pinned release, coreDns.service). */
export function clusterDns(site: Site): Workload {
  return {
    name: "cluster-dns",
    namespace: site.namespaces.orchestrator,
    pods: { "k8s-app": "kube-dns" },
    ports: { dns: 53, metrics: 9153 },
    madeBy: { upstream: "Kubernetes" },
    elsewhere: "the cluster's own, installed with it",
  };
}

/** What of the exporter shell's scrapes has pods of its own network. */
export interface ExporterWorkloads {
  readonly objects: Workload;
  readonly clusterDns: Workload;
}

export function exporterConnections(site: Site, { objects }: ExporterWorkloads): Connection[] {
  return [{ from: objects, ...apiServer(site) }];
}
