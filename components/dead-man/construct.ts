import type { Construct } from "constructs";
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
  new ServiceWorkload(scope, {
    service: deadManService,
    name,
    namespace,
    port,
    // stateless
    replicas: spareReplicas(site),
    values: { WATCHDOG_PING_URL: secretFile(deadManCredential(site), "ping-url"), LOG_LEVEL: "info" },
    site,
    cpu: { request: "10m", limit: "100m" },
    // room for the worst bodies all at once (test/engines/webhook-memory.test.ts); heartbeats alone take half of it
    memory: bySize(site, "services", { default: "128Mi", small: { request: "80Mi", limit: "128Mi" } }),
    priorityClass: alertPathPriority(site),
  });
}
