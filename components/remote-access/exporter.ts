import type { ObservedExporter } from "../../lib/metrics/observed";
import { wireguardSeries } from "./series";

export const wireguardExporter: ObservedExporter = {
  name: "wireguard",
  what: "WireGuard, by prometheus_wireguard_exporter",
  component: "Smart Home",
  release: { program: "prometheus_wireguard_exporter", release: "3.6.6" },
  series: wireguardSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "prometheus-wireguard-exporter" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 9586,
};
