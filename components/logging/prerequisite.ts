import { KINDS } from "../../lib/kubernetes/kinds";
import type { Prerequisite } from "../../lib/platform/installation";
import type { Site } from "../../lib/site/schema";
import type { LoggingWorkloads } from "./network";

/** The operator that makes aggregator and shipper, and the object that it makes them of, which no bundle holds yet. */
export function loggingOperator(site: Site, { aggregator, shipper }: LoggingWorkloads): Prerequisite {
  const { logging } = site.namespaces;
  return {
    name: "Logging operator",
    group: KINDS.ClusterFlow.group,
    settings: [
      `A \`Logging\` with \`controlNamespace: ${logging}\`, where our flows are, and both of its workloads in that namespace.`,
      `Metrics of the aggregator on port ${aggregator.ports.metrics}, of the shipper on ${shipper.ports.metrics}.`,
    ],
  };
}
