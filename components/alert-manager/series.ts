import { counter, declareSeries, gauge, histogram, info } from "../../lib/series";

/** Series of the alert manager that rules and dashboards may read (seen on Alertmanager 0.31). */
export const alertManagerSeries = declareSeries({
  alertmanager_alerts: gauge("count", "Alerts, by state.", "state"),
  alertmanager_alerts_invalid_total: counter("count", "Alerts received that were invalid.", "version"),
  alertmanager_alerts_received_total: counter("count", "Alerts received, firing and resolved.", "status", "version"),
  alertmanager_build_info: info("Release of the program.", "version", "goversion", "goarch", "goos", "branch?", "revision?", "tags?"),
  alertmanager_config_hash: gauge("state", "Hash of the configuration: replicas with different ones disagree."),
  alertmanager_config_last_reload_successful: gauge("flag", "1 when the configuration was loaded."),
  alertmanager_config_last_reload_success_timestamp_seconds: gauge("timestamp", "When the configuration was last loaded."),
  alertmanager_dispatcher_aggregation_groups: gauge("count", "Groups of alerts."),
  alertmanager_silences: gauge("count", "Silences, by state.", "state"),

  // one that stands alone has none of these
  alertmanager_cluster_failed_peers: gauge("count", "Replicas that are out of reach."),
  alertmanager_cluster_members: gauge("count", "Replicas that see each other."),

  alertmanager_notification_latency_seconds: histogram("seconds", "Time that a notification took.", "integration"),
  alertmanager_notifications_failed_total: counter("count", "Notifications that failed.", "integration", "reason"),
  alertmanager_notifications_total: counter("count", "Notifications tried.", "integration"),
  alertmanager_notifications_suppressed_total: counter("count", "Notifications that a silence or another alert held back.", "reason"),

  // the program
  process_cpu_seconds_total: counter("seconds", "CPU time."),
  process_max_fds: gauge("count", "Most files that the program may open."),
  process_open_fds: gauge("count", "Open files."),
  process_resident_memory_bytes: gauge("bytes", "Memory."),
  process_start_time_seconds: gauge("timestamp", "When the process began."),
});
