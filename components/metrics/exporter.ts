import type { ObservedExporter } from "../../lib/metrics/observed";
import { VM_OPERATOR } from "../../lib/metrics/operator";
import { metricsOperatorSeries } from "./series/operator";

/** The operator scrapes what it makes, and itself it does not. */
export const metricsOperatorExporter: ObservedExporter = {
  name: "metrics-operator",
  what: "the metrics operator itself",
  component: "Platform",
  release: { program: VM_OPERATOR.chart, release: VM_OPERATOR.release },
  series: metricsOperatorSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "victoria-metrics-operator" }, port: "http" },
  port: 8080,
};
