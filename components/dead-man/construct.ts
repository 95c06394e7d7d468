import type { Construct } from "constructs";
import { imageReference } from "../../lib/images/image";
import type { Credential } from "../../lib/kubernetes/credential";
import { ServiceWorkload, serviceSecretFile } from "../../lib/kubernetes/service-workload";
import type { Scrape } from "../../lib/metrics/scrape";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { agentPods, alertManagerPeer, INTERNET } from "../neighbours";
import { deadManService } from "./declaration";

/** The series the service exports (components/dead-man/service/dead-man.ts). */
const SERIES = ["dead_man_pings_total", "dead_man_last_success_timestamp_seconds"];

/** The ping URL: whoever knows it can keep the switch quiet. */
export function deadManCredential(site: Site): Credential {
  return { name: "dead-man", namespace: site.namespaces.monitoring, keys: { "ping-url": { key: "dead-man", property: "ping-url" } } };
}

/** The dead-man switch's end of the alert path: heartbeats in, pings out. */
export function deadMan(scope: Construct, site: Site): Scrape {
  const { name, namespace, port } = inClusterService(site.urls.dead_man_url);
  const credential = deadManCredential(site);
  const workload = new ServiceWorkload(scope, {
    name,
    namespace,
    image: imageReference(site.image_registry, deadManService),
    port,
    // stateless: with two, a node's end costs no heartbeat
    replicas: 2,
    env: { PORT: String(port), WATCHDOG_PING_URL_FILE: serviceSecretFile(credential, "ping-url").path, LOG_LEVEL: "info" },
    credentials: [credential],
    cpu: { request: "10m", limit: "100m" },
    // room for the worst bodies all at once (test/engines/webhook-memory.test.ts); heartbeats alone take half of it
    memory: "128Mi",
    shutdownSeconds: 12,
    from: [alertManagerPeer(site, [port]), agentPods(site, [port])],
    to: [INTERNET],
    dnsNamespace: site.namespaces.orchestrator,
  });
  return { name, from: workload.target, series: SERIES };
}
