import type { Construct } from "constructs";
import { MEASURED, restartTolerant } from "../../lib/autoscaling/autoscaling";
import { ConfigMap } from "../../lib/kubernetes/core";
import { labelsOf } from "../../lib/kubernetes/labels";
import type { Site, StaleMountsSite } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { ServiceWorkload } from "../../lib/workloads/service-workload";
import { EVERY_NAMESPACE, staleMountsService } from "./declaration";
import { isDryRun, staleMountsRights } from "./rights";

const { name: NAME, port: PORT } = staleMountsService;
const RECORD = `${NAME}-record`;

export interface StaleMountsProps {
  readonly site: Site;
  readonly staleMounts: StaleMountsSite;
  /** What a log line of a stale mount matches. */
  readonly pattern: RegExp;
}

/** What restarts pods whose mounts are stale, with its rights and its memory. */
export function staleMounts(scope: Construct, { site, staleMounts, pattern }: StaleMountsProps): void {
  const { monitoring: namespace, orchestrator } = site.namespaces;
  const account = { name: NAME, namespace };
  new ServiceWorkload(scope, {
    service: staleMountsService,
    name: NAME,
    namespace,
    port: PORT,
    // one, and never two at a time: what is restarted is counted for the whole cluster
    replicas: 1,
    isAlone: true,
    callsApi: true,
    values: {
      LOG_PATTERN: pattern,
      RECORD: `${namespace}/${RECORD}`,
      NAMESPACES: staleMounts.namespaces ?? [EVERY_NAMESPACE],
      EXCEPT_NAMESPACES: [...new Set([orchestrator, ...(staleMounts.except ?? [])])].sort(),
      ...(staleMounts.restarts_per_hour !== undefined && { RESTARTS_PER_HOUR: staleMounts.restarts_per_hour }),
      DRY_RUN: isDryRun(staleMounts) ? "on" : "off",
      LOG_LEVEL: "info",
    },
    site,
    autoscaling: bySize(site, "services", { default: restartTolerant(1), small: MEASURED }),
    cpu: bySize(site, "services", { default: { request: "100m", limit: "100m" }, small: { request: "10m", limit: "200m" } }),
    // 53 MiB at rest, 90 at most when hundreds of pods crash with long logs (test/engines/stale-mounts.test.ts)
    memory: bySize(site, "services", { default: "128Mi", small: { request: "64Mi", limit: "128Mi" } }),
  });
  // without `data`: that is the service's, and what is not declared the CD tool leaves alone
  new ConfigMap(scope, "record", { metadata: { name: RECORD, namespace, labels: labelsOf(NAME, "record") } });
  staleMountsRights(scope, { account, staleMounts, record: RECORD });
}
