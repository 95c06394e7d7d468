import type { Scrape } from "../../lib/metrics/scrape";
import { KUBE_STATE_METRICS_SERIES } from "./series/kube-state-metrics";
import { CADVISOR_SERIES, KUBELET_SERIES } from "./series/kubelet";
import { NODE_EXPORTER_SERIES } from "./series/node-exporter";

/** What the exporter shell and the nodes themselves export. */
export function exporterScrapes(): Scrape[] {
  const chart = { kind: "upstream", owner: "kube-prometheus-stack" } as const;
  return [
    { name: "node-exporter", from: chart, series: NODE_EXPORTER_SERIES },
    { name: "kube-state-metrics", from: chart, series: KUBE_STATE_METRICS_SERIES },
    { name: "kubelet", from: { kind: "node", port: "10250", path: "/metrics", job: "kubelet" }, series: KUBELET_SERIES },
    { name: "cadvisor", from: { kind: "node", port: "10250", path: "/metrics/cadvisor", job: "cadvisor" }, series: CADVISOR_SERIES },
  ];
}
