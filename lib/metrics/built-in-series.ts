import { declareSeries, gauge } from "../series";

/** What the scraper makes for each target (VictoriaMetrics, vmagent: automatically generated metrics). */
export const targetSeries = declareSeries({
  up: gauge("flag", "1 when the last scrape succeeded."),
  scrape_duration_seconds: gauge("seconds", "How long the last scrape took."),
  scrape_timeout_seconds: gauge("seconds", "How long a scrape may take."),
  scrape_samples_scraped: gauge("count", "Samples that the last scrape gave."),
  scrape_samples_post_metric_relabeling: gauge("count", "Samples of the last scrape that relabelling left."),
  scrape_series_added: gauge("count", "Series that the last scrape gave and the one before it did not."),
});

/** What each alert of ours says of itself; an imported one does not. */
const SAID = ["severity?", "component?"] as const;

/** What the evaluator makes of each alert; an alert's other labels are on it too. */
export const evaluatorSeries = declareSeries({
  ALERTS: gauge("flag", "1 for each alert that is pending or fires.", "alertname", "alertstate", "alertgroup", ...SAID),
  ALERTS_FOR_STATE: gauge("timestamp", "Since when an alert is pending or fires.", "alertname", "alertgroup", ...SAID),
});
