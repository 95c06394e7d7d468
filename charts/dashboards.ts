import { dashboardMaps } from "../components/dashboards/provisioning";
import { DASHBOARDS_FOLDER, GRAFANA_BUNDLE } from "../lib/dashboards/files";
import { placedDashboards } from "../lib/dashboards/placed";
import type { Part } from "../lib/platform/part";

/** The dashboard application, and the pages that all parts declare. */
export const dashboards: Part = {
  name: "dashboards",
  at: (site) => ({
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
