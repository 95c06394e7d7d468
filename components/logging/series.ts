import { declareSeries, gauge } from "../../lib/series";

/** fluentd's plugins (fluent-plugin-prometheus, README); the ratio is in percent. */
export const aggregatorSeries = declareSeries({
  fluentd_output_status_buffer_available_space_ratio: gauge("ratio", "Percent free.", "type", "plugin_id"),
  fluentd_output_status_buffer_queue_length: gauge("count", "Queued chunks.", "type", "plugin_id"),
  fluentd_output_status_buffer_total_bytes: gauge("bytes", "Buffer bytes.", "type", "plugin_id"),
  fluentd_output_status_emit_count: gauge("count", "Emits (stays 0 when a flow never matches).", "type", "plugin_id", "hostname"),
  fluentd_output_status_emit_records: gauge("count", "Records.", "type", "plugin_id"),
  fluentd_output_status_num_errors: gauge("count", "Errors.", "type", "plugin_id"),
  fluentd_output_status_retry_count: gauge("count", "Retries.", "type", "plugin_id"),
  fluentd_output_status_slow_flush_count: gauge("count", "Slow flushes.", "type", "plugin_id"),
  fluentd_output_status_write_count: gauge("count", "Writes.", "type", "plugin_id"),
});
