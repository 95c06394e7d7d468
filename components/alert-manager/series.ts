/** Series of Alertmanager (kube-prometheus). */
export const ALERTMANAGER_SERIES = [
  "alertmanager_alerts",
  "alertmanager_alerts_invalid_total",
  "alertmanager_alerts_received_total",
  "alertmanager_cluster_failed_peers",
  "alertmanager_cluster_members",
  "alertmanager_config_hash",
  "alertmanager_config_last_reload_successful",
  "alertmanager_notification_latency_seconds_bucket",
  "alertmanager_notifications_failed_total",
  "alertmanager_notifications_total",
] as const;
