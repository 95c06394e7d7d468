import { aggregatorSeries } from "../../components/logging/series";
import { relaySeries } from "../../components/relay/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { bars, graph, heat, stat } from "../../lib/dashboards/panel";
import { criticalAbove, criticalBelow, warningAbove } from "../../lib/dashboards/threshold";
import type { LocalDetector } from "../../lib/logs/detector";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import type { Workload } from "../../lib/network/workload";
import { matches, matchesNot } from "../../lib/series";
import { ownService } from "../shared/own-service";
import { partOf } from "../shared/share";

const {
  fluentd_output_status_buffer_available_space_ratio: room,
  fluentd_output_status_buffer_queue_length: queue,
  fluentd_output_status_emit_records: emitted,
  fluentd_output_status_num_errors: outputErrors,
} = aggregatorSeries;
const {
  relay_alertmanager_post_retries_total: retries,
  relay_alertmanager_posts_total: posts,
  relay_alerts_total: alerts,
  relay_events_skipped_total: skipped,
  relay_events_total: events,
  relay_ingest_duration_seconds: duration,
  relay_ingest_requests_total: requests,
} = relaySeries;

/** The outputs of the aggregator that lead here; their names hold the flow (components/logging/series.ts). */
const toRelay = { plugin_id: matches(".+:clusteroutput:.+:relay") };
const byFlow = (expr: string): string =>
  `sum by (flow) (label_replace(${expr}, "flow", "$1", "plugin_id", "clusterflow:[^:]+:([^:]+):.+"))`;
const ofPosts = (outcome: string, range: string): string =>
  partOf(`sum(increase(${posts({ outcome })}[${range}]))`, `sum(increase(${posts()}[${range}]))`);
const answered = `sum(rate(${requests()}[$__rate_interval]))`;

