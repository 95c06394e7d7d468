import type { Scrape } from "../../lib/metrics/scrape";
import type { LoggingWorkloads } from "./network";

/** The logging operator's workloads; their scrapes come with the log plane, and the agent is let in already. */
export function loggingScrapes({ shipper, aggregator }: Pick<LoggingWorkloads, "shipper" | "aggregator">): Scrape[] {
  const until = "the log plane";
  return [
    {
      name: "log-aggregator",
      from: { kind: "pending", until, to: { workload: aggregator, port: "metrics" } },
      // fluent-plugin-prometheus, README; the ratio is in percent
      series: [
        "fluentd_output_status_buffer_available_space_ratio",
        "fluentd_output_status_buffer_queue_length",
        "fluentd_output_status_buffer_total_bytes",
        "fluentd_output_status_emit_count",
        "fluentd_output_status_emit_records",
        "fluentd_output_status_num_errors",
        "fluentd_output_status_retry_count",
        "fluentd_output_status_slow_flush_count",
        "fluentd_output_status_write_count",
      ],
    },
    { name: "log-shipper", from: { kind: "pending", until, to: { workload: shipper, port: "metrics" } }, series: [] },
  ];
}
