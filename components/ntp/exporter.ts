import type { ObservedExporter } from "../../lib/metrics/observed";
import { chronySeries } from "./series";

export const chronyExporter: ObservedExporter = {
  name: "chrony",
  what: "chrony, by chrony_exporter",
  component: "NTP",
  release: { program: "chrony_exporter", release: "0.13.3" },
  series: chronySeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "chrony-exporter" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 9123,
};
