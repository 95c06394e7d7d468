import type { Construct } from "constructs";
import { allow } from "../../lib/kubernetes/network-policy";
import type { Site } from "../../lib/site/schema";
import { AGGREGATOR, agentPods, apiServer, servicePods } from "../neighbours";

/** Ports of the logging operator's workloads: forward input and metrics of the aggregator, metrics of the shipper. */
const FORWARD_PORT = 24240;
const AGGREGATOR_METRICS_PORT = 24231;
const SHIPPER_METRICS_PORT = 2020;

const SHIPPER = { "app.kubernetes.io/name": "fluentbit" };

/** Traffic of the log plane: shippers to the aggregator, the aggregator to relay and router. */
export function loggingNetwork(scope: Construct, site: Site): void {
  const { logging: namespace, orchestrator: dnsNamespace } = site.namespaces;
  allow(scope, {
    name: "log-shipper",
    namespace,
    pods: SHIPPER,
    from: [agentPods(site, [SHIPPER_METRICS_PORT])],
    to: [{ pods: AGGREGATOR, ports: [FORWARD_PORT] }, apiServer(site)],
    dnsNamespace,
  });
  allow(scope, {
    name: "log-aggregator",
    namespace,
    pods: AGGREGATOR,
    from: [{ pods: SHIPPER, ports: [FORWARD_PORT] }, agentPods(site, [AGGREGATOR_METRICS_PORT])],
    to: [servicePods(site.urls.relay_url), servicePods(site.urls.router_url)],
    dnsNamespace,
  });
}
