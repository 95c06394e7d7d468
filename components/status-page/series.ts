import { counter, declareSeries, gauge } from "../../lib/series";

/** What the adapter exports beyond the series of its process. */
export const statusPageSeries = declareSeries({
  status_page_component_desired: gauge("flag", "1 for the status that the firing alerts ask for.", "component", "status"),
  status_page_component_actual: gauge("flag", "1 for the status that the page shows, as far as is known.", "component", "status"),
  status_page_component_missing: gauge("flag", "1 for a component of the map that the page lacks.", "component"),
  status_page_component_held_by_person: gauge(
    "flag",
    "1 for a component whose status a person set; it is left alone until the page shows operational.",
    "component",
  ),
  status_page_queue_length: gauge("count", "Calls to the page that wait to be made."),
  status_page_unknown_components_total: counter("count", "Alerts whose component is not on the page, by component label.", "component"),
  status_page_calls_total: counter("count", "Calls to the page by how they ended.", "outcome"),
  status_page_last_success_timestamp_seconds: gauge("timestamp", "When the page last did what it was asked, since the epoch; 0 for never."),
  status_page_webhook_alerts_total: counter(
    "count",
    "Elements of webhooks: alert (counts), elsewhere (no concern of the page), homeless (unknown component), malformed (skipped).",
    "kind",
  ),
  status_page_webhooks_total: counter("count", "Webhooks by status code.", "code"),
  status_page_resyncs_total: counter(
    "count",
    "Questions to Alertmanager what fires: settled (its list is whole), unsettled (it may lack alerts: nothing is removed), failed.",
    "outcome",
  ),
});
