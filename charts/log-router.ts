import { LOG_ALERTS } from "../components/log-router/alerts/all";
import { configurationAt, streamsAt } from "../components/log-router/at-site";
import { logRouter as routerConstruct } from "../components/log-router/construct";
import { routerScrape } from "../components/log-router/scrape";
import { routerCautions, routerSetups } from "../components/log-router/setup";
import { routerToken } from "../components/log-router/store";
import { STREAMS } from "../components/log-router/streams/all";
import { SHARED_COLUMNS } from "../components/log-router/streams/shared-columns";
import { logViews } from "../components/log-router/views";
import { routerConnections, routerWorkload } from "../components/log-router/workload";
import { loggingRouter } from "../dashboards/Logging/logging-router";
import { secAudit } from "../dashboards/Security/sec-audit";
import { secHoneypot } from "../dashboards/Security/sec-honeypot";
import { secWaf } from "../dashboards/Security/sec-waf";
import { queriesFile } from "../lib/log-store/log-view";
import { organisationOf } from "../lib/log-store/organisation";
import { streamTable } from "../lib/logs/stream-table";
import type { Part } from "../lib/platform/part";
import { serviceBundle } from "../lib/platform/service-bundle";
import { logRouter as routerRules } from "../rules/log-router";

/** From log lines to typed records in the store: the router and its streams. */
export const logRouter: Part = {
  name: "log-router",
  at: (site) => {
    const workload = routerWorkload(site);
    const streams = streamsAt(site, STREAMS);
    const scrape = routerScrape(workload);
    const isStored = ({ stream }: { readonly stream: string }) => streams.some(({ name }) => name === stream);
    const unstored = LOG_ALERTS.filter((alert) => !isStored(alert)).map(({ name }) => name);
    return {
      declares: {
        streams,
        logAlerts: LOG_ALERTS.filter(isStored),
        withheld:
          unstored.length === 0 ? [] : [{ exporter: "syslog of devices", until: "write logs.syslog", rules: [], logAlerts: unstored }],
        workloads: [workload],
        connections: routerConnections(site, workload),
        ingestTokens: [routerToken(site)],
        scrapes: [scrape],
        rules: [routerRules(scrape)],
        dashboards: [loggingRouter(workload), secAudit, secHoneypot, secWaf],
        outsideSetups: routerSetups(site, workload),
        cautions: routerCautions(site),
        files: [
          streamTable(streams, SHARED_COLUMNS),
          queriesFile(organisationOf(site), logViews(new URL(site.urls.grafana_url ?? site.urls.runbooks_url).hostname).filter(isStored)),
        ],
      },
      bundles: (whole) => [
        serviceBundle(site, whole, {
          name: "monitoring-log-router",
          workload,
          scrape,
          build: (bundle) => routerConstruct(bundle, site, workload, configurationAt(site, streams)),
        }),
      ],
    };
  },
};
