import { join } from "node:path";
import { dashboardMaps } from "../components/dashboards/provisioning";
import { routerWorkload } from "../components/log-router/workload";
import { storeWorkloads } from "../components/log-store/workloads";
import { LOG_AGGREGATOR, LOG_SHIPPER } from "../components/logging/scrapes";
import { loggingPipeline } from "../dashboards/Logging/logging-pipeline";
import { capacityPlanning } from "../dashboards/Overview/capacity-planning";
import { homeOverview } from "../dashboards/Overview/home-overview";
import { rackStatus } from "../dashboards/Overview/rack-status";
import { DASHBOARDS_FOLDER, GRAFANA_BUNDLE } from "../lib/dashboards/files";
import { placedDashboards } from "../lib/dashboards/placed";
import { savedDashboards } from "../lib/dashboards/saved";
import { REPOSITORY } from "../lib/images/entry";
import type { Part } from "../lib/platform/part";
import { DeclarationsRefused } from "../lib/platform/shapes";

/** The dashboard application, and the pages that all parts declare. */
export const dashboards: Part = {
  name: "dashboards",
  at: (site) => ({
    declares: {
      dashboards: [
        ...saved(),
        homeOverview(site),
        rackStatus(site),
        capacityPlanning,
        loggingPipeline({
          namespace: site.namespaces.logging,
          stations: {
            "1 shippers": LOG_SHIPPER,
            "2 aggregator": LOG_AGGREGATOR,
            "3 router": { job: routerWorkload(site).name },
            "4 store": { job: storeWorkloads(site).front.name },
          },
        }),
      ],
    },
    bundles: (whole) => [
      {
        name: GRAFANA_BUNDLE,
        namespace: site.namespaces.monitoring,
        notApplied: DASHBOARDS_FOLDER,
        build: (bundle) => {
          dashboardMaps(bundle, site, placedDashboards({ ...whole, site }));
        },
      },
    ],
  }),
};

/** Those that were made in the application's editor. */
function saved() {
  const { dashboards, problems } = savedDashboards(join(REPOSITORY, "dashboards"));
  if (problems.length > 0) throw new DeclarationsRefused(problems);
  return dashboards;
}
