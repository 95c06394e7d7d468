import { aggregatorSeries } from "../../components/logging/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat } from "../../lib/dashboards/panel";
import { warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { choice, following } from "../../lib/dashboards/variable";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { matches } from "../../lib/series";
import { withFlow, withWay } from "../shared/flow-names";
import { podsRow } from "../shared/own-service";

// what only grows is a gauge by the plugin's kind alone, and begins anew with the aggregator: `rate` and `increase` are right for it
const {
  fluentd_output_status_buffer_available_space_ratio: room,
  fluentd_output_status_buffer_queue_length: queued,
  fluentd_output_status_buffer_total_bytes: held,
  fluentd_output_status_emit_count: emits,
  fluentd_output_status_emit_records: emitted,
  fluentd_output_status_num_errors: errors,
  fluentd_output_status_rollback_count: rollbacks,
  fluentd_output_status_slow_flush_count: slow,
  fluentd_output_status_write_count: writes,
  fluentd_router_records_total: routed,
} = aggregatorSeries;

export interface Aggregator {
  readonly aggregator: Scraped;
  readonly namespace: string;
}

const output = { plugin_id: matches("$output") };
const byOutput = (selector: string, range: string): string => `sum by (plugin_id) (increase(${selector}[${range}]))`;
const legend = "{{way}}";

export const loggingFluentd = ({ aggregator: { job }, namespace }: Aggregator): Dashboard =>
  dashboard({
    uid: "logging-fluentd",
    title: "Aggregator",
    folder: "Logging",
    question: "Does the aggregator give each flow its lines, and do the receivers take them?",
    asker: "whoever was told that its buffers fill or its writes fail, or misses the lines of a flow",
    alerts: ["LogAggregatorDown", "LogAggregatorBufferFilling", "LogAggregatorWritesFailing", "LogLinesMissing", "LogCatchAllSilent"],
    next: ["logging-pipeline", "logging-fluentbit", "logging-router", "relay"],
    variables: [
      choice("output", "Output", { of: emitted, label: "plugin_id" }),
      following("pod", { of: targetSeries.up({ job }), label: "pod" }),
    ],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Aggregators that answer",
            description:
              "Without any no line goes on and none raises an alert; the shippers keep them for as long as the nodes keep their files.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${targetSeries.up({ job })}) or vector(0)` }],
            thresholds: [warningBelow(1)],
          }),
          stat({
            title: "Lines given to flows",
            description: "A second, counted once for each flow that a line is given to, before the flow's own filters.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `sum(rate(${routed()}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Least room in a buffer",
            description: "Percent that are left of the fullest output's buffer. When it is full, lines are lost.",
            unit: "percent",
            decimals: 0,
            width: 4,
            queries: [{ expr: `min(${room(output)})` }],
            asks: ["LogAggregatorBufferFilling"],
            hasTrend: true,
          }),
          stat({
            title: "Most chunks that wait",
            description: "Of one output. A receiver that keeps up has a few chunks of some seconds.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(sum by (plugin_id) (${queued(output)}))` }],
            thresholds: [warningAbove(10)],
            hasTrend: true,
          }),
          stat({
            title: "Writes that failed",
            description: "In five minutes, of the output that has most of them. The lines are kept and tried again.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${byOutput(errors(output), "5m")})` }],
            asks: ["LogAggregatorWritesFailing"],
            hasTrend: true,
          }),
          stat({
            title: "What waits in all buffers",
            description: "What would be sent late if the aggregator stopped now; on its volume it outlasts a restart.",
            unit: "bytes",
            width: 4,
            queries: [{ expr: `sum(${held(output)})` }],
            hasTrend: true,
          }),
        ],
      },
      {
        title: "Flows",
        panels: [
          graph({
            title: "How many lines is each flow given?",
            description:
              "Before its filters. All that fall at once are the shippers; one that falls alone is a program that writes no more.",
            unit: "per second",
            min: 0,
            queries: [{ expr: withFlow(`sum by (id) (rate(${routed()}[$__rate_interval]))`), legend: "{{flow}}" }],
          }),
          graph({
            title: "How many lines reach each output?",
            description: "After the flow's filters. Nought where the flow is given lines is a filter that lets none through.",
            unit: "per second",
            min: 0,
            queries: [{ expr: withWay(`sum by (plugin_id) (rate(${emitted(output)}[$__rate_interval]))`), legend }],
          }),
          bars({
            title: "Which flows had most lines in a day?",
            description: "A flow without a line looks at pods that are not there, or nobody has written what it is for.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sort_desc(${withFlow(`sum by (id) (increase(${routed()}[1d]))`)})`, legend: "{{flow}}" }],
          }),
          bars({
            title: "Which outputs were given most lines in a day?",
            description: "What a detector's output is given is matched again by the relay; far more than before is a pattern too wide.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sort_desc(${withWay(byOutput(emitted(output), "1d"))})`, legend }],
          }),
        ],
      },
      {
        title: "Buffers",
        panels: [
          graph({
            title: "How much room is left in each buffer?",
            description: "Percent. What falls steadily is a receiver that does not take what comes: mend it before nought.",
            unit: "percent",
            min: 0,
            max: 100,
            width: 8,
            queries: [{ expr: withWay(`min by (plugin_id) (${room(output)})`), legend }],
            asks: ["LogAggregatorBufferFilling"],
          }),
          graph({
            title: "How many chunks wait?",
            description: "To be written, by output. Those of one output: its receiver. Those of all: the aggregator's processor or volume.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: withWay(`sum by (plugin_id) (${queued(output)})`), legend }],
          }),
          graph({
            title: "How large are the buffers?",
            description: "Bytes, of what waits and of what is being gathered.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: withWay(`sum by (plugin_id) (${held(output)})`), legend }],
          }),
        ],
      },
      {
        title: "Writing",
        panels: [
          graph({
            title: "How many writes fail?",
            description:
              "In five minutes, by output. The receiver is away, refuses, or its certificate is not trusted: the aggregator's log says which.",
            unit: "count",
            min: 0,
            queries: [{ expr: withWay(byOutput(errors(output), "5m")), legend }],
            asks: ["LogAggregatorWritesFailing"],
          }),
          graph({
            title: "How many writes are slow or taken back?",
            description:
              "In five minutes. Slow ones: the receiver is at its limit. Chunks taken back into the queue are tried again later.",
            unit: "count",
            min: 0,
            queries: [
              { expr: withWay(byOutput(slow(output), "5m")), legend: "{{way}} slow" },
              { expr: withWay(byOutput(rollbacks(output), "5m")), legend: "{{way}} taken back" },
            ],
          }),
          graph({
            title: "How many writes are tried?",
            description: "A second, by output. None where chunks wait is an output that waits after a failure.",
            unit: "per second",
            min: 0,
            queries: [{ expr: withWay(`sum by (plugin_id) (rate(${writes(output)}[$__rate_interval]))`), legend }],
          }),
          graph({
            title: "How many lines come at a time?",
            description: "Lines of one call to an output. Few at a time cost most: with much traffic it should be many.",
            unit: "count",
            min: 0,
            queries: [
              {
                expr: withWay(
                  `sum by (plugin_id) (rate(${emitted(output)}[$__rate_interval])) / sum by (plugin_id) (rate(${emits(output)}[$__rate_interval]))`,
                ),
                legend,
              },
            ],
          }),
        ],
      },
      podsRow({ namespace, pod: matches("$pod") }),
    ],
  });
