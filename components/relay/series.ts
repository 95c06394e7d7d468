/** The series the relay exports (components/relay/service/metrics.ts). */
export const RELAY_SERIES = [
  "relay_events_total",
  "relay_events_skipped_total",
  "relay_alerts_total",
  "relay_alertmanager_posts_total",
  "relay_alertmanager_post_retries_total",
  "relay_ingest_requests_total",
  "relay_ingest_duration_seconds_bucket",
  "relay_ingest_duration_seconds_sum",
  "relay_ingest_duration_seconds_count",
] as const;
