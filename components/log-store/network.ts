import type { Connection } from "../../lib/network/connection";
import { outsideCall } from "../../lib/network/outside-call";
import { portOf, type Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { postgresConnections, postgresWorkload } from "../../lib/workloads/postgres-cluster";
import { databasesOf, type StoreDatabases } from "./databases";
import { nodesOf, readersOf, type StoreWorkloads } from "./workloads";

/** Whom the store calls, and who calls it of those that this part knows; whoever brings records declares that itself. */
export function storeConnections(site: Site, plane: StoreWorkloads, databases: StoreDatabases): Connection[] {
  const { front, nodes, coordinator, authorisation, gateway } = plane;
  const all = nodesOf(plane);
  const bucket = site.log_store?.object_storage;
  const sql = (from: Workload, to: StoreDatabases["metadata"]): Connection => {
    const workload = postgresWorkload(to);
    return { from, to: workload, ports: [portOf(workload, "postgresql")] };
  };
  return [
    ...all.map((from) => sql(from, databases.metadata)),
    ...(bucket === undefined ? [] : all.map((from) => ({ from, ...outsideCall("the log store's bucket", bucket.url, bucket.addresses) }))),
    // its alerts
    { from: nodes?.alert_manager ?? front, to: { url: site.urls.alertmanager_url } },
    ...databasesOf(databases).flatMap((database) => postgresConnections(site, database)),
    ...(nodes === undefined ? [] : betweenNodes(all)),
    ...(coordinator === undefined
      ? []
      : [
          ...all.map((from) => ({ from, to: coordinator, ports: [portOf(coordinator, "client")] })),
          { from: coordinator, to: coordinator, ports: [portOf(coordinator, "cluster")] },
        ]),
    ...(authorisation === undefined || databases.authorisation === undefined
      ? []
      : [
          ...all.map((from) => ({ from, to: authorisation, ports: [portOf(authorisation, "http")] })),
          sql(authorisation, databases.authorisation),
        ]),
    ...(gateway === undefined ? [] : [{ from: gateway, to: { url: site.urls.logs_url } }]),
    ...readersOf(site).map((namespace) => readBy(namespace, gateway ?? front)),
  ];
}

/** Each asks any other: requests and questions to whoever has the data, and whether it is there. */
function betweenNodes(all: readonly Workload[]): Connection[] {
  return all.flatMap((from) => all.map((to) => ({ from, to, ports: [portOf(to, "http"), portOf(to, "grpc")] })));
}

/** The pods of a namespace: in the enterprise build an account with a role is let in to the store itself. */
function readBy(namespace: string, to: Workload): Connection {
  const readers: Workload = { name: "log-readers", namespace, pods: {}, ports: {}, elsewhere: "what reads logs" };
  return { from: readers, to, ports: [portOf(to, "http")] };
}
