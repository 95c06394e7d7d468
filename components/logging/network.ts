import { apiServer } from "../../lib/network/cluster";
import type { Connection } from "../../lib/network/connection";
import { portOf, type Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { AGGREGATOR_PORTS, LOGGING_OPERATOR, NAME, SHIPPER_PORTS } from "./operator";
import { hasJournal, hostFilesOf } from "./tailers";

export interface LoggingWorkloads {
  readonly shipper: Workload;
  readonly aggregator: Workload;
  readonly eventTailer: Workload;
  /** @default - the site has nothing read on its nodes */
  readonly hostTailer?: Workload;
}

/**
 * The logging operator's workloads with its ports. They listen on IPv4 alone unless the Logging says otherwise: `enabledIPv6` of fluentd
 * and fluentbit moves the metrics to [::], the forward input needs `forwardInputConfig.bind: "::"` as well (logging-operator,
 * pkg/resources/fluentd/config.go and fluentbit/config.go, model/input/forward.go). Both ends of ours are called by names, and take either
 * family.
 */
export function loggingWorkloads(site: Site): LoggingWorkloads {
  const { logging: namespace } = site.namespaces;
  const madeBy = { upstream: LOGGING_OPERATOR.chart };
  const called = (name: string) => ({ "app.kubernetes.io/name": name });
  return {
    shipper: { name: "log-shipper", namespace, pods: called("fluentbit"), ports: SHIPPER_PORTS, madeBy },
    aggregator: {
      name: "log-aggregator",
      namespace,
      pods: called("fluentd"),
      // the reloader of its configuration listens beside it
      ports: { ...AGGREGATOR_PORTS, "config-reloader": 9533 },
      madeBy,
    },
    eventTailer: { name: "event-tailer", namespace, pods: called("event-tailer"), ports: { monitor: 8080 }, madeBy },
    ...((hasJournal(site) || hostFilesOf(site).length > 0) && {
      // it prints, and calls nobody
      hostTailer: {
        name: "host-tailer",
        namespace,
        pods: { ...called("host-tailer"), "app.kubernetes.io/instance": `${NAME}-host-tailer` },
        ports: {},
        asksByAddress: true,
        madeBy,
      },
    }),
  };
}

/** Traffic of the log plane: shippers to the aggregator, the aggregator to relay and router, and who asks the API server. */
export function loggingConnections(site: Site, { shipper, aggregator, eventTailer }: LoggingWorkloads): Connection[] {
  return [
    { from: shipper, to: aggregator, ports: [portOf(aggregator, "forward")] },
    { from: shipper, ...apiServer(site) },
    { from: eventTailer, ...apiServer(site) },
    { from: aggregator, to: { url: site.urls.relay_url } },
    { from: aggregator, to: { url: site.urls.router_url } },
  ];
}
