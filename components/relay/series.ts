import { counter, declareSeries, histogram } from "../../lib/series";

/** What the service exports beyond the series of its process. */
export const relaySeries = declareSeries({
  relay_events_total: counter("count", "TODO."),
  relay_events_skipped_total: counter("count", "TODO."),
  relay_alerts_total: counter("count", "TODO."),
  relay_alertmanager_posts_total: counter("count", "TODO.", "outcome"),
  relay_alertmanager_post_retries_total: counter("count", "TODO."),
  relay_ingest_requests_total: counter("count", "TODO."),
  relay_ingest_duration_seconds: histogram("seconds", "TODO."),
});
