import type { ObservedExporter } from "../../lib/metrics/observed";
import { registrySeries } from "./series/registry";

/** It exports metrics on its port for debugging, once `http.debug.prometheus.enabled` of its configuration is set; the chart's `metrics.enabled`. */
export const registry: ObservedExporter = {
  name: "registry",
  what: "the container registry, by the CNCF's distribution",
  component: "Platform",
  release: { program: "distribution", release: "3.1.2" },
  series: registrySeries,
  inCluster: { kind: "service", selector: { app: "docker-registry" }, port: "http-metrics" },
  port: 5001,
};
