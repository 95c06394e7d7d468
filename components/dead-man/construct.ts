import type { Construct } from "constructs";
import { imageReference } from "../../lib/images/image";
import type { Credential } from "../../lib/kubernetes/credential";
import { ServiceWorkload, serviceSecretFile } from "../../lib/kubernetes/service-workload";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";

/** The ping URL: whoever knows it can keep the switch quiet. */
export function deadManCredential(site: Site): Credential {
  return { name: "dead-man", namespace: site.namespaces.monitoring, keys: { "ping-url": { key: "dead-man", property: "ping-url" } } };
}

/** The dead-man switch's end of the alert path: heartbeats in, pings out. */
export function deadMan(scope: Construct, site: Site): void {
  const { name, namespace, port } = inClusterService(site.urls.dead_man_url);
  const credential = deadManCredential(site);
  new ServiceWorkload(scope, {
    name,
    namespace,
    image: imageReference(site.image_registry, "dead-man"),
    port,
    // stateless: with two, a node's end costs no heartbeat
    replicas: 2,
    env: { PORT: String(port), WATCHDOG_PING_URL_FILE: serviceSecretFile(credential, "ping-url").path, LOG_LEVEL: "info" },
    credentials: [credential],
    cpu: { request: "10m", limit: "100m" },
    // room for the worst bodies all at once (test/engines/webhook-memory.test.ts); heartbeats alone take half of it
    memory: "128Mi",
    shutdownSeconds: 12,
  });
}
