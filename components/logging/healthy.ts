import { around, counts, evenly, never, still } from "../../lib/world/course";
import { by, each, healthy } from "../../lib/world/healthy";
import { digits } from "../../lib/world/luck";
import { aggregatorSeries, CATCH_ALL, shipperSeries } from "./series";

export const loggingHealthy = healthy(aggregatorSeries, ({ site: { namespaces }, seed }) => {
  const flows = ["pod-io", "postfix"].map((flow) => `clusterflow:${namespaces.logging}:${flow}`);
  const everything = `clusterflow:${namespaces.logging}:${CATCH_ALL}`;
  const outputs = [
    ...flows.map((flow) => `${flow}:clusteroutput:${namespaces.logging}:relay`),
    `${everything}:clusteroutput:${namespaces.logging}:router`,
  ];
  const all = <Course extends object>(course: Course) => each(outputs, (plugin_id) => ({ plugin_id, type: "http" }), course);
  return {
    fluentd_output_status_buffer_available_space_ratio: all(around(98, 1.5)),
    fluentd_output_status_buffer_queue_length: all(still(0)),
    fluentd_output_status_buffer_total_bytes: all(around(20_000, 15_000)),
    fluentd_output_status_emit_count: all(counts(0.2)),
    fluentd_output_status_emit_records: all(counts(1)),
    fluentd_output_status_num_errors: all(never),
    fluentd_output_status_retry_count: all(never),
    fluentd_output_status_rollback_count: all(never),
    fluentd_output_status_slow_flush_count: all(never),
    fluentd_output_status_write_count: all(counts(0.1)),
    // every line goes to the catch-all
    fluentd_router_records_total: each(
      [...flows, everything],
      (id) => ({ flow: `@${digits(seed, id, 32)}`, id }),
      (id) => counts(id === everything ? 5 : 1),
    ),
  };
});

export const shipperHealthy = healthy(shipperSeries, () => {
  // what is read is sent
  const input = (perSecond: number) => by("name", { "tail.0": evenly(perSecond) });
  const output = <Course extends object>(course: Course) => by("name", { "forward.0": course });
  return {
    fluentbit_input_records_total: input(5),
    fluentbit_input_bytes_total: input(2000),
    fluentbit_output_proc_records_total: output(evenly(5)),
    fluentbit_output_proc_bytes_total: output(evenly(2000)),
    fluentbit_output_errors_total: output(never),
    fluentbit_output_retries_total: output(never),
    fluentbit_output_retries_failed_total: output(never),
    fluentbit_output_retried_records_total: output(never),
    fluentbit_output_dropped_records_total: output(never),
  };
});
