import type { Construct } from "constructs";
import { alertManagerAddress } from "../../lib/alerts/alert-manager-address";
import { imageReference } from "../../lib/images/image";
import { configPath, ServiceWorkload } from "../../lib/kubernetes/service-workload";
import { replicaUrls } from "../../lib/metrics/operator";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { relaySiteFile } from "./site-file";

const SITE_FILE = "site.json";

/** The relay refuses a larger body. A body of the aggregator is at most a chunk (1 MiB); inflated it stays far below. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The relay: log lines of the aggregator in, alerts out. */
export function relay(scope: Construct, site: Site): void {
  const { name, namespace, port } = inClusterService(site.urls.relay_url);
  new ServiceWorkload(scope, {
    name,
    namespace,
    image: imageReference(site.image_registry, "relay"),
    port,
    // two, so that a node's end costs no alert: batches are independent and the alert manager merges what both post
    replicas: 2,
    env: {
      PORT: String(port),
      ALERTMANAGER_URL: replicaUrls(site.urls.alertmanager_url, alertManagerAddress(site).replicas).join(","),
      LOG_LEVEL: "info",
      MAX_BODY_BYTES: String(MAX_BODY_BYTES),
      RELAY_SITE_FILE: `${configPath(name)}/${SITE_FILE}`,
    },
    config: { [SITE_FILE]: relaySiteFile(site) },
    cpu: { request: "50m", limit: "500m" },
    // steady below 70 MiB, below 150 whatever is sent (test/engines/relay-memory.test.ts); the rest is for what the kernel counts beside it
    memory: "192Mi",
    // retries to the alert manager take at most ten seconds
    shutdownSeconds: 15,
  });
}
