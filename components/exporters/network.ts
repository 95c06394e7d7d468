import type { Construct } from "constructs";
import { allow } from "../../lib/kubernetes/network-policy";
import type { Site } from "../../lib/site/schema";
import { agentPods, apiServer } from "../neighbours";

const METRICS_PORT = 8080;

/** Node exporter runs on the host's network, which no policy covers; the cluster-object-state exporter reads the API server. */
export function exporterNetwork(scope: Construct, site: Site): void {
  allow(scope, {
    name: "kube-state-metrics",
    namespace: site.namespaces.exporters,
    pods: { "app.kubernetes.io/name": "kube-state-metrics" },
    from: [agentPods(site, [METRICS_PORT])],
    to: [apiServer(site)],
    dnsNamespace: site.namespaces.orchestrator,
  });
}
