import type { ObservedExporter } from "../../lib/metrics/observed";
import { certManagerSeries } from "./series";

/** The controller's pods, which always have the port; its Service comes and goes with the chart's values and changed the port's name. */
export const certManager: ObservedExporter = {
  name: "cert-manager",
  what: "cert-manager",
  component: "Platform",
  release: { program: "cert-manager", release: "1.21.2" },
  series: certManagerSeries,
  inCluster: {
    kind: "pods",
    selector: { "app.kubernetes.io/name": "cert-manager", "app.kubernetes.io/component": "controller" },
    port: "http-metrics",
  },
  port: 9402,
};
