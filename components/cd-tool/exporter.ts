import type { ObservedExporter } from "../../lib/metrics/observed";
import { argocdSeries } from "./series";

/**
 * All its programs at once: each of the chart's pods names its port of metrics `metrics`, whether or not the chart makes a Service of it.
 * Their Services have names and labels of their own each.
 */
export const argocd: ObservedExporter = {
  name: "argocd",
  what: "the CD tool, Argo CD",
  release: { chart: "argo-cd", release: "10.1.1" },
  series: argocdSeries,
  inCluster: { kind: "pods", selector: { "app.kubernetes.io/part-of": "argocd" }, port: "metrics" },
  // the application controller's
  port: 8082,
  ask: { honorLabels: true },
};
