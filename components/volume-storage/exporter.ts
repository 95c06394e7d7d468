import type { ObservedExporter } from "../../lib/metrics/observed";
import { volumeStorageSeries } from "./series";

/** Its series get names that do not say which product it is: rules and dashboards stay when it changes. */
export const volumeStorage: ObservedExporter = {
  name: "volume-storage",
  what: "the volume storage, Longhorn",
  release: { chart: "longhorn", release: "1.12.1" },
  series: volumeStorageSeries,
  inCluster: { kind: "service", selector: { app: "longhorn-manager" }, port: "manager" },
  port: 9500,
  // each manager tells of its own node's volumes, by a label `node` that the target has as well
  ask: { honorLabels: true, rename: { from: "longhorn_(.+)", to: "storage_$1" } },
};
