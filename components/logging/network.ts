import { apiServer } from "../../lib/network/cluster";
import type { Connection } from "../../lib/network/connection";
import { foreignWorkload } from "../../lib/network/own-workload";
import { portOf, type Workload } from "../../lib/network/workload";
import { inClusterService } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";

export interface LoggingWorkloads {
  readonly shipper: Workload;
  readonly aggregator: Workload;
  /** A later part of the platform: no policy of ours covers it yet. */
  readonly router: Workload;
}

/** The logging operator's workloads with its ports: forward input and metrics of the aggregator, metrics of the shipper. */
export function loggingWorkloads(site: Site): LoggingWorkloads {
  const { logging: namespace } = site.namespaces;
  const madeBy = { upstream: "Logging operator" };
  return {
    shipper: { name: "log-shipper", namespace, pods: { "app.kubernetes.io/name": "fluentbit" }, ports: { metrics: 2020 }, madeBy },
    aggregator: {
      name: "log-aggregator",
      namespace,
      pods: { "app.kubernetes.io/name": "fluentd" },
      ports: { forward: 24240, metrics: 24231 },
      madeBy,
    },
    router: foreignWorkload(inClusterService(site.urls.router_url), "the log router, a later part of the platform"),
  };
}

/** Traffic of the log plane: shippers to the aggregator, the aggregator to relay and router. */
export function loggingConnections(site: Site, { shipper, aggregator }: Pick<LoggingWorkloads, "shipper" | "aggregator">): Connection[] {
  return [
    { from: shipper, to: aggregator, ports: [portOf(aggregator, "forward")] },
    { from: shipper, ...apiServer(site) },
    { from: aggregator, to: { url: site.urls.relay_url } },
    { from: aggregator, to: { url: site.urls.router_url } },
  ];
}
