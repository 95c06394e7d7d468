import type { ObservedExporter } from "../../lib/metrics/observed";
import { bindSeries } from "./series/bind";
import { unboundSeries } from "./series/unbound";

export const authoritativeExporter: ObservedExporter = {
  name: "dns-authoritative",
  what: "BIND, by bind_exporter",
  component: "DNS",
  release: { program: "bind_exporter", release: "0.6.1" },
  series: bindSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "bind-exporter" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 9119,
};

export const recursiveExporter: ObservedExporter = {
  name: "dns-recursive",
  what: "unbound, by unbound_exporter",
  component: "DNS",
  release: { program: "unbound_exporter", release: "0.5.0" },
  series: unboundSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "unbound-exporter" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 9167,
};
