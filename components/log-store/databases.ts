import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { type PostgresCluster, postgresAt } from "../../lib/workloads/postgres-cluster";
import { isDistributed, isEnterprise } from "./workloads";

export interface StoreDatabases {
  /** Accounts, settings, alerts, and which files hold what: without it nothing is found. */
  readonly metadata: PostgresCluster;
  /** Who may do what. @default - the open-source build, which asks nobody */
  readonly authorisation?: PostgresCluster;
}

export function storeDatabases(site: Site): StoreDatabases {
  const { logging: namespace } = site.namespaces;
  const database = (name: string, connections: number): PostgresCluster => ({
    name,
    namespace,
    connections,
    ...postgresAt(site, namespace),
    cpu: bySize(site, "services", { default: { request: "50m", limit: "1" }, small: { request: "10m", limit: "500m" } }),
    // not measured: PostgreSQL takes a quarter of it for itself, and the operator's program beside it some tens of megabytes
    memory: bySize(site, "services", { default: "512Mi", small: { request: "96Mi", limit: "192Mi" } }),
  });
  return {
    // each of the store's processes keeps a pool of its own
    metadata: database("log-store-database", isDistributed(site) ? 400 : 100),
    ...(isEnterprise(site) && { authorisation: database("authorisation-database", 100) }),
  };
}

export const databasesOf = ({ metadata, authorisation }: StoreDatabases): PostgresCluster[] =>
  authorisation === undefined ? [metadata] : [metadata, authorisation];
