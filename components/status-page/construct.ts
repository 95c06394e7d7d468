import type { Construct } from "constructs";
import { MEASURED, restartTolerant } from "../../lib/autoscaling/autoscaling";
import type { Credential } from "../../lib/kubernetes/credential";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site, StatusPageSite } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { alertPathPriority } from "../../lib/workloads/alert-path";
import { secretFile } from "../../lib/workloads/restricted-workload";
import { ServiceWorkload } from "../../lib/workloads/service-workload";
import { statusPageService } from "./declaration";

/** The key of the status page's API. */
export function statusPageCredential(site: Site): Credential {
  return {
    name: "status-page",
    namespace: site.namespaces.monitoring,
    keys: { token: { key: "status-page", property: "token", holds: "an API key of the status page that may change its components" } },
  };
}

/** The status-page adapter: the alert manager's webhooks in, component statuses out. */
export function statusPage(scope: Construct, site: Site, page: StatusPageSite): void {
  const { name, namespace, port } = inClusterService(page.adapter_url);
  new ServiceWorkload(scope, {
    service: statusPageService,
    name,
    namespace,
    port,
    // one, because the page's rate limit is for all of them together; a restart derives everything again
    replicas: 1,
    autoscaling: bySize(site, "services", { default: restartTolerant(1), small: MEASURED }),
    values: {
      ALERTMANAGER_URL: site.urls.alertmanager_url,
      STATUSPAGE_URL: page.api_url,
      STATUSPAGE_PAGE_ID: page.page_id,
      STATUSPAGE_TOKEN: secretFile(statusPageCredential(site), "token"),
      LOG_LEVEL: "info",
    },
    site,
    cpu: bySize(site, "services", { default: { request: "100m", limit: "100m" }, small: { request: "20m", limit: "200m" } }),
    // 55 MiB at rest; room for the worst bodies all at once (test/engines/webhook-memory.test.ts)
    memory: bySize(site, "services", { default: "160Mi", small: { request: "64Mi", limit: "160Mi" } }),
    // on the alert path as well: the public looks at the page when nodes are short of memory
    priorityClass: alertPathPriority(site),
  });
}
