import type { Construct } from "constructs";
import { VMAgent } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { argumentsAt } from "../../lib/metrics/ip-families";
import { operatorPod, reloaderResources, VM_PORTS } from "../../lib/metrics/operator";
import type { Site } from "../../lib/site/schema";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { type CuratedReceiver, curatedWrite } from "./curated";
import { SCRAPE_INTERVAL } from "./deduplication";
import { QUEUE_GIGABYTES } from "./queue";
import { metricsSizes } from "./sizes";
import { NAME } from "./workloads";

/**
 * The scraper agent: every scrape resource of the cluster, written to the store.
 *
 * @param curated who gets the curated series as well @default - nobody
 */
export function metricsAgent(scope: Construct, site: Site, curated?: CuratedReceiver): void {
  const namespace = site.namespaces.monitoring;
  new VMAgent(scope, "agent", {
    metadata: { name: NAME, namespace, labels: labelsOf(NAME, "agent") },
    spec: {
      ...operatorPod({
        kind: "vmagent",
        name: NAME,
        resources: metricsSizes(site).agent,
        reloader: reloaderResources(site, "metrics"),
        priorityClass: alertPathPriority(site),
        ...(site.scale === "cluster" ? { shards: 2, replicas: 2 } : { replicas: 1 }),
      }),
      ...argumentsAt(site, "vmagent"),
      port: String(VM_PORTS.vmagent),
      selectAllByDefault: true,
      scrapeInterval: SCRAPE_INTERVAL,
      externalLabels: { cluster: site.cluster.name },
      remoteWrite: [{ url: `${site.urls.metrics_url}/api/v1/write` }, ...(curated === undefined ? [] : [curatedWrite(curated)])],
      remoteWriteSettings: { maxDiskUsagePerURL: `${QUEUE_GIGABYTES}GB` },
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
}
