import { alertManagerAddress } from "../../lib/alerts/alert-manager-address";
import { operatorWorkload } from "../../lib/metrics/operator";
import { apiServer } from "../../lib/network/cluster";
import type { Connection } from "../../lib/network/connection";
import { portOf, type Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { statusPageOf } from "../../lib/site/status-page";
import { pushProducts } from "./push/products";

/** What the operator makes of the alert manager's object. */
export function alertManagerWorkload(site: Site): Workload {
  const { name, namespace, port, replicas } = alertManagerAddress(site);
  return operatorWorkload({ kind: "vmalertmanager", name, namespace, port, replicas });
}

/** Whom the alert manager tells, and what it needs to start. */
export function alertManagerConnections(site: Site, alertManager: Workload): Connection[] {
  const page = statusPageOf(site);
  return [
    ...gossip(site, alertManager),
    ...(page === undefined ? [] : [{ from: alertManager, to: { url: page.adapter_url } }]),
    { from: alertManager, to: { url: site.urls.dead_man_url } },
    // the operator's configuration reloader reads the Secret it made before the alert manager starts
    { from: alertManager, ...apiServer(site) },
    ...pushProducts(site).map(({ call }) => ({ from: alertManager, ...call })),
  ];
}

/** Replicas tell each other what they have notified of. */
function gossip(site: Site, alertManager: Workload): Connection[] {
  if (alertManagerAddress(site).replicas === 1) return [];
  return [{ from: alertManager, to: alertManager, ports: [portOf(alertManager, "mesh")], alsoUdp: true }];
}
