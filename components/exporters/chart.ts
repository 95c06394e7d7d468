import type { UpstreamChart } from "../../lib/gitops/application";
import { containerResources } from "../../lib/kubernetes/resources";
import type { Scrape } from "../../lib/metrics/scrape";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";
import { customResourceStates } from "./custom-resource-states";
import { systemdServices } from "./systemd";

const NAME = "exporters";

export const CHART = "kube-prometheus-stack";

const NODES = "prometheus-node-exporter";
const OBJECTS = "kube-state-metrics";

/** By the names of the charts in the chart, which set nothing by themselves. */
const SMALL = {
  [NODES]: {
    resources: containerResources({ cpu: { request: "10m", limit: "200m" }, memory: { request: "32Mi", limit: "64Mi" } }),
  },
  [OBJECTS]: {
    resources: containerResources({ cpu: { request: "10m", limit: "200m" }, memory: { request: "64Mi", limit: "128Mi" } }),
  },
};

/** The chart's keys for what it can scrape, by the job that its scrape object then names. */
const SCRAPED = {
  nodeExporter: "node-exporter",
  kubeStateMetrics: "kube-state-metrics",
  kubeApiServer: "apiserver",
  coreDns: "coredns",
  // without the chart's operator nobody keeps the kubelet's endpoints: we scrape nodes directly
  kubelet: "kubelet",
  // not reachable from pods on most distributions
  kubeControllerManager: "kube-controller-manager",
  kubeScheduler: "kube-scheduler",
  kubeEtcd: "etcd",
  kubeProxy: "kube-proxy",
};

/** @throws for a scrape that no key brings: a mistake in belfry */
function switches(scrapes: readonly Scrape[]) {
  const jobs = scrapes.flatMap(({ job, from }) =>
    job !== undefined && from.kind === "upstream" && from.owner.chart === CHART ? [job] : [],
  );
  const lost = jobs.find((job) => !Object.values(SCRAPED).includes(job));
  if (lost !== undefined) throw new Error(`${CHART} scrapes nothing with the job "${lost}"; name the chart's key for it in SCRAPED`);
  const { nodeExporter, ...others } = Object.fromEntries(
    Object.entries(SCRAPED).map(([key, job]) => [key, { enabled: jobs.includes(job) }]),
  );
  return { nodeExporter: { ...nodeExporter, forceDeployDashboards: false }, ...others };
}

/** What is said to the charts in the chart. */
function partValues(site: Site) {
  const sizes: Readonly<Record<string, object>> = bySize(site, "services", { default: {}, small: SMALL });
  // without it nobody is told that it may not list a kind
  const objects = { ...sizes[OBJECTS], ...customResourceStates(site), selfMonitor: { enabled: true } };
  return { ...sizes, [NODES]: { ...sizes[NODES], ...systemdServices(site) }, [OBJECTS]: objects };
}

/**
 * The exporter shell: of the cluster-management suite's chart only node exporter,
 * cluster-object-state exporter remain; the dashboards of the specification's part 1 are ours, in the same folders.
 * Keys: kube-prometheus-stack, values.yaml of the pinned release.
 *
 * @param scrapes those that are declared as the chart's: it brings them, and no others
 */
export function exporterShell(site: Site, scrapes: readonly Scrape[]): UpstreamChart {
  const namespace = site.namespaces.exporters;
  const owner = `${CHART} ${site.exporters.chart_version}`;
  return {
    name: NAME,
    repository: site.exporters.chart_repository,
    chart: CHART,
    version: site.exporters.chart_version,
    namespace,
    values: {
      // its metrics server, dashboards application and alert manager go, and with them the operator and its rules
      prometheus: { enabled: false },
      alertmanager: { enabled: false },
      // nor do its dashboards come: ours ask what we record, by our data source, and a title or uid of both would keep either out
      grafana: { enabled: false, forceDeployDashboards: false, forceDeployDatasources: false },
      thanosRuler: { enabled: false },
      prometheusOperator: { enabled: false },
      defaultRules: { create: false },
      // the scrape kinds must exist, the metrics operator converts them
      crds: { enabled: true },

      ...switches(scrapes),
      ...partValues(site),
    },
    // values.yaml of the charts that its Chart.yaml pins: prometheus-node-exporter 4.56.1, kube-state-metrics 8.4.0
    images: {
      release: "88.5.3",
      repositories: ["quay.io/prometheus/node-exporter", "registry.k8s.io/kube-state-metrics/kube-state-metrics"],
    },
    owns: [
      { owner, kind: "DaemonSet", namespace, name: `${NAME}-prometheus-node-exporter` },
      { owner, kind: "Service", namespace, name: `${NAME}-prometheus-node-exporter` },
      { owner, kind: "Deployment", namespace, name: `${NAME}-kube-state-metrics` },
      { owner, kind: "Service", namespace, name: `${NAME}-kube-state-metrics` },
      { owner, kind: "CustomResourceDefinition", name: "servicemonitors.monitoring.coreos.com" },
      { owner, kind: "VMServiceScrape", namespace, name: `${NAME}-prometheus-node-exporter` },
      { owner, kind: "VMServiceScrape", namespace, name: `${NAME}-kube-state-metrics` },
    ],
  };
}
