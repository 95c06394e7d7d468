import type { Connection } from "../network/connection";
import type { Workload } from "../network/workload";
import type { Scrape, ScrapeSource, WorkloadPort } from "./scrape";

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
      return "nodes" in from.to ? [{ from: agent, to: from.to.nodes, ports: [from.to.port] }] : toWorkload(agent, from.to);
    case "pending":
      return from.to === undefined ? [] : toWorkload(agent, from.to);
  }
}

function toWorkload(agent: Workload, { workload, port: name }: WorkloadPort): Connection[] {
  const port = workload.ports[name];
  return port === undefined ? [] : [{ from: agent, to: workload, ports: [port] }];
}
