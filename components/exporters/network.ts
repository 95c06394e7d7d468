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
    ports: { http: 8080 },
    madeBy: { upstream: CHART },
  };
}

export function exporterConnections(site: Site, exporter: Workload): Connection[] {
  return [{ from: exporter, ...apiServer(site) }];
}
