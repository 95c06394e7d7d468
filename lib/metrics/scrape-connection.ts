import { formatCidr, rangeOf } from "../address";
import type { Connection } from "../network/connection";
import type { Workload } from "../network/workload";
import type { ObservedTarget, Scrape, ScrapeSource, WorkloadPort } from "./scrape";

/** A scrape is a connection: the agent calls what it scrapes. A port that its workload lacks opens nothing; a check tells of it. */
export function scrapeConnections(agent: Workload, scrapes: readonly Scrape[]): Connection[] {
  return scrapes.flatMap(({ from }) => connectionsOf(agent, from));
}

function connectionsOf(agent: Workload, from: ScrapeSource): Connection[] {
  switch (from.kind) {
    case "service":
      return toWorkload(agent, from);
    case "node":
      return [{ from: agent, to: from.nodes, ports: [from.port] }];
    case "upstream":
      if ("outside" in from.to) return [{ from: agent, to: from.to.outside, ports: from.to.ports }];
      return "nodes" in from.to ? [{ from: agent, to: from.to.nodes, ports: [from.to.port] }] : toWorkload(agent, from.to);
    case "devices":
      return toWorkload(agent, from);
    case "observed":
      return toObserved(agent, from);
    case "probes":
      return toWorkload(agent, from.exporter);
    // in the answer to another scrape
    case "pushed":
      return [];
  }
}

/** In the cluster the agent is let out to every pod, and into ours by their policy. */
function toObserved(agent: Workload, { at, what }: ObservedTarget): Connection[] {
  if (at.kind !== "addresses") return at.ofOurs === undefined ? [] : toWorkload(agent, { workload: at.ofOurs, port: at.port });
  const { targets } = at;
  return [...new Set(targets.map(({ port }) => port))].map((port) => {
    const addresses = targets.filter((one) => one.port === port).map(({ address }) => formatCidr(rangeOf(address)));
    return { from: agent, to: { outside: what, addresses: [...new Set(addresses)] }, ports: [port] };
  });
}

function toWorkload(agent: Workload, { workload, port: name }: WorkloadPort): Connection[] {
  const port = workload.ports[name];
  return port === undefined ? [] : [{ from: agent, to: workload, ports: [port] }];
}
