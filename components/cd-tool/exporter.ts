import type { ObservedExporter } from "../../lib/metrics/observed";
import { argocdSeries } from "./series";

/**
 * All its programs at once: each of the chart's pods names its port of metrics `metrics`, whether or not the chart makes a Service of it.
 * Their Services have names and labels of their own each.
 */
export const argocd: ObservedExporter = {
  name: "argocd",
  what: "the CD tool, Argo CD",
  component: "Platform",
  release: { program: "argo-cd", release: "3.1.0" },
  series: argocdSeries,
  inCluster: { kind: "pods", selector: { "app.kubernetes.io/part-of": "argocd" }, port: "metrics" },
  // the application controller's
  port: 8082,
};
