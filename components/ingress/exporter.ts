import type { ObservedExporter } from "../../lib/metrics/observed";
import { ingressNginxSeries } from "./series";

/** The chart exports metrics once `controller.metrics.enabled` is set, on a Service of their own. */
export const ingressNginx: ObservedExporter = {
  name: "ingress-nginx",
  what: "the ingress controller ingress-nginx",
  release: { chart: "ingress-nginx", release: "4.15.1" },
  series: ingressNginxSeries,
  inCluster: {
    kind: "service",
    selector: { "app.kubernetes.io/name": "ingress-nginx", "app.kubernetes.io/component": "controller" },
    port: "metrics",
  },
  port: 10254,
  // `namespace` and `service` of a request are those of the site behind it
  ask: { honorLabels: true },
};
