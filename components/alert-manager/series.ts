import { counter, declareSeries, gauge, histogram } from "../../lib/series";

/** Series of Alertmanager (kube-prometheus). */
export const alertManagerSeries = declareSeries({
  alertmanager_alerts: gauge("count", "Alerts by state.", "state"),
  alertmanager_alerts_invalid_total: counter("count", "Rejected.", "version"),
  alertmanager_alerts_received_total: counter("count", "Received.", "status", "version"),
  alertmanager_cluster_failed_peers: gauge("count", "Failed peers."),
  alertmanager_cluster_members: gauge("count", "Members."),
  alertmanager_config_hash: gauge("count", "Config hash."),
  alertmanager_config_last_reload_successful: gauge("flag", "1 when the config loaded."),
  alertmanager_notification_latency_seconds: histogram("seconds", "Latency.", "integration"),
  alertmanager_notifications_failed_total: counter("count", "Notifications failed.", "integration", "reason"),
  alertmanager_notifications_total: counter("count", "Notifications tried.", "integration"),
});
