import type { Construct } from "constructs";
import { toPrometheus } from "../../lib/duration";
import { PodDisruptionBudget } from "../../lib/kubernetes/core";
import { VMAgent } from "../../lib/kubernetes/custom-resources";
import { labelsOf } from "../../lib/kubernetes/labels";
import { SCRAPE_INTERVAL } from "../../lib/metrics/intervals";
import { argumentsAt } from "../../lib/metrics/ip-families";
import { membersBudget, operatorPod, reloaderResources, VM_PORTS } from "../../lib/metrics/operator";
import { operatorAutoscaler } from "../../lib/metrics/operator-autoscaler";
import type { Site } from "../../lib/site/schema";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { type CuratedReceiver, curatedLogin, curatedWrite } from "./curated";
import { QUEUE_GIGABYTES } from "./queue";
import { metricsSizes } from "./sizes";
import { NAME } from "./workloads";

/** Members that scrape each target: one may go, and nothing is lost. */
const COPIES = 2;

/** Three under `scale: cluster`, each with two thirds of the targets; where there are two nodes alone, two that have all of them. */
const membersAt = ({ scale, cluster }: Site): number => (scale === "cluster" ? Math.min(3, cluster.nodes) : 1);

/**
 * The scraper agent: every scrape resource of the cluster, written to the store.
 *
 * @param curated who gets the curated series as well @default - nobody
 */
export function metricsAgent(scope: Construct, site: Site, curated?: CuratedReceiver): void {
  const namespace = site.namespaces.monitoring;
  const members = membersAt(site);
  const metadata = { name: NAME, namespace, labels: labelsOf(NAME, "agent") };
  if (members > 1) new PodDisruptionBudget(scope, "agent-budget", { metadata, spec: membersBudget(NAME) });
  const annotations = operatorAutoscaler(scope, {
    kind: "vmagent",
    name: NAME,
    namespace,
    members,
    because: "each of its targets is told by few members, and it reads all of them at once when it starts",
  });
  const { extraArgs: login, ...files } = curated === undefined ? { extraArgs: {} } : curatedLogin(curated);
  new VMAgent(scope, "agent", {
    metadata: { ...metadata, ...(annotations && { annotations }) },
    spec: {
      ...operatorPod({
        kind: "vmagent",
        name: NAME,
        resources: metricsSizes(site).agent,
        reloader: reloaderResources(site, "metrics"),
        priorityClass: alertPathPriority(site),
        replicas: 1,
        members,
      }),
      ...argumentsAt(site, "vmagent", { ...login, ...(members > 1 && { "promscrape.cluster.replicationFactor": String(COPIES) }) }),
      ...files,
      port: String(VM_PORTS.vmagent),
      selectAllByDefault: true,
      scrapeInterval: toPrometheus(SCRAPE_INTERVAL),
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
