import type { Site } from "../site/schema";
import type { Outside } from "./connection";

/** The API server, at its Service address and behind it. */
export function apiServer(site: Site): { readonly to: Outside; readonly ports: readonly number[] } {
  return { to: { outside: "the API server", addresses: site.cluster.api_server_addresses }, ports: [443, 6443] };
}

/** The nodes themselves: kubelets, and exporters on the host's network. */
export function nodes(site: Site): Outside {
  return { outside: "the nodes", addresses: site.cluster.node_addresses };
}
