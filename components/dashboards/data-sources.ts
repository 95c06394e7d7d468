import { LOGS_SOURCE, METRICS_SOURCE } from "../../lib/dashboards/data-source";
import { toPrometheus } from "../../lib/duration";
import { readerUrl } from "../../lib/log-store/reader";
import { SCRAPE_INTERVAL } from "../../lib/metrics/intervals";
import type { Site } from "../../lib/site/schema";
import { LOGS_VARIABLES } from "./credentials";
import { metricsUrl } from "./workloads";

/**
 * Where the application asks (docs: administration/provisioning). They are rows of its database, and so of both processes: what those in
 * frames may not ask is cut off by their network policy and by a plugin that they lack.
 */
export function dataSourcesFile(site: Site) {
  const each = { orgId: 1, access: "proxy", editable: false };
  const logsUrl = readerUrl(site);
  return {
    apiVersion: 1,
    datasources: [
      {
        name: "Metrics",
        ...METRICS_SOURCE,
        ...each,
        url: metricsUrl(site),
        isDefault: true,
        jsonData: { httpMethod: "POST", prometheusType: "Prometheus", timeInterval: toPrometheus(SCRAPE_INTERVAL), manageAlerts: false },
      },
      {
        name: "Logs",
        ...LOGS_SOURCE,
        ...each,
        url: logsUrl,
        isDefault: false,
        basicAuth: true,
        // `$NAME` and not `${NAME}`: of the latter the value is expanded once more, and a password may hold a dollar
        basicAuthUser: `$${LOGS_VARIABLES.user}`,
        // whoever may ask a source may write the address that it asks
        jsonData: { auth_method: "basicAuth", allowedHosts: [logsUrl], timeoutInSeconds: 60 },
        secureJsonData: { basicAuthPassword: `$${LOGS_VARIABLES.password}` },
      },
    ],
  };
}
