import { counter, declareSeries, gauge, unconfirmed } from "../../lib/series";

const OUTPUT = ["plugin_id", "type"] as const;

/** The flow of everything but what shipping itself prints and the orchestrator's own: for searching, and for no alert. Its name is in labels. */
export const CATCH_ALL = "catch-all";

/**
 * Series of the log aggregator that rules and dashboards may read (seen on fluentd 1.19.3 with
 * fluent-plugin-prometheus v2.2.2, as the logging operator configures them). What only grows is a gauge all the same:
 * the plugin's `gauge_all` is on by default. An output without a buffer has no `buffer` series.
 */
export const aggregatorSeries = declareSeries({
  fluentd_output_status_buffer_available_space_ratio: gauge("percent", "What is left of an output's buffer.", ...OUTPUT),
  fluentd_output_status_buffer_queue_length: gauge("count", "Chunks that wait to be written.", ...OUTPUT),
  fluentd_output_status_buffer_total_bytes: gauge("bytes", "Size of an output's buffer.", ...OUTPUT),
  // stays 0 when nothing matches the flow
  fluentd_output_status_emit_count: gauge("count", "Times that an output was given records.", ...OUTPUT),
  fluentd_output_status_emit_records: gauge("count", "Records that an output was given.", ...OUTPUT),
  fluentd_output_status_num_errors: gauge("count", "Writes that failed.", ...OUTPUT),
  fluentd_output_status_retry_count: gauge("count", "Writes that failed, the same as `num_errors`.", ...OUTPUT),
  fluentd_output_status_rollback_count: unconfirmed(gauge("count", "Chunks that were put back into the queue.", ...OUTPUT)),
  fluentd_output_status_slow_flush_count: gauge("count", "Writes that took longer than the configured bound.", ...OUTPUT),
  fluentd_output_status_write_count: gauge("count", "Writes tried.", ...OUTPUT),

  // the operator's router, which counts before a flow's filters
  fluentd_router_records_total: counter("count", "Records of a flow.", "flow", "id"),
});

/** Of a plugin of the shipper, by its name or alias. */
const PLUGIN = ["name"] as const;

/**
 * Series of the log shipper that rules and dashboards may read (read in fluent-bit's documentation, "Monitoring", and in the dashboards
 * of the logging operator; not run). What is confirmed is in answers that people published: fluent-bit's issues 1935 and 9341, of
 * aws-for-fluent-bit 406. They come with the time of the shipper's own clock.
 */
export const shipperSeries = declareSeries({
  fluentbit_input_records_total: unconfirmed(counter("count", "Records read.", ...PLUGIN)),
  fluentbit_input_bytes_total: unconfirmed(counter("bytes", "Bytes read.", ...PLUGIN)),
  fluentbit_output_proc_records_total: unconfirmed(counter("count", "Records sent.", ...PLUGIN)),
  fluentbit_output_proc_bytes_total: unconfirmed(counter("bytes", "Bytes sent.", ...PLUGIN)),
  fluentbit_output_errors_total: counter("count", "Chunks that could not be sent.", ...PLUGIN),
  fluentbit_output_retries_total: unconfirmed(counter("count", "Chunks that were sent again.", ...PLUGIN)),
  fluentbit_output_retries_failed_total: counter("count", "Chunks that were given up.", ...PLUGIN),
  fluentbit_output_retried_records_total: unconfirmed(counter("count", "Records that were sent again.", ...PLUGIN)),
  fluentbit_output_dropped_records_total: counter("count", "Records that were given up.", ...PLUGIN),
});
