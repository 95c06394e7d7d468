import { join } from "node:path";
import { dashboardMaps } from "../components/dashboards/provisioning";
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
    declares: { dashboards: saved() },
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
