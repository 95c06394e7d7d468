import { alertManager } from "../components/alert-manager/alert-manager";
import { alertManagerConnections, alertManagerWorkload } from "../components/alert-manager/network";
import type { PushProduct } from "../components/alert-manager/push/product";
import { pushProducts } from "../components/alert-manager/push/products";
import { promises } from "../components/alert-manager/receivers";
import { routing as alertRouting } from "../components/alert-manager/routing";
import { alertManagerScrapes } from "../components/alert-manager/scrapes";
import { pushSetups } from "../components/alert-manager/setup";
import { alertManagerPage } from "../dashboards/Alerting/alertmanager";
import { alertsOverview } from "../dashboards/Alerting/alerts-overview";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";
import { alertManager as alertManagerRules } from "../rules/alert-manager";
import { watchdog } from "../rules/watchdog";

/** The alert manager: who is told of what. */
export const alerting: Part = {
  name: "alerting",
  at: (site) => {
    const { monitoring: namespace, orchestrator } = site.namespaces;
    const workload = alertManagerWorkload(site);
    const scrapes = alertManagerScrapes(workload);
    const products = pushProducts(site);
    const credentialsOf = ({ credential }: PushProduct) => (credential === undefined ? [] : [credential]);
    return {
      declares: {
        routing: alertRouting(site),
        promises: promises(site),
        credentials: products.flatMap(credentialsOf),
        workloads: [workload],
        connections: alertManagerConnections(site, workload),
        scrapes,
        rules: [watchdog(), alertManagerRules(scrapes[0])],
        dashboards: [alertsOverview(site), alertManagerPage(scrapes[0])],
        outsideSetups: pushSetups(products),
        sections: products.map((one) => ({ section: `push.${one.key}`, bundles: [], credentials: credentialsOf(one) })),
      },
      bundles: ({ paths, routing }) => [
        {
          name: "monitoring-alerting",
          namespace,
          build: (bundle) => {
            alertManager(bundle, site, routing);
            workloadPolicy(bundle, workload, paths, orchestrator);
          },
        },
      ],
    };
  },
};
