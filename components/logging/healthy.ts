import { around, counts, never, still } from "../../lib/world/course";
import { each, healthy } from "../../lib/world/healthy";
import { aggregatorSeries } from "./series";

export const loggingHealthy = healthy(aggregatorSeries, ({ site: { namespaces } }) => {
  const outputs = ["pod-io", "postfix"].map(
    (flow) => `clusterflow:${namespaces.logging}:${flow}:clusteroutput:${namespaces.logging}:relay`,
  );
  const all = <Course extends object>(course: Course) => each(outputs, (plugin_id) => ({ plugin_id, type: "http" }), course);
  return {
    fluentd_output_status_buffer_available_space_ratio: all(around(98, 1.5)),
    fluentd_output_status_buffer_queue_length: all(still(0)),
    fluentd_output_status_buffer_total_bytes: all(around(20_000, 15_000)),
    fluentd_output_status_emit_count: all(counts(0.2)),
    fluentd_output_status_emit_records: all(counts(1)),
    fluentd_output_status_num_errors: all(never),
    fluentd_output_status_retry_count: all(never),
    fluentd_output_status_slow_flush_count: all(never),
    fluentd_output_status_write_count: all(counts(0.1)),
  };
});
