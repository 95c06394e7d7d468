import { apiServer, nodes } from "../../lib/network/cluster";
import type { Connection } from "../../lib/network/connection";
import { portOf } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import type { MetricsWorkloads } from "./workloads";

/** Who calls whom in the metrics plane; what is scraped follows from the scrapes. */
export function metricsConnections(site: Site, { agent, evaluator, front, parts }: MetricsWorkloads): Connection[] {
  const { metrics_url, alertmanager_url, logs_url } = site.urls;
  return [
    { from: agent, to: { url: metrics_url } },
    // the curated series
    { from: agent, to: { url: logs_url } },
    // where it finds its targets
    { from: agent, ...apiServer(site) },
    // other people's scrape resources: their pods anywhere, and what listens on the nodes themselves
    { from: agent, to: { anyPod: true }, ports: [] },
    { from: agent, to: nodes(site), ports: [] },
    { from: evaluator, to: { url: metrics_url } },
    { from: evaluator, to: { url: alertmanager_url } },
    ...(parts === undefined ? [] : clusterConnections(site, front, parts)),
  ];
}

function clusterConnections(
  site: Site,
  front: MetricsWorkloads["front"],
  { insert, select, storage }: NonNullable<MetricsWorkloads["parts"]>,
): Connection[] {
  return [
    // its configuration reloader reads the Secret that the operator made
    { from: front, ...apiServer(site) },
    { from: front, to: insert, ports: [portOf(insert, "http")] },
    { from: front, to: select, ports: [portOf(select, "http")] },
    { from: insert, to: storage, ports: [portOf(storage, "vminsert")] },
    { from: select, to: storage, ports: [portOf(storage, "vmselect")] },
    // a reset of the cache of results is passed on to the others (operator, -selectNode)
    { from: select, to: select, ports: [portOf(select, "http")] },
  ];
}
