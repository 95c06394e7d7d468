import { tracesSeries } from "../../components/traces/series";
import { type Dashboard, dashboard, type Row } from "../../lib/dashboards/dashboard";
import { graph, heat, stat } from "../../lib/dashboards/panel";
import { warningBelow } from "../../lib/dashboards/threshold";
import { ownService, type ServicePods } from "../shared/own-service";

const {
  otelcol_exporter_enqueue_failed_metric_points: pointsNotQueued,
  otelcol_exporter_enqueue_failed_spans: notQueued,
  otelcol_exporter_queue_capacity: capacity,
  otelcol_exporter_queue_size: queued,
  otelcol_exporter_send_failed_metric_points: pointsNotSent,
  otelcol_exporter_send_failed_spans: notSent,
  otelcol_exporter_sent_metric_points: pointsSent,
  otelcol_exporter_sent_spans: sent,
  otelcol_process_cpu_seconds: cpu,
  otelcol_process_memory_rss: memory,
  otelcol_process_uptime: uptime,
  otelcol_processor_batch_batch_send_size: batchSize,
  otelcol_processor_filter_spans_filtered: filtered,
  otelcol_processor_memory_limiter_refused_spans: noMemory,
  otelcol_receiver_accepted_spans: accepted,
  otelcol_receiver_failed_spans: failed,
  otelcol_receiver_refused_spans: refused,
  otelcol_scraper_errored_metric_points: scrapeErrors,
  otelcol_scraper_scraped_metric_points: scraped,
} = tracesSeries;

export interface TracesCollector {
  readonly pods: ServicePods;
  /** Whether it asks databases for their statistics. */
  readonly asksDatabases: boolean;
}

const rate = (by: string, selector: string): string => `sum by (${by}) (rate(${selector}[$__rate_interval]))`;
const orNone = (expr: string): string => `(${expr} or vector(0))`;
const within = (selector: string, range: string): string => orNone(`sum(increase(${selector}[${range}]))`);
const exporterOrNone = (expr: string): string => `${expr} or label_replace(vector(0), "exporter", "none", "", "")`;
const fill = `max by (exporter, data_type) (${queued()} / ${capacity()})`;

