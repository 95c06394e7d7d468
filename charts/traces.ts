import { collectorConfiguration } from "../components/traces/configuration";
import { traceCollector } from "../components/traces/construct";
import { databaseCredential } from "../components/traces/databases";
import { browserToken } from "../components/traces/rum";
import { collectorScrape } from "../components/traces/scrape";
import { collectorSetups } from "../components/traces/setup";
import { sendersAt, storedStreams, tokenOf } from "../components/traces/stored";
import { collectorConnections, collectorWorkload } from "../components/traces/workload";
import { tracesCollector } from "../dashboards/Logging/traces-collector";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { serviceBundle } from "../lib/platform/service-bundle";
import { databaseStatistics as databaseRules } from "../rules/database-statistics";
import { traces as traceRules } from "../rules/traces";

const BUNDLE = "monitoring-traces";

/** What applications, browsers and databases tell, on its way to the store. */
export const traces: Part = {
  name: "traces",
  at: (site) => {
    const workload = collectorWorkload(site);
    const scrape = collectorScrape(workload);
    const ofDatabases = databaseCredential(site);
    const credentials = [...(site.rum === undefined ? [] : [browserToken(site)]), ...(ofDatabases === undefined ? [] : [ofDatabases])];
    const rulesOfDatabases = site.database_statistics === undefined ? [] : [databaseRules(scrape)];
    return {
      declares: {
        credentials,
        workloads: [workload],
        connections: collectorConnections(site, workload),
        ingestTokens: sendersAt(site).map((sender) => tokenOf(sender, site)),
        storedTelemetry: storedStreams(site),
        scrapes: [scrape],
        dashboards: [tracesCollector({ pods: workload, asksDatabases: site.database_statistics !== undefined })],
        rules: [traceRules(scrape), ...rulesOfDatabases],
        withheld: withheld(
          { exporter: "database-statistics", until: "write the section database_statistics" },
          [databaseRules(scrape)],
          rulesOfDatabases,
        ),
        outsideSetups: collectorSetups(site),
      },
      bundles: (whole) => [
        serviceBundle(site, whole, {
          name: BUNDLE,
          workload,
          scrape,
          build: (bundle) => traceCollector(bundle, site, workload, collectorConfiguration(site)),
        }),
      ],
    };
  },
};
