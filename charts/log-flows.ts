import { CATCH_ALL_FLOW, loggingFlows, RELAY_OUTPUT } from "../components/logging/flows";
import { loggingConnections, loggingWorkloads } from "../components/logging/network";
import { loggingScrapes } from "../components/logging/scrapes";
import { relayService } from "../components/relay/declaration";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";

/** Which log lines go where: what detectors look for to the relay, the rest to the log router. */
export const logFlows: Part = {
  name: "log-flows",
  at: (site) => {
    const { logging: namespace, orchestrator } = site.namespaces;
    const { router, ...own } = loggingWorkloads(site);
    const workloads = Object.values(own);
    return {
      declares: {
        logs: {
          aggregator: own.aggregator,
          relayOutput: RELAY_OUTPUT,
          catchAllFlow: CATCH_ALL_FLOW,
          maxBodyBytes: relayService.maxBodyBytes,
        },
        workloads: [...workloads, router],
        connections: loggingConnections(site, own),
        scrapes: loggingScrapes(own),
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
