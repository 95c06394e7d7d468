import { apiServer } from "../../lib/network/cluster";
import type { Connection } from "../../lib/network/connection";
import { ownWorkload } from "../../lib/network/own-workload";
import type { Workload } from "../../lib/network/workload";
import type { Site } from "../../lib/site/schema";
import { databaseCalls } from "./databases";
import { browserConnections } from "./rum";

export const NAME = "trace-collector";

/** OTLP's own (IANA: opentelemetry), by HTTP and by gRPC; the one beside them is for browsers; then the collector's health and metrics. */
export const COLLECTOR_PORTS = { http: 4318, grpc: 4317, browsers: 4319, health: 13133, metrics: 8888 } as const;

export function collectorWorkload(site: Pick<Site, "namespaces" | "rum">): Workload {
  const own = ownWorkload({ name: NAME, namespace: site.namespaces.logging, port: COLLECTOR_PORTS.http });
  const { browsers, ...always } = COLLECTOR_PORTS;
  return { ...own, ports: { ...always, ...(site.rum !== undefined && { browsers }) } };
}

/**
 * Who calls whom. Any pod of the cluster may send spans: who sends them is an application's own affair, each span is told by its sender's
 * address whose it is, and what a pod says of that is not believed.
 */
export function collectorConnections(site: Site, collector: Workload): Connection[] {
  const { http, grpc } = COLLECTOR_PORTS;
  return [
    { from: { anyPod: true }, to: collector, ports: [http, grpc] },
    ...browserConnections(site, collector),
    // which pod has which address
    { from: collector, ...apiServer(site) },
    { from: collector, to: { url: site.urls.logs_url } },
    ...databaseCalls(site).map((call) => ({ from: collector, ...call })),
  ];
}
