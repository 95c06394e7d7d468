import type { ObservedExporter } from "../../lib/metrics/observed";
import { trivySeries } from "./series";

export const trivyExporter: ObservedExporter = {
  name: "trivy",
  what: "holes in images, by trivy-operator",
  component: "Platform",
  release: { program: "trivy-operator", release: "0.29.0" },
  series: trivySeries,
  // as its chart labels the Service
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "trivy-operator" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 8080,
};