export const tracesCollector = ({ pods, asksDatabases }: TracesCollector): Dashboard =>
  dashboard({
    uid: "traces-collector",
    title: "Trace collector",
    folder: "Logging",
    question: "Do the spans that applications send reach the store?",
    asker: "whoever looks for a trace and finds none, or was told that spans are refused or lost",
    areas: ["traces", "database-statistics"],
    next: ["logstore", "logging-pipeline"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Spans taken",
            description: "A second, of all senders. None at all: no application sends, or none reaches the collector.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `sum(rate(${accepted()}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Spans sent to the store",
            description: "A second. Below what is taken for long they wait in the queue, are filtered, or are lost.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `sum(rate(${sent()}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Spans refused",
            description: "In five minutes: no memory is left, or what it sends to is too slow. Senders keep few of them.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `${within(refused(), "5m")} + ${within(noMemory(), "5m")}` }],
            asks: ["TraceSpansRefused"],
          }),
          stat({
            title: "Spans lost",
            description: "In five minutes: they could not be sent, or found the queue full.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `${within(notSent(), "5m")} + ${within(notQueued(), "5m")}` }],
            asks: ["TraceSpansLost"],
          }),
          stat({
            title: "Fullest queue",
            description: "Share of its bytes that are taken. Full, what comes is lost.",
            unit: "ratio",
            decimals: 1,
            width: 4,
            queries: [{ expr: `max(${fill})` }],
            asks: ["TraceCollectorQueueFilling"],
            hasTrend: true,
          }),
          stat({
            title: "Runs for",
            description: "The youngest of its pods. Young without a change, it crashed or ran out of memory.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `min(${uptime()})` }],
            thresholds: [warningBelow(600)],
          }),
        ],
      },
      {
        title: "What comes",
        panels: [
          graph({
            title: "How many spans are taken?",
            description: "By receiver and transport. A jump is an application that samples more, or a loop.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [{ expr: rate("receiver, transport", accepted()), legend: "{{receiver}} {{transport}}" }],
          }),
          graph({
            title: "How many are not taken?",
            description:
              "Spans in five minutes. Refused: what comes behind can't. Failed: they could not be read. No memory: the limiter held.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              { expr: `sum by (receiver, transport) (increase(${refused()}[5m]))`, legend: "{{receiver}} {{transport}} refused" },
              { expr: `sum by (receiver, transport) (increase(${failed()}[5m]))`, legend: "{{receiver}} {{transport}} failed" },
              { expr: within(noMemory(), "5m"), legend: "no memory" },
            ],
          }),
          graph({
            title: "How many browsers' spans are left out?",
            description: "Those that name no application of the site. Many: a page was renamed, or strangers send.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [{ expr: rate("filter", filtered()), legend: "{{filter}}" }],
          }),
        ],
      },
      {
        title: "What goes to the store",
        panels: [
          graph({
            title: "How many spans are sent?",
            description: "By exporter. What falls while as many are taken waits in the queue beside.",
            unit: "per second",
            min: 0,
            queries: [{ expr: rate("exporter", sent()), legend: "{{exporter}}" }],
          }),
          graph({
            title: "How full is each queue?",
            description: "Share of its bytes. It empties within seconds when the store is well.",
            unit: "ratio",
            min: 0,
            max: 1,
            queries: [{ expr: fill, legend: "{{exporter}} {{data_type}}" }],
            asks: ["TraceCollectorQueueFilling"],
          }),
          graph({
            title: "Why are spans lost?",
            description: "Spans in five minutes by what the store answered. Unauthenticated and PermissionDenied: the token.",
            unit: "count",
            min: 0,
            queries: [
              {
                expr: exporterOrNone(`sum by (exporter, error_type) (increase(${notSent()}[5m]))`),
                legend: "{{exporter}} {{error_type}}",
              },
              { expr: within(notQueued(), "5m"), legend: "queue full" },
            ],
          }),
          heat({
            title: "How large are the batches?",
            description: "Spans or samples of one. Small ones cost the store most; large ones wait longer.",
            unit: "count",
            expr: `sum by (le) (increase(${batchSize.bucket()}[$__rate_interval]))`,
          }),
        ],
      },
      ...(asksDatabases ? [databases] : []),
      {
        title: "Itself",
        panels: [
          graph({
            title: "How much memory does it use?",
            description: "Of the process. The limiter refuses spans before the kernel would end it.",
            unit: "bytes",
            min: 0,
            queries: [{ expr: `max by (instance) (${memory()})`, legend: "{{instance}}" }],
          }),
          graph({
            title: "How much processor time does it use?",
            description: "Seconds a second. It goes with the spans; without them it is a batch that is tried again and again.",
            unit: "cores",
            min: 0,
            queries: [{ expr: rate("instance", cpu()), legend: "{{instance}}" }],
          }),
        ],
      },
      ownService(pods),
    ],
  });

const databases: Row = {
  title: "Statistics of databases",
  panels: [
    graph({
      title: "How many samples does each database give?",
      description: "A second. None for an hour and a half: the collector does not reach it, or its account may not read.",
      unit: "per second",
      min: 0,
      width: 8,
      queries: [{ expr: rate("receiver", scraped()), legend: "{{receiver}}" }],
    }),
    graph({
      title: "Which databases fail to give some?",
      description: "Samples in an hour that were asked for and not given: often a view that the account may not read.",
      unit: "count",
      min: 0,
      width: 8,
      queries: [{ expr: `sum by (receiver) (increase(${scrapeErrors()}[1h]))`, legend: "{{receiver}}" }],
    }),
    graph({
      title: "How many samples reach the store?",
      description: "A second, and those that are lost.",
      unit: "per second",
      min: 0,
      width: 8,
      queries: [
        { expr: rate("exporter", pointsSent()), legend: "{{exporter}} sent" },
        {
          expr: `${orNone(`sum(rate(${pointsNotSent()}[$__rate_interval]))`)} + ${orNone(`sum(rate(${pointsNotQueued()}[$__rate_interval]))`)}`,
          legend: "lost",
        },
      ],
    }),
  ],
};
