import type { Connection, Outside } from "../../lib/network/connection";
import { ownWorkload } from "../../lib/network/own-workload";
import type { Workload } from "../../lib/network/workload";
import { inClusterService } from "../../lib/site/in-cluster";
import { ROUTER_PORTS } from "../../lib/site/router-ports";
import type { Site } from "../../lib/site/schema";
import { sendersOf } from "./senders";

/** The router: its own port is the aggregator's, and what others post, ask or look at has one each. */
export function routerWorkload(site: Site): Workload {
  const own = ownWorkload(inClusterService(site.urls.router_url));
  const { syslog, ...always } = ROUTER_PORTS;
  const hasDevices = sendersOf(site).length > 0;
  return {
    ...own,
    ports: { ...own.ports, ...always, ...(hasDevices && { syslog }) },
    serves: [...(own.serves ?? []), { service: own.name, port: ROUTER_PORTS.jobs, to: "jobs" }],
  };
}

export function routerConnections(site: Site, router: Workload): Connection[] {
  const senders = sendersOf(site);
  const devices: Outside = { outside: "the devices that send syslog", addresses: senders.map(({ range }) => range) };
  return [
    { from: router, to: { url: site.urls.logs_url } },
    ...(senders.length === 0 ? [] : [{ from: devices, to: router, ports: [ROUTER_PORTS.syslog], alsoUdp: true as const }]),
  ];
}
