import type { Scrape, UpstreamRelease } from "../../lib/metrics/scrape";
import { nodes } from "../../lib/network/cluster";
import type { Workload } from "../../lib/network/workload";
import { seriesOf } from "../../lib/series";
import type { Site } from "../../lib/site/schema";
import { CHART } from "./chart";
import { kubeStateMetricsSeries } from "./series/kube-state-metrics";
import { cadvisorSeries, kubeletSeries } from "./series/kubelet";
import { nodeExporterSeries } from "./series/node-exporter";

const KUBELET_PORT = 10250;
const NODE_EXPORTER_PORT = 9100;

/** What the exporter shell exports. */
export function exporterScrapes(site: Site, exporter: Workload): Scrape[] {
  // the chart's own scrape objects name their jobs so (values.yaml of the pinned release, jobLabel)
  const owner: UpstreamRelease = { chart: CHART, release: site.exporters.chart_version };
  return [
    {
      name: "node-exporter",
      job: "node-exporter",
      series: seriesOf(nodeExporterSeries),
      from: { kind: "upstream", owner, to: { nodes: nodes(site), port: NODE_EXPORTER_PORT } },
    },
    {
      name: "kube-state-metrics",
      job: "kube-state-metrics",
      series: seriesOf(kubeStateMetricsSeries),
      from: { kind: "upstream", owner, to: { workload: exporter, port: "http" } },
    },
  ];
}

/** What the kubelets export: without the chart's operator nobody else scrapes them. */
export function kubeletScrapes(site: Site): Scrape[] {
  const kubelet = (name: string, path: string, series: Scrape["series"]): Scrape => ({
    name,
    job: name,
    series,
    from: { kind: "node", nodes: nodes(site), port: KUBELET_PORT, path },
  });
  return [kubelet("kubelet", "/metrics", seriesOf(kubeletSeries)), kubelet("cadvisor", "/metrics/cadvisor", seriesOf(cadvisorSeries))];
}
