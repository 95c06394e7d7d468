import { join } from "node:path";
import { framesApplication, peopleApplication } from "../components/dashboards/construct";
import { applicationCredential, logsCredential } from "../components/dashboards/credentials";
import { dashboardDatabase } from "../components/dashboards/database";
import { metricsGateway } from "../components/dashboards/metrics-gateway/construct";
import { dashboardConnections } from "../components/dashboards/network";
import { dashboardMaps } from "../components/dashboards/provisioning";
import { publicationCautions } from "../components/dashboards/publication";
import { dashboardRoutes } from "../components/dashboards/routes";
import { dashboardScrapes } from "../components/dashboards/scrape";
import { dashboardSetups } from "../components/dashboards/setup";
import { applicationsOf, dashboardWorkloads, FRAMES, PEOPLE } from "../components/dashboards/workloads";
import { cloudnativePg } from "../components/databases/exporters";
import { routerWorkload } from "../components/log-router/workload";
import { storeWorkloads } from "../components/log-store/workloads";
import { LOG_AGGREGATOR, LOG_SHIPPER } from "../components/logging/scrapes";
import { loggingPipeline } from "../dashboards/Logging/logging-pipeline";
import { capacityPlanning } from "../dashboards/Overview/capacity-planning";
import { homeOverview } from "../dashboards/Overview/home-overview";
import { rackStatus } from "../dashboards/Overview/rack-status";
import { svcGrafana } from "../dashboards/Services/svc-grafana";
import { DASHBOARDS_FOLDER, GRAFANA_BUNDLE } from "../lib/dashboards/files";
import { placedDashboards } from "../lib/dashboards/placed";
import { savedDashboards } from "../lib/dashboards/saved";
import { REPOSITORY } from "../lib/images/entry";
import { scrapeObject } from "../lib/metrics/scrape-object";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { DeclarationsRefused } from "../lib/platform/shapes";
import { postgresCautions, postgresCluster, postgresScrape, postgresWorkload } from "../lib/workloads/postgres-cluster";
import { dashboards as dashboardRules } from "../rules/dashboards";

const EVERY_RULE = () => [dashboardRules({ people: { job: PEOPLE }, frames: { job: FRAMES } })];

/** The dashboard application, and the pages that all parts declare. A site without an address for it does without. */
export const dashboards: Part = {
  name: "dashboards",
  dormant: () => withheld({ exporter: "the dashboard application", until: "write urls.grafana_url" }, EVERY_RULE()),
  at: (site) => {
    const { grafana_url, grafana_embed_url } = site.urls;
    if (grafana_url === undefined) return undefined;
    const { monitoring: namespace, orchestrator } = site.namespaces;
    const plane = dashboardWorkloads(site);
    const database = dashboardDatabase(site);
    const workloads = [...applicationsOf(plane), plane.metrics, postgresWorkload(database)];
    const own = dashboardScrapes(plane);
    const scrapes = [own.people, ...(own.frames === undefined ? [] : [own.frames]), postgresScrape(database, cloudnativePg)];
    const rules = [dashboardRules(own)];
    const credentials = [applicationCredential(site), logsCredential(site)];
    return {
      declares: {
        dashboards: [
          ...saved(),
          homeOverview(site),
          rackStatus(site),
          capacityPlanning,
          svcGrafana({ ...own, namespace, database }),
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
        workloads,
        connections: dashboardConnections(site, plane, database),
        scrapes,
        rules,
        withheld: withheld({ exporter: "the dashboards without a login", until: "write urls.grafana_embed_url" }, EVERY_RULE(), rules),
        credentials,
        outsideSetups: dashboardSetups(site),
        // browsers then come as without the section
        sections: site.dashboards === undefined ? [] : [{ section: "dashboards", bundles: [], credentials: [] }],
        cautions: [...postgresCautions([database]), ...publicationCautions(site)],
      },
      bundles: (whole) => [
        {
          name: GRAFANA_BUNDLE,
          namespace,
          notApplied: DASHBOARDS_FOLDER,
          build: (bundle) => {
            const placed = placedDashboards({ ...whole, site });
            postgresCluster(bundle, database);
            dashboardMaps(bundle, site, placed);
            metricsGateway(bundle, site, plane.metrics);
            peopleApplication(bundle, site, { url: grafana_url, workload: plane.people, database, placed });
            if (plane.frames !== undefined && grafana_embed_url !== undefined)
              framesApplication(bundle, site, { url: grafana_embed_url, workload: plane.frames, database, placed });
            dashboardRoutes(bundle, site, plane);
            for (const workload of workloads) workloadPolicy(bundle, workload, whole.paths, orchestrator);
            for (const scrape of scrapes) scrapeObject(bundle, scrape, namespace);
          },
        },
      ],
    };
  },
};

/** Those that were made in the application's editor. */
function saved() {
  const { dashboards, problems } = savedDashboards(join(REPOSITORY, "dashboards"));
  if (problems.length > 0) throw new DeclarationsRefused(problems);
  return dashboards;
}
