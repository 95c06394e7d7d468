import type { ObservedExporter } from "../../lib/metrics/observed";
import { routerSeries } from "./series";

export const routerExporter: ObservedExporter = {
  name: "router",
  what: "the router, by the node exporter on it",
  component: "Internet",
  release: { program: "node_exporter", release: "1.12.1" },
  series: routerSeries,
  port: 9100,
};
