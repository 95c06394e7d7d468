import type { Construct } from "constructs";
import { imageReference } from "../../lib/images/image";
import { ServiceWorkload } from "../../lib/kubernetes/service-workload";
import type { Scrape } from "../../lib/metrics/scrape";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { agentPods, aggregatorPods, alertManagerPeer, alertManagerUrls } from "../neighbours";
import { relayService } from "./declaration";

/** For the flows' outputs, whose chunks must fit. */
export const MAX_BODY_BYTES = relayService.maxBodyBytes;

/** The relay: log lines of the aggregator in, alerts out. */
export function relay(scope: Construct, site: Site): Scrape {
  const { name, namespace, port } = inClusterService(site.urls.relay_url);
  const workload = new ServiceWorkload(scope, {
    service: relayService,
    name,
    namespace,
    image: imageReference(site.image_registry, relayService),
    port,
    // two, so that a node's end costs no alert: batches are independent and the alert manager merges what both post
    replicas: 2,
    values: { ALERTMANAGER_URL: alertManagerUrls(site), LOG_LEVEL: "info" },
    site,
    cpu: { request: "50m", limit: "500m" },
    // steady below 70 MiB, below 150 whatever is sent (test/engines/relay-memory.test.ts); the rest is for what the kernel counts beside it
    memory: "192Mi",
    from: [aggregatorPods(site, [port]), agentPods(site, [port])],
    to: [alertManagerPeer(site)],
    dnsNamespace: site.namespaces.orchestrator,
  });
  return { name, from: workload.target, series: relayService.series };
}
