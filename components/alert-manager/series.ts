import { counter, declareSeries, gauge, histogram } from "../../lib/series";

/** Series of the alert manager that rules and dashboards may read (seen on Alertmanager 0.31). */
export const alertManagerSeries = declareSeries({
  alertmanager_alerts: gauge("count", "Alerts, by state.", "state"),
  alertmanager_alerts_invalid_total: counter("count", "Alerts received that were invalid.", "version"),
  alertmanager_alerts_received_total: counter("count", "Alerts received, firing and resolved.", "status", "version"),
  alertmanager_config_hash: gauge("state", "Hash of the configuration: replicas with different ones disagree."),
  alertmanager_config_last_reload_successful: gauge("flag", "1 when the configuration was loaded."),

  // one that stands alone has none of these
  alertmanager_cluster_failed_peers: gauge("count", "Replicas that are out of reach."),
  alertmanager_cluster_members: gauge("count", "Replicas that see each other."),

  alertmanager_notification_latency_seconds: histogram("seconds", "Time that a notification took.", "integration"),
  alertmanager_notifications_failed_total: counter("count", "Notifications that failed.", "integration", "reason"),
  alertmanager_notifications_total: counter("count", "Notifications tried.", "integration"),
});
