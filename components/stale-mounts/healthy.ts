import { seconds } from "../../lib/duration";
import { lately, never, still } from "../../lib/world/course";
import { absent, by, healthy } from "../../lib/world/healthy";
import { staleMountsSeries } from "./series";

export const staleMountsHealthy = healthy(staleMountsSeries, () => ({
  stale_mounts_restarts_total: absent("no pod was restarted since it started"),
  stale_mounts_pods: by("reason", { restarted: still(0), workload: still(0), limit: still(0), unowned: still(0), dry_run: still(0) }),
  stale_mounts_unhelped: absent("no pod was restarted since it started"),
  stale_mounts_failures_total: by("operation", { list: never, log: never, kubelet: never, delete: never, event: never, record: never }),
  stale_mounts_last_check_timestamp_seconds: lately(seconds(20)),
}));
