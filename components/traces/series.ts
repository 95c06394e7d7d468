import { counter, declareSeries, gauge, histogram } from "../../lib/series";

const RECEIVER = ["receiver", "transport"] as const;
/** Where it sends to stands on what goes over the network. */
const EXPORTER = ["exporter", "server_address?", "server_port?", "url_path?"] as const;
/** Of what failed for good, with the kind of the error: `Unauthenticated` for 401. */
const FAILED = [...EXPORTER, "error_permanent?", "error_type?"] as const;
const SCRAPER = ["receiver", "scraper"] as const;

/**
 * Series of the trace collector that rules and dashboards may read (seen on OpenTelemetry Collector 0.160.0, its telemetry at level
 * `detailed`). Counters have no `_total`; what an exporter could not send or keep is absent until it happens.
 */
export const tracesSeries = declareSeries({
  otelcol_receiver_accepted_spans: counter("count", "Spans that were taken.", ...RECEIVER),
  otelcol_receiver_refused_spans: counter("count", "Spans that were not taken because of what comes behind.", ...RECEIVER),
  otelcol_receiver_failed_spans: counter("count", "Spans that were not taken because of an error.", ...RECEIVER),

  otelcol_scraper_scraped_metric_points: counter("count", "Samples that a database gave.", ...SCRAPER),
  otelcol_scraper_errored_metric_points: counter("count", "Samples that a database did not give.", ...SCRAPER),

  otelcol_processor_memory_limiter_accepted_spans: counter("count", "Spans for which there was memory.", "processor"),
  otelcol_processor_memory_limiter_refused_spans: counter("count", "Spans for which there was no memory.", "processor"),
  otelcol_processor_batch_batch_send_size: histogram("count", "Spans or samples of a batch.", "processor"),
  otelcol_processor_filter_spans_filtered: counter("count", "Spans of browsers that name no application of the site.", "filter"),

  otelcol_exporter_sent_spans: counter("count", "Spans that were sent.", ...EXPORTER),
  otelcol_exporter_send_failed_spans: counter("count", "Spans that could not be sent, and are lost.", ...FAILED),
  otelcol_exporter_enqueue_failed_spans: counter("count", "Spans lost because the queue was full.", "exporter"),
  otelcol_exporter_sent_metric_points: counter("count", "Samples that were sent.", ...EXPORTER),
  otelcol_exporter_send_failed_metric_points: counter("count", "Samples that could not be sent, and are lost.", ...FAILED),
  otelcol_exporter_enqueue_failed_metric_points: counter("count", "Samples lost because the queue was full.", "exporter"),
  otelcol_exporter_queue_size: gauge("bytes", "What waits to be sent.", "exporter", "data_type"),
  otelcol_exporter_queue_capacity: gauge("bytes", "Most that may wait to be sent.", "exporter", "data_type"),

  otelcol_process_cpu_seconds: counter("seconds", "CPU time."),
  otelcol_process_memory_rss: gauge("bytes", "Memory."),
  otelcol_process_uptime: counter("seconds", "Time since the collector began."),
});
