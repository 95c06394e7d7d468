import { apiServer } from "../../lib/network/cluster";
import type { Connection } from "../../lib/network/connection";
import { portOf, type Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";

export interface LoggingWorkloads {
  readonly shipper: Workload;
  readonly aggregator: Workload;
}

/**
 * The logging operator's workloads with its ports: forward input and metrics of the aggregator, metrics of the shipper. They listen on IPv4
 * alone unless its Logging resource says otherwise, which is not ours: `enabledIPv6` of fluentd and fluentbit moves the metrics to [::], the
 * forward input needs `forwardInputConfig.bind: "::"` as well (logging-operator, pkg/resources/fluentd/config.go and fluentbit/config.go,
 * model/input/forward.go). Both ends of ours are called by names, and take either family.
 */
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
  };
}

/** Traffic of the log plane: shippers to the aggregator, the aggregator to the relay. */
export function loggingConnections(site: Site, { shipper, aggregator }: LoggingWorkloads): Connection[] {
  return [
    { from: shipper, to: aggregator, ports: [portOf(aggregator, "forward")] },
    { from: shipper, ...apiServer(site) },
    { from: aggregator, to: { url: site.urls.relay_url } },
  ];
}
