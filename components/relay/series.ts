import { counter, declareSeries, histogram, withBuckets } from "../../lib/series";

/** What the relay exports beyond the series of its process. */
export const relaySeries = declareSeries({
  relay_events_total: counter("count", "Elements of the batches received."),
  relay_events_skipped_total: counter("count", "Elements that are no event with a text.", "reason"),
  relay_alerts_total: counter("count", "Alerts that Alertmanager took.", "alertname"),
  relay_alertmanager_posts_total: counter("count", "Batches of alerts by what became of them at Alertmanager, after retries.", "outcome"),
  relay_alertmanager_post_retries_total: counter("count", "Attempts beyond the first to post a batch."),
  relay_ingest_requests_total: counter("count", "Requests to /ingest by status code.", "code"),
  relay_ingest_duration_seconds: withBuckets(
    histogram("seconds", "Time from the request's headers to the answer, including Alertmanager's."),
    [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5, 10],
  ),
});
