import type { Construct } from "constructs";
import { MEASURED, restartTolerant } from "../../lib/autoscaling/autoscaling";
import type { Credential } from "../../lib/kubernetes/credential";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { spareReplicas } from "../../lib/workloads/replicas";
import { secretFile } from "../../lib/workloads/restricted-workload";
import { ServiceWorkload } from "../../lib/workloads/service-workload";
import { deadManService } from "./declaration";

/** The ping URL: whoever knows it can keep the switch quiet. */
export function deadManCredential(site: Site): Credential {
  return {
    name: "dead-man",
    namespace: site.namespaces.monitoring,
    keys: { "ping-url": { key: "dead-man", property: "ping-url", holds: "the URL that the dead-man check gives for its pings, whole" } },
  };
}

/** The dead-man switch's end of the alert path: heartbeats in, pings out. */
export function deadMan(scope: Construct, site: Site): void {
  const { name, namespace, port } = inClusterService(site.urls.dead_man_url);
  const replicas = spareReplicas(site);
  new ServiceWorkload(scope, {
    service: deadManService,
    name,
    namespace,
    port,
    // stateless
    replicas,
    autoscaling: bySize(site, "services", { default: restartTolerant(replicas), small: MEASURED }),
    values: { WATCHDOG_PING_URL: secretFile(deadManCredential(site), "ping-url"), LOG_LEVEL: "info" },
    site,
    // it starts within some seconds
    cpu: bySize(site, "services", { default: { request: "100m", limit: "100m" }, small: { request: "10m", limit: "100m" } }),
    // 53 MiB at rest; room for the worst bodies all at once (test/engines/webhook-memory.test.ts)
    memory: bySize(site, "services", { default: "128Mi", small: { request: "64Mi", limit: "128Mi" } }),
    priorityClass: alertPathPriority(site),
  });
}
