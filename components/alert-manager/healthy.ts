import { days } from "../../lib/duration";
import { goProgramHealthy } from "../../lib/world/built-in";
import { counts, never, since, still, taking } from "../../lib/world/course";
import { by, healthy, told } from "../../lib/world/healthy";
import { alertManagerSeries } from "./series";

const VERSION = "v2";

const { go_goroutines: _, ...program } = goProgramHealthy({ mebibytes: 40, processors: 0.01 });

export const alertManagerHealthy = healthy(alertManagerSeries, ({ site }) => ({
  ...program,
  alertmanager_alerts: by("state", { active: still(1), suppressed: still(0), unprocessed: still(0) }),
  alertmanager_alerts_invalid_total: [[{ version: VERSION }, never]],
  alertmanager_alerts_received_total: [
    [{ status: "firing", version: VERSION }, counts(1 / 30)],
    [{ status: "resolved", version: VERSION }, counts(1 / 3600)],
  ],
  alertmanager_build_info: told(["0.31.1"], (version) => ({ version, goversion: "go1.25", goarch: "amd64", goos: "linux" })),
  alertmanager_config_hash: still(1.53e13),
  alertmanager_config_last_reload_successful: still(1),
  alertmanager_config_last_reload_success_timestamp_seconds: since(days(2)),
  alertmanager_dispatcher_aggregation_groups: still(1),
  alertmanager_silences: by("state", { active: still(0), pending: still(0), expired: still(0) }),
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
  alertmanager_notifications_suppressed_total: by("reason", { silence: never, inhibition: never }),
  alertmanager_notifications_total: by("integration", { webhook: counts(1 / 240) }),
}));
