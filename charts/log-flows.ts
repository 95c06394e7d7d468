import { SHARED_COLUMNS } from "../components/log-router/streams/shared-columns";
import { aggregator } from "../components/logging/aggregator";
import { loggingFlows } from "../components/logging/flows";
import { loggingConnections, loggingWorkloads } from "../components/logging/network";
import { LOGGING_OPERATOR } from "../components/logging/operator";
import { RELAY_OUTPUT, ROUTER_OUTPUT } from "../components/logging/outputs";
import { loggingOperator } from "../components/logging/prerequisite";
import { LOG_AGGREGATOR, LOG_SHIPPER, loggingScrapes } from "../components/logging/scrapes";
import { CATCH_ALL } from "../components/logging/series";
import { shipper } from "../components/logging/shipper";
import { eventTailer, hostTailer } from "../components/logging/tailers";
import { relayService } from "../components/relay/declaration";
import { loggingFluentbit } from "../dashboards/Logging/logging-fluentbit";
import { loggingFluentd } from "../dashboards/Logging/logging-fluentd";
import { scrapeObject } from "../lib/metrics/scrape-object";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";
import { logging } from "../rules/logging";

/** Log lines from the nodes to those that read them: what detectors look for to the relay, everything to the router. */
export const logFlows: Part = {
  name: "log-flows",
  at: (site) => {
    const { logging: namespace, monitoring, orchestrator } = site.namespaces;
    const plane = loggingWorkloads(site);
    const workloads = Object.values(plane);
    const scrapes = loggingScrapes(plane);
    return {
      declares: {
        logs: {
          aggregator: plane.aggregator,
          relayOutput: RELAY_OUTPUT,
          routerOutput: ROUTER_OUTPUT,
          catchAllFlow: CATCH_ALL,
          sharedColumns: SHARED_COLUMNS,
          maxBodyBytes: relayService.maxBodyBytes,
        },
        workloads,
        connections: loggingConnections(site, plane),
        scrapes,
        dashboards: [loggingFluentbit({ shipper: LOG_SHIPPER, namespace }), loggingFluentd({ aggregator: LOG_AGGREGATOR, namespace })],
        rules: [logging(site, { shipper: LOG_SHIPPER, aggregator: LOG_AGGREGATOR })],
        operators: [LOGGING_OPERATOR],
        prerequisites: loggingOperator(site),
      },
      bundles: ({ detectors, paths }) => [
        {
          name: "monitoring-log-shipping",
          namespace,
          build: (bundle) => {
            aggregator(bundle, site, { errorOutput: ROUTER_OUTPUT });
            shipper(bundle, site);
            hostTailer(bundle, site);
            eventTailer(bundle, site);
            for (const scrape of scrapes) scrapeObject(bundle, scrape, monitoring);
            for (const workload of workloads) workloadPolicy(bundle, workload, paths, orchestrator);
          },
        },
        {
          name: "monitoring-logging-flows",
          namespace,
          build: (bundle) => loggingFlows(bundle, site, detectors),
        },
      ],
    };
  },
};
