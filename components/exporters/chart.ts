import type { UpstreamChart } from "../../lib/gitops/application";
import { containerResources } from "../../lib/kubernetes/resources";
import type { Site } from "../../lib/site/schema";
import { bySize } from "../../lib/site/size";

const NAME = "exporters";

export const CHART = "kube-prometheus-stack";

/** By the names of the charts in the chart, which set nothing by themselves. */
const SMALL = {
  "prometheus-node-exporter": {
    resources: containerResources({ cpu: { request: "10m", limit: "200m" }, memory: { request: "32Mi", limit: "64Mi" } }),
  },
  "kube-state-metrics": {
    resources: containerResources({ cpu: { request: "10m", limit: "200m" }, memory: { request: "64Mi", limit: "128Mi" } }),
  },
};

/**
 * The exporter shell: of the cluster-management suite's chart only node exporter,
 * cluster-object-state exporter and the dashboard ConfigMaps remain (specification, part 1).
 * Keys: kube-prometheus-stack, values.yaml of the pinned release.
 */
export function exporterShell(site: Site): UpstreamChart {
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
      grafana: { enabled: false, forceDeployDashboards: true, forceDeployDatasources: false },
      thanosRuler: { enabled: false },
      prometheusOperator: { enabled: false },
      defaultRules: { create: false },
      // the scrape kinds must exist, the metrics operator converts them
      crds: { enabled: true },

      nodeExporter: { enabled: true, forceDeployDashboards: true },
      kubeStateMetrics: { enabled: true },
      kubeApiServer: { enabled: true },
      coreDns: { enabled: true },
      // without the chart's operator nobody keeps the kubelet's endpoints: we scrape nodes directly
      kubelet: { enabled: false },
      // not reachable from pods on most distributions
      kubeControllerManager: { enabled: false },
      kubeScheduler: { enabled: false },
      kubeEtcd: { enabled: false },
      kubeProxy: { enabled: false },
      ...bySize(site, "services", { default: {}, small: SMALL }),
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
