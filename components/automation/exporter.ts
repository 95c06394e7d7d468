import type { ObservedExporter } from "../../lib/metrics/observed";
import { n8nSeries } from "./series";

export const n8nExporter: ObservedExporter = {
  name: "n8n",
  what: "n8n, the workflow automation, by itself",
  component: "Platform",
  release: { program: "n8n", release: "2.41.3" },
  series: n8nSeries,
  // as the charts of community-charts and 8gears label its Service
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "n8n" }, port: "http" },
  isAskedWhereNamed: true,
  port: 5678,
};
