import { counts, never, still, taking } from "../../lib/world/course";
import { by, healthy } from "../../lib/world/healthy";
import { alertManagerSeries } from "./series";

const VERSION = "v2";

export const alertManagerHealthy = healthy(alertManagerSeries, ({ site }) => ({
  alertmanager_alerts: by("state", { active: still(1), suppressed: still(0), unprocessed: still(0) }),
  alertmanager_alerts_invalid_total: [[{ version: VERSION }, never]],
  alertmanager_alerts_received_total: [
    [{ status: "firing", version: VERSION }, counts(1 / 30)],
    [{ status: "resolved", version: VERSION }, counts(1 / 3600)],
  ],
  alertmanager_config_hash: still(1.53e13),
  alertmanager_config_last_reload_successful: still(1),
  alertmanager_cluster_failed_peers: still(0),
  alertmanager_cluster_members: still(site.scale === "cluster" ? 3 : 1),
  alertmanager_notification_latency_seconds: by("integration", {
    webhook: taking(1 / 240, 0.05, { bounds: [1, 5, 10, 15, 20] }),
  }),
  alertmanager_notifications_failed_total: [
    [{ integration: "webhook", reason: "serverError" }, never],
    [{ integration: "webhook", reason: "clientError" }, never],
    [{ integration: "webhook", reason: "other" }, never],
  ],
  alertmanager_notifications_total: by("integration", { webhook: counts(1 / 240) }),
}));
