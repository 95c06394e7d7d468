import { loggingFlows, RELAY_OUTPUT } from "../components/logging/flows";
import { loggingConnections, loggingWorkloads } from "../components/logging/network";
import { loggingOperator } from "../components/logging/prerequisite";
import { loggingScrapes } from "../components/logging/scrapes";
import { relayService } from "../components/relay/declaration";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";

/** Which log lines go where: what detectors look for to the relay. */
export const logFlows: Part = {
  name: "log-flows",
  at: (site) => {
    const { logging: namespace, orchestrator } = site.namespaces;
    const plane = loggingWorkloads(site);
    const workloads = Object.values(plane);
    return {
      declares: {
        logs: { aggregator: plane.aggregator, relayOutput: RELAY_OUTPUT, maxBodyBytes: relayService.maxBodyBytes },
        workloads,
        connections: loggingConnections(site, plane),
        scrapes: loggingScrapes(plane),
        prerequisites: [loggingOperator(site, plane)],
      },
      bundles: ({ detectors, paths }) => [
        {
          name: "monitoring-logging-flows",
          namespace,
          build: (bundle) => {
            loggingFlows(bundle, site, detectors);
            for (const workload of workloads) workloadPolicy(bundle, workload, paths, orchestrator);
          },
        },
      ],
    };
  },
};
