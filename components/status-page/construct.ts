import type { Construct } from "constructs";
import { imageReference } from "../../lib/images/image";
import type { Credential } from "../../lib/kubernetes/credential";
import { configPath, ServiceWorkload, serviceSecretFile } from "../../lib/kubernetes/service-workload";
import type { Scrape } from "../../lib/metrics/scrape";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { agentPods, alertManagerPeer, INTERNET } from "../neighbours";
import { statusPageService } from "./declaration";
import { pageIdsFile } from "./page-ids";

const COMPONENTS_FILE = "components.json";

/** The series the adapter exports (components/status-page/service/metrics.ts). */
const SERIES = [
  "status_page_component_desired",
  "status_page_component_actual",
  "status_page_component_missing",
  "status_page_component_held_by_person",
  "status_page_unknown_components_total",
  "status_page_calls_total",
  "status_page_queue_length",
  "status_page_last_success_timestamp_seconds",
];

/** The key of the status page's API. */
export function statusPageCredential(site: Site): Credential {
  return { name: "status-page", namespace: site.namespaces.monitoring, keys: { token: { key: "status-page", property: "token" } } };
}

/** The status-page adapter: the alert manager's webhooks in, component statuses out. */
export function statusPage(scope: Construct, site: Site): Scrape {
  const { name, namespace, port } = inClusterService(site.urls.status_page_url);
  const credential = statusPageCredential(site);
  const workload = new ServiceWorkload(scope, {
    name,
    namespace,
    image: imageReference(site.image_registry, statusPageService),
    port,
    // one, because the page's rate limit is for all of them together; a restart derives everything again
    replicas: 1,
    env: {
      PORT: String(port),
      ALERTMANAGER_URL: site.urls.alertmanager_url,
      STATUSPAGE_URL: site.status_page.api_url,
      STATUSPAGE_PAGE_ID: site.status_page.page_id,
      STATUSPAGE_TOKEN_FILE: serviceSecretFile(credential, "token").path,
      COMPONENTS_FILE: `${configPath(name)}/${COMPONENTS_FILE}`,
      LOG_LEVEL: "info",
    },
    config: { [COMPONENTS_FILE]: pageIdsFile(site) },
    credentials: [credential],
    cpu: { request: "20m", limit: "200m" },
    memory: "160Mi",
    shutdownSeconds: 6,
    from: [alertManagerPeer(site, [port]), agentPods(site, [port])],
    to: [alertManagerPeer(site), INTERNET],
    dnsNamespace: site.namespaces.orchestrator,
  });
  return { name, from: workload.target, series: SERIES };
}
