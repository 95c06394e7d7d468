import { vmRule } from "../lib/alerts/vmrule";
import { dashboardsOfAlerts } from "../lib/dashboards/of-alert";
import type { Part } from "../lib/platform/part";

/** The rule object of every area that any part declares. */
export const rules: Part = {
  name: "rules",
  at: ({ namespaces: { monitoring: namespace }, urls: { runbooks_url: runbooksUrl, grafana_url } }) => ({
    bundles: (whole) => [
      {
        name: "monitoring-rules",
        namespace,
        build: (bundle) => {
          const dashboardsOf = dashboardsOfAlerts(whole, grafana_url);
          const dashboardUrl = (alert: string) => dashboardsOf(alert)[0]?.url;
          for (const area of whole.rules) vmRule(bundle, { bundle: area, namespace, runbooksUrl, dashboardUrl });
        },
      },
    ],
  }),
};
