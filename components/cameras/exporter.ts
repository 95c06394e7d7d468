import type { ObservedExporter } from "../../lib/metrics/observed";
import { frigateSeries } from "./series";

export const frigateExporter: ObservedExporter = {
  name: "frigate",
  what: "Frigate, the camera recorder, by itself",
  component: "Smart Home",
  release: { program: "frigate", release: "0.17.2" },
  series: frigateSeries,
  // as the chart of blakeblackshear labels the Service
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "frigate" }, port: "http" },
  isAskedWhereNamed: true,
  // without a login; the one with a login is 8971
  port: 5000,
  ask: { path: "/api/metrics" },
};
