import type { ObservedExporter } from "../../lib/metrics/observed";
import { nextcloudSeries } from "./series";

export const nextcloudExporter: ObservedExporter = {
  name: "nextcloud",
  what: "Nextcloud, by nextcloud-exporter",
  component: "Files & Documents",
  release: { program: "nextcloud-exporter", release: "0.9.1" },
  series: nextcloudSeries,
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "nextcloud-exporter" }, port: "metrics" },
  isAskedWhereNamed: true,
  port: 9205,
};
