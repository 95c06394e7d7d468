import type { Site } from "../site/schema";
import type { Outside } from "./connection";

/** The port of its Service, and the one that most installers have it listen on. */
const API_SERVER_PORTS = [443, 6443];

/** The API server, at its Service address and behind it. */
export function apiServer(site: Site): { readonly to: Outside; readonly ports: readonly number[] } {
  const { api_server_addresses: addresses, api_server_ports: ports = API_SERVER_PORTS } = site.cluster;
  return { to: { outside: "the API server", addresses }, ports };
}

/** The nodes themselves: kubelets, and exporters on the host's network. */
export function nodes(site: Site): Outside {
  return { outside: "the nodes", addresses: site.cluster.node_addresses };
}
