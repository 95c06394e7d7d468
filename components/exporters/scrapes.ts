import type { AbsentExporter } from "../../lib/metrics/observed";
import type { Scrape, UpstreamRelease } from "../../lib/metrics/scrape";
import { apiServer, nodes } from "../../lib/network/cluster";
import { seriesOf } from "../../lib/series";
import type { Site } from "../../lib/site/schema";
import { CHART } from "./chart";
import type { ExporterWorkloads } from "./network";
import { autoscalerSeries } from "./series/autoscalers";
import { clusterDnsSeries } from "./series/coredns";
import { apiServerSeries } from "./series/kube-apiserver";
import { kubeStateMetricsSeries, objectExporterSeries } from "./series/kube-state-metrics";
import { cadvisorSeries, kubeletSeries } from "./series/kubelet";
import { nodeExporterSeries } from "./series/node-exporter";
import { systemdSeries } from "./series/systemd";
import { asksSystemd } from "./systemd";

const KUBELET_PORT = 10250;
const NODE_EXPORTER_PORT = 9100;

/** What node exporter tells of the nodes' services, where the site leaves it off. */
export const absentSystemd = (site: Pick<Site, "exporters">): AbsentExporter | undefined =>
  asksSystemd(site) ? undefined : { name: "systemd", series: seriesOf(systemdSeries), until: "write exporters.systemd_services: all" };

/** The jobs that rules ask. The chart's own scrape objects name theirs so (values.yaml and templates/exporters of the pinned release, jobLabel). */
export const EXPORTER_JOBS = {
  nodes: { job: "node-exporter" },
  objects: { job: "kube-state-metrics" },
  apiServer: { job: "apiserver" },
  clusterDns: { job: "coredns" },
  /** Both of a kubelet's scrapes, which `metrics_path` tells apart: upstream's dashboards ask for them so. */
  kubelet: { job: "kubelet" },
} as const;

/**
 * What the exporter shell exports, or scrapes. Its scrape objects are the chart's: samples of node exporter don't say which node they come
 * from, and rules join them by `namespace` and `pod` with `kube_pod_info`, which does.
 */
export function exporterScrapes(site: Site, { objects, clusterDns }: ExporterWorkloads): Scrape[] {
  const owner: UpstreamRelease = { chart: CHART, release: site.exporters.chart_version };
  const { to: outside, ports } = apiServer(site);
  return [
    {
      name: "node-exporter",
      ...EXPORTER_JOBS.nodes,
      series: [...seriesOf(nodeExporterSeries), ...(asksSystemd(site) ? seriesOf(systemdSeries) : [])],
      from: { kind: "upstream", owner, to: { nodes: nodes(site), port: NODE_EXPORTER_PORT } },
    },
    {
      name: "kube-state-metrics",
      ...EXPORTER_JOBS.objects,
      series: [...seriesOf(kubeStateMetricsSeries), ...(site.autoscaling === undefined ? [] : seriesOf(autoscalerSeries))],
      from: { kind: "upstream", owner, to: { workload: objects, port: "http" } },
    },
    {
      // of itself: another port of the same Service, which the chart's scrape object asks as well
      name: "kube-state-metrics-telemetry",
      ...EXPORTER_JOBS.objects,
      series: seriesOf(objectExporterSeries),
      from: { kind: "upstream", owner, to: { workload: objects, port: "metrics" } },
    },
    {
      name: "apiserver",
      ...EXPORTER_JOBS.apiServer,
      series: seriesOf(apiServerSeries),
      from: { kind: "upstream", owner, to: { outside, ports } },
    },
    {
      name: "coredns",
      ...EXPORTER_JOBS.clusterDns,
      series: seriesOf(clusterDnsSeries),
      from: { kind: "upstream", owner, to: { workload: clusterDns, port: "metrics" } },
    },
  ];
}

/** What the kubelets export: without the chart's operator nobody else scrapes them. The scrape objects are ours, and so are `node` and `metrics_path`. */
export function kubeletScrapes(site: Site): Scrape[] {
  const kubelet = (name: string, path: string, series: Scrape["series"]): Scrape => ({
    name,
    ...EXPORTER_JOBS.kubelet,
    series,
    from: { kind: "node", nodes: nodes(site), port: KUBELET_PORT, path },
  });
  return [kubelet("kubelet", "/metrics", seriesOf(kubeletSeries)), kubelet("cadvisor", "/metrics/cadvisor", seriesOf(cadvisorSeries))];
}
