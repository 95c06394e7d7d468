import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { type PostgresCluster, postgresAt } from "../../lib/workloads/postgres-cluster";

/** Who is who, preferences, and what was read from the files. Each process keeps a pool of its own. */
export function dashboardDatabase(site: Site): PostgresCluster {
  const { monitoring: namespace } = site.namespaces;
  return {
    name: "grafana-db",
    namespace,
    // the specification's name (part 1.5)
    database: "grafana",
    connections: 100,
    ...postgresAt(site, namespace),
    cpu: bySize(site, "services", { default: { request: "50m", limit: "1" }, small: { request: "10m", limit: "500m" } }),
    // not measured: as the log store's, which is asked more
    memory: bySize(site, "services", { default: "512Mi", small: { request: "96Mi", limit: "192Mi" } }),
  };
}

/** None where there is no dashboard application. */
export const dashboardDatabases = (site: Site): PostgresCluster[] => (site.urls.grafana_url === undefined ? [] : [dashboardDatabase(site)]);
