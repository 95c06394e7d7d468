import type { ObservedExporter } from "../../lib/metrics/observed";
import { volumeStorageSeries } from "./series";

/**
 * Its series get names that do not say which product it is: rules and dashboards stay when it changes. The selector and the port were
 * read in the chart 1.6.1-rc3, the newest to be had; they are those of its beginning.
 */
export const volumeStorage: ObservedExporter = {
  name: "volume-storage",
  what: "the volume storage, Longhorn",
  component: "Backups",
  release: { program: "longhorn-manager's collectors", release: "5ddaa36, after 1.12" },
  series: volumeStorageSeries,
  inCluster: { kind: "service", selector: { app: "longhorn-manager" }, port: "manager", onEachNode: true },
  port: 9500,
  ask: { rename: { from: "longhorn_(.+)", to: "storage_$1" } },
};
