import type { ObservedExporter } from "../../lib/metrics/observed";
import { smartctlSeries } from "./series";

export const smartctlExporter: ObservedExporter = {
  name: "smartctl",
  what: "the disks' SMART, by smartctl_exporter",
  component: "Platform",
  release: { program: "smartctl_exporter", release: "0.14.0" },
  series: smartctlSeries,
  // as the chart prometheus-smartctl-exporter labels its Service
  inCluster: {
    kind: "service",
    selector: { "app.kubernetes.io/name": "prometheus-smartctl-exporter" },
    port: "http",
    onEachNode: true,
  },
  isAskedWhereNamed: true,
  port: 9633,
};
