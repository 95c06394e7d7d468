import { declareSeries, gauge } from "../../lib/series";

const OUTPUT = ["plugin_id", "type"] as const;

/**
 * Series of the log aggregator that rules and dashboards may read (fluent-plugin-prometheus v2.2.2, in_prometheus_output_monitor.rb;
 * the logging operator adds no labels: pkg/resources/fluentd/config.go; read, not run). What only grows is a gauge all the same:
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
  fluentd_output_status_slow_flush_count: gauge("count", "Writes that took longer than the configured bound.", ...OUTPUT),
  fluentd_output_status_write_count: gauge("count", "Writes tried.", ...OUTPUT),
});
