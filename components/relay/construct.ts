import type { Construct } from "constructs";
import { alertManagerAddress } from "../../lib/alerts/alert-manager-address";
import { MEASURED, restartTolerant } from "../../lib/autoscaling/autoscaling";
import { replicaUrls } from "../../lib/metrics/operator";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { spareReplicas } from "../../lib/workloads/replicas";
import { ServiceWorkload } from "../../lib/workloads/service-workload";
import { relayService } from "./declaration";

/** The relay: log lines of the aggregator in, alerts out. */
export function relay(scope: Construct, site: Site): void {
  const { name, namespace, port } = inClusterService(site.urls.relay_url);
  const replicas = spareReplicas(site);
  new ServiceWorkload(scope, {
    service: relayService,
    name,
    namespace,
    port,
    // batches are independent, and the alert manager merges what two post
    replicas,
    autoscaling: bySize(site, "services", { default: restartTolerant(replicas), small: MEASURED }),
    values: { ALERTMANAGER_URL: replicaUrls(site.urls.alertmanager_url, alertManagerAddress(site).replicas), LOG_LEVEL: "info" },
    site,
    cpu: bySize(site, "services", { default: { request: "200m", limit: "200m" }, small: { request: "50m", limit: "500m" } }),
    // steady below 70 MiB, below 150 whatever is sent (test/engines/relay-memory.test.ts); the rest is for what the kernel counts beside it
    memory: bySize(site, "services", { default: "192Mi", small: { request: "80Mi", limit: "192Mi" } }),
    priorityClass: alertPathPriority(site),
  });
}
