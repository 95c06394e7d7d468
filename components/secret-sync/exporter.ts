import type { ObservedExporter } from "../../lib/metrics/observed";
import { secretSyncSeries } from "./series";

/** The controller's pods: the chart makes a Service of the port only when it is asked to. */
export const externalSecrets: ObservedExporter = {
  name: "external-secrets",
  what: "the secret sync, external-secrets",
  component: "Platform",
  release: { program: "external-secrets", release: "0.20.4" },
  series: secretSyncSeries,
  inCluster: { kind: "pods", selector: { "app.kubernetes.io/name": "external-secrets" }, port: "metrics" },
  port: 8080,
};