export function relayPage(workload: Workload, { job }: Scraped, detectors: readonly LocalDetector[]) {
  return dashboard({
    uid: "relay",
    title: "Log-to-alert relay",
    folder: "Alerting",
    question: "Does every log line that should alert become an alert, and at once?",
    asker: "whoever wonders whether a line in a log was noticed",
    areas: ["relay"],
    alerts: detectors.map(({ alert }) => alert),
    next: ["logging-fluentd", "alertmanager", "alerts-overview"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Replicas that answer",
            description: "None: lines wait in the aggregator until its buffer overflows, and raise no alert meanwhile.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${targetSeries.up({ job })})` }],
            thresholds: [criticalBelow(1)],
          }),
          stat({
            title: "Lines looked at",
            description: "In a second: those that the flows' filters let through. Nothing at all for long is a flow that matches nothing.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `sum(rate(${events()}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Alerts raised in a day",
            description: "By all detectors. Which of them, the bars below say.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${alerts()}[1d]))` }],
          }),
          stat({
            title: "Batches of alerts lost in a day",
            description: "Those that the alert manager refused for good. Every one is an alert that nobody got.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: ofPosts("rejected", "1d") }],
            thresholds: [criticalAbove(1)],
          }),
          stat({
            title: "Time until an answer",
            description:
              "The slowest of a hundred requests, with the alert manager's answer in it. Beyond ten seconds the aggregator gives up.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `histogram_quantile(0.99, sum by (le) (rate(${duration.bucket()}[10m])))` }],
            thresholds: [warningAbove(1), criticalAbove(10)],
            hasTrend: true,
          }),
          stat({
            title: "Left of the buffer",
            description: "Of the flow that has least. When nothing is left the oldest lines go, and their alerts with them.",
            unit: "percent",
            decimals: 0,
            width: 4,
            asks: ["RelayBufferOverflow"],
            queries: [{ expr: `min(${room(toRelay)})` }],
            hasTrend: true,
          }),
        ],
      },
      goldenSignals({
        title: "Requests of the aggregator",
        traffic: {
          description: "In a second, by answer. The aggregator sends a chunk a few seconds after its first line.",
          queries: [{ expr: `sum by (code) (rate(${requests()}[$__rate_interval]))`, legend: "{{code}}" }],
        },
        errors: {
          description: "What is answered with 5xx comes again; what is answered with 4xx is thrown away by the aggregator.",
          queries: [
            {
              expr: `(sum(rate(${requests({ code: matchesNot("2..") })}[$__rate_interval])) or 0 * ${answered}) / ${answered}`,
              legend: "failed",
            },
          ],
        },
        duration: {
          description: "From the request's headers to the answer: half of them, and all but one in a hundred.",
          queries: [
            { expr: `histogram_quantile(0.5, sum by (le) (rate(${duration.bucket()}[$__rate_interval])))`, legend: "half" },
            { expr: `histogram_quantile(0.99, sum by (le) (rate(${duration.bucket()}[$__rate_interval])))`, legend: "99 of 100" },
          ],
        },
      }),
      {
        title: "What do the detectors find?",
        panels: [
          bars({
            title: "Alerts of a day, by detector",
            description: "What each found. One that never finds anything is right, as long as its flow below has lines.",
            unit: "count",
            decimals: 0,
            height: 9,
            min: 0,
            queries: [{ expr: `sort_desc(sum by (alertname) (increase(${alerts()}[1d])))`, legend: "{{alertname}}" }],
          }),
          graph({
            title: "Alerts over time, by detector",
            description: "Within an hour. A burst is one fault that is logged again and again; its alert is one all the same.",
            unit: "count",
            min: 0,
            height: 9,
            queries: [{ expr: `sum by (alertname) (increase(${alerts()}[1h]))`, legend: "{{alertname}}" }],
          }),
          graph({
            title: "Lines that reach it, by flow",
            description: "In a second. A flow that falls to nothing and stays there lost its pods, or its filter matches no more.",
            unit: "per second",
            min: 0,
            queries: [{ expr: byFlow(`rate(${emitted(toRelay)}[$__rate_interval])`), legend: "{{flow}}" }],
          }),
          graph({
            title: "Elements that are no line",
            description: "Within an hour, by why they were passed over. Many are a change of the logs' shape: their alerts are lost.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (reason) (increase(${skipped()}[1h]))`, legend: "{{reason}}" }],
            thresholds: [warningAbove(100)],
          }),
        ],
      },
      {
        title: "Does it get on to the alert manager?",
        panels: [
          graph({
            title: "Batches that were not taken",
            description: "Within ten minutes, after all retries. The aggregator sends them again until its buffer is full.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["RelayPostFailing"],
            queries: [{ expr: ofPosts("failed", "10m"), legend: "failed" }],
          }),
          graph({
            title: "Batches that were refused",
            description: "Within a quarter of an hour. Their alerts are lost: the relay's log has the alert manager's answer.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["RelayAlertsRejected"],
            queries: [{ expr: ofPosts("rejected", "15m"), legend: "refused" }],
          }),
          graph({
            title: "Posts, and those that were repeated",
            description: "Within ten minutes. Repeats without failures are an alert manager that was away for a moment.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `sum(increase(${posts()}[10m]))`, legend: "batches" },
              { expr: `sum(increase(${retries()}[10m]))`, legend: "repeated" },
            ],
          }),
        ],
      },
      {
        title: "What waits in the aggregator?",
        panels: [
          graph({
            title: "Chunks that it refused",
            description: "Answers of 4xx within ten minutes. Each was a whole chunk of lines that the aggregator threw away.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["RelayRefusing"],
            queries: [{ expr: `sum(increase(${requests({ code: matches("4..") })}[10m])) or vector(0)`, legend: "refused" }],
          }),
          graph({
            title: "Chunks that wait, by flow",
            description: "More than a few for minutes: the relay does not answer, or takes too long.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: byFlow(queue(toRelay)), legend: "{{flow}}" }],
          }),
          graph({
            title: "Writes that failed, by flow",
            description: "Within ten minutes, as the aggregator counts them. Each is tried again while its buffer has room.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: byFlow(`increase(${outputErrors(toRelay)}[10m])`), legend: "{{flow}}" }],
          }),
          heat({
            title: "How long did requests take?",
            description: "All of them, by time. A second band above the first is an alert manager that answers late.",
            unit: "seconds",
            width: 24,
            expr: `sum by (le) (increase(${duration.bucket()}[$__rate_interval]))`,
          }),
        ],
      },
      ownService(workload),
    ],
  });
}
