import { counter, declareSeries, gauge } from "../../lib/series";

/** What the service exports beyond the series of its process. */
export const statusPageSeries = declareSeries({
  status_page_component_desired: gauge("count", "TODO."),
  status_page_component_actual: gauge("count", "TODO."),
  status_page_component_missing: gauge("count", "TODO.", "component"),
  status_page_component_held_by_person: gauge("count", "TODO."),
  status_page_unknown_components_total: counter("count", "TODO."),
  status_page_calls_total: counter("count", "TODO."),
  status_page_queue_length: gauge("count", "TODO."),
  status_page_last_success_timestamp_seconds: gauge("timestamp", "TODO."),
  status_page_webhook_alerts_total: counter("count", "TODO."),
  status_page_webhooks_total: counter("count", "TODO."),
  status_page_resyncs_total: counter("count", "TODO."),
});
