import type { ObservedExporter } from "../../lib/metrics/observed";
import { ingressNginxSeries } from "./series";

/** The chart exports metrics once `controller.metrics.enabled` is set, on a Service of their own. */
export const ingressNginx: ObservedExporter = {
  name: "ingress-nginx",
  what: "the ingress controller ingress-nginx",
  component: "Platform",
  release: { program: "ingress-nginx", release: "1.11" },
  series: ingressNginxSeries,
  inCluster: {
    kind: "service",
    selector: { "app.kubernetes.io/name": "ingress-nginx", "app.kubernetes.io/component": "controller" },
    port: "metrics",
  },
  port: 10254,
};
