import { pendingScrapes } from "../components/pending/scrapes";
import type { Workload } from "../lib/network/workload";
import type { Part } from "../lib/platform/part";
import { dashboards as dashboardRules } from "../rules/dashboards";

/** What other parts already count on before it is part of the platform. */
export const pending: Part = {
  name: "pending",
  at: (site) => {
    const dashboards: Workload = {
      name: "grafana",
      namespace: site.namespaces.monitoring,
      pods: { "app.kubernetes.io/name": "grafana" },
      ports: {},
      elsewhere: "the dashboard application, a later part of the platform",
    };
    return {
      declares: {
        workloads: [dashboards],
        connections: [{ from: dashboards, to: { url: site.urls.metrics_url } }],
        scrapes: pendingScrapes(),
        rules: [dashboardRules()],
      },
    };
  },
};
