import { readerUrl } from "../../lib/log-store/reader";
import { apiServer } from "../../lib/network/cluster";
import type { Connection } from "../../lib/network/connection";
import { portOf, type Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { type PostgresCluster, postgresConnections, postgresWorkload } from "../../lib/workloads/postgres-cluster";
import { framesVhost, ingressNamespace, peopleVhost } from "./publication";
import { applicationsOf, type DashboardWorkloads } from "./workloads";

/** Who calls whom. What is in frames is anybody's at home, and asks the metrics alone: the log store's gateway does not let it in. */
export function dashboardConnections(site: Site, workloads: DashboardWorkloads, database: PostgresCluster): Connection[] {
  const { people, frames, metrics } = workloads;
  const sql = postgresWorkload(database);
  const ingress: Workload = {
    name: "ingress",
    namespace: ingressNamespace(site),
    pods: {},
    ports: {},
    elsewhere: "what leads browsers in",
  };
  const led = [...(peopleVhost(site) ? [people] : []), ...(frames && framesVhost(site) ? [frames] : [])];
  return [
    ...applicationsOf(workloads).flatMap((from): Connection[] => [
      { from, to: sql, ports: [portOf(sql, "postgresql")] },
      { from, to: metrics, ports: [portOf(metrics, "http")] },
    ]),
    { from: metrics, to: { url: site.urls.metrics_url } },
    { from: people, to: { url: readerUrl(site) } },
    // the sidecar, for ConfigMaps
    { from: people, ...apiServer(site) },
    ...led.map((to) => ({ from: ingress, to, ports: [portOf(to, "http")] })),
    ...postgresConnections(site, database),
  ];
}
