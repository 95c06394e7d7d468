import type { Construct } from "constructs";
import { imageReference } from "../../lib/images/image";
import { configPath, ServiceWorkload } from "../../lib/kubernetes/service-workload";
import type { Scrape } from "../../lib/metrics/scrape";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { agentPods, aggregatorPods, alertManagerPeer, alertManagerUrls } from "../neighbours";
import { relayService } from "./declaration";
import { relaySiteFile } from "./site-file";

const SITE_FILE = "site.json";

/** The relay refuses a larger body. A body of the aggregator is at most a chunk (1 MiB); inflated it stays far below. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The series the relay exports (components/relay/service/metrics.ts). */
const SERIES = [
  "relay_events_total",
  "relay_events_skipped_total",
  "relay_alerts_total",
  "relay_alertmanager_posts_total",
  "relay_alertmanager_post_retries_total",
  "relay_ingest_requests_total",
  "relay_ingest_duration_seconds_bucket",
  "relay_ingest_duration_seconds_sum",
  "relay_ingest_duration_seconds_count",
];

/** The relay: log lines of the aggregator in, alerts out. */
export function relay(scope: Construct, site: Site): Scrape {
  const { name, namespace, port } = inClusterService(site.urls.relay_url);
  const workload = new ServiceWorkload(scope, {
    name,
    namespace,
    image: imageReference(site.image_registry, relayService),
    port,
    // two, so that a node's end costs no alert: batches are independent and the alert manager merges what both post
    replicas: 2,
    env: {
      PORT: String(port),
      ALERTMANAGER_URL: alertManagerUrls(site).join(","),
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
    from: [aggregatorPods(site, [port]), agentPods(site, [port])],
    to: [alertManagerPeer(site)],
    dnsNamespace: site.namespaces.orchestrator,
  });
  return { name, from: workload.target, series: SERIES };
}
