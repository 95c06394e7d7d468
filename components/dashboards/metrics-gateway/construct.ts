import { Construct } from "constructs";
import type { Workload } from "../../../lib/network/workload";
import type { Site } from "../../../lib/site/schema";
import { readGateway } from "../../../lib/workloads/read-gateway";
import { spareReplicas } from "../../../lib/workloads/replicas";
import { METRICS_ACCESS } from "./access";

/**
 * The dashboards' way to the metrics: whoever sees a panel, in frames without a login, may have the application send any request to a data
 * source (Grafana, `/api/datasources/uid/<uid>/resources`), and the store has no account that only reads.
 */
export function metricsGateway(parent: Construct, site: Site, workload: Workload): void {
  readGateway(new Construct(parent, workload.name), site, {
    workload,
    role: "dashboards",
    replicas: spareReplicas(site),
    url: site.urls.metrics_url,
    access: METRICS_ACCESS,
    credentials: [],
  });
}
