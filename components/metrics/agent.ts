import type { Construct } from "constructs";
import { VMAgent } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { allow } from "../../lib/kubernetes/network-policy";
import { VM_PORTS, vmPods, vmWorkload } from "../../lib/metrics/vm-workload";
import type { Site } from "../../lib/site/schema";
import { apiServer, METRICS_NAME as NAME } from "../neighbours";
import { SCRAPE_INTERVAL } from "./deduplication";

/** The scraper agent: every scrape resource of the cluster, written to the store. */
export function metricsAgent(scope: Construct, site: Site): void {
  const { monitoring: namespace, orchestrator } = site.namespaces;
  new VMAgent(scope, "agent", {
    metadata: { name: NAME, namespace, labels: labelsOf(NAME, "agent") },
    spec: {
      ...vmWorkload({ cpu: { request: "200m", limit: "1" }, memory: "1Gi" }),
      ...(site.scale === "cluster" ? { shardCount: 2, replicaCount: 2 } : { replicaCount: 1 }),
      port: String(VM_PORTS.vmagent),
      selectAllByDefault: true,
      scrapeInterval: SCRAPE_INTERVAL,
      externalLabels: { cluster: site.cluster.name },
      remoteWrite: [{ url: `${site.urls.metrics_url}/api/v1/write` }],
      // what the store can't take for a while waits on disk, bounded below the volume
      remoteWriteSettings: { maxDiskUsagePerURL: "4GB" },
      statefulMode: true,
      statefulStorage: {
        volumeClaimTemplate: {
          spec: {
            accessModes: ["ReadWriteOnce"],
            storageClassName: site.storage_class,
            resources: { requests: { storage: "5Gi" } },
          },
        },
      },
    },
  });
  allow(scope, {
    name: `vmagent-${NAME}`,
    namespace,
    pods: vmPods("vmagent", NAME),
    from: [{ pods: vmPods("vmagent", NAME), ports: [VM_PORTS.vmagent] }],
    // targets are pods anywhere in the cluster; kubelets and node exporters answer on node addresses
    to: [
      { anyNamespace: true, ports: [] },
      { addresses: site.cluster.node_addresses, ports: [] },
      // where it finds its targets
      apiServer(site),
    ],
    dnsNamespace: orchestrator,
  });
}
