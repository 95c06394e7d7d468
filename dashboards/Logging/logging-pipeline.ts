import { kubeletSeries } from "../../components/exporters/series/kubelet";
import { logRouterSeries } from "../../components/log-router/series";
import { logStoreSeries } from "../../components/log-store/series";
import { aggregatorSeries, shipperSeries } from "../../components/logging/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { BLOCKS_BEFORE_END_BYTES } from "../../lib/logs/disk-buffers";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { matchesNot } from "../../lib/series";
import { withStream, withWay } from "../shared/flow-names";

const {
  fluentd_output_status_buffer_queue_length: queued,
  fluentd_output_status_buffer_total_bytes: held,
  fluentd_output_status_num_errors: writeErrors,
  fluentd_router_records_total: routed,
} = aggregatorSeries;
const {
  fluentbit_input_bytes_total: bytesRead,
  fluentbit_input_records_total: read,
  fluentbit_output_dropped_records_total: shipperDropped,
  fluentbit_output_errors_total: sendErrors,
} = shipperSeries;
const {
  log_router_record_lag_seconds: lag,
  vector_buffer_max_size_bytes: bufferMost,
  vector_buffer_size_bytes: buffered,
  vector_component_discarded_events_total: discarded,
  vector_component_errors_total: routerErrors,
  vector_component_received_event_bytes_total: routerBytes,
  vector_component_received_events_total: received,
  vector_http_client_responses_total: responses,
} = logRouterSeries;
const {
  zo_ingest_bytes: storeBytes,
  zo_ingest_errors: refused,
  zo_ingest_memtable_bytes: inMemory,
  zo_ingest_records: taken,
} = logStoreSeries;
const { kubelet_volume_stats_capacity_bytes: capacity, kubelet_volume_stats_used_bytes: used } = kubeletSeries;

export interface LoggingPipeline {
  /** Of the shippers, the aggregator, the router and the store. */
  readonly namespace: string;
  /** Its stations in the order of a line's way, as people call them. */
  readonly stations: Readonly<Record<string, Scraped>>;
}

const fromSources = { component_kind: "source" };
const ofLogs = { stream_type: "logs" };
/** Every line is given to the flow of everything, which has the most. */
const allRouted = `max(sum by (id) (rate(${routed()}[$__rate_interval])))`;
const perSecond = (selector: string): string => `sum(rate(${selector}[$__rate_interval]))`;
const orNone = (expr: string): string => `(${expr} or vector(0))`;
const within = (selector: string, range: string): string => orNone(`sum(increase(${selector}[${range}]))`);
const lost = (range: string): string =>
  [shipperDropped(), discarded({ intentional: "false" }), refused()].map((one) => within(one, range)).join(" + ");

export const loggingPipeline = ({ namespace, stations }: LoggingPipeline): Dashboard =>
  dashboard({
    uid: "logging-pipeline",
    title: "Logging pipeline",
    folder: "Logging",
    question: "Does every line that is written reach the store, and where is it held up or lost?",
    asker: "whoever finds no new lines in the search, or was told that lines are lost",
    areas: ["logging", "log-router", "log-store"],
    next: ["logging-fluentbit", "logging-fluentd", "logging-router", "logstore", "relay"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Lines read on the nodes",
            description: "A second, by all shippers. None at all while programs run means that no shipper works.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `sum(rate(${read()}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Records taken by the store",
            description: "A second, of logs. What is far below the lines that were read waits on the way, or is lost: see below where.",
            unit: "per second",
            width: 4,
            queries: [{ expr: orNone(`sum(rate(${taken(ofLogs)}[5m]))`) }],
            hasTrend: true,
          }),
          stat({
            title: "Age of a line at the router",
            description: "On average, of all lines in ten minutes. Some seconds are usual; minutes are an aggregator that catches up.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `max(sum by (source) (rate(${lag.sum()}[10m])) / sum by (source) (rate(${lag.count()}[10m])))` }],
            asks: ["LogRouterLagging"],
            hasTrend: true,
          }),
          stat({
            title: "Chunks that wait",
            description: "Of the output where most wait. A few are usual; what grows is a receiver that does not take them.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(sum by (plugin_id) (${queued()}))` }],
            thresholds: [warningAbove(10)],
            hasTrend: true,
          }),
          stat({
            title: "Fullest buffer of the router",
            description: "Share of what the buffer before a stream's sink takes. Full, it holds the lines of all streams up.",
            unit: "ratio",
            decimals: 1,
            width: 4,
            queries: [{ expr: `max(${buffered()} / (${bufferMost()} - ${BLOCKS_BEFORE_END_BYTES}))` }],
            asks: ["LogRouterBufferFilling"],
            hasTrend: true,
          }),
          stat({
            title: "Lines lost in a day",
            description: "Given up by shippers, thrown away by the router without intent, or refused by the store. They can't be had back.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: lost("1d") }],
            thresholds: [warningAbove(1), criticalAbove(10_000)],
          }),
        ],
      },
      {
        title: "From station to station",
        panels: [
          graph({
            title: "How many lines pass each station?",
            description:
              "The four lines run close together. Where one is lower than the one before it for long, its lines wait there or are lost; filters of the flows leave out some on purpose.",
            unit: "per second",
            min: 0,
            width: 16,
            queries: [
              { expr: perSecond(read()), legend: "1 read on nodes" },
              { expr: allRouted, legend: "2 given to the flow of everything" },
              { expr: orNone(perSecond(received(fromSources))), legend: "3 came to the router" },
              { expr: orNone(perSecond(taken(ofLogs))), legend: "4 taken by the store" },
            ],
          }),
          graph({
            title: "How many bytes pass them?",
            description: "A jump of bytes without one of lines is a program that writes long lines, such as stack traces or bodies.",
            unit: "bytes per second",
            min: 0,
            width: 8,
            queries: [
              { expr: perSecond(bytesRead()), legend: "1 read on nodes" },
              { expr: orNone(perSecond(routerBytes(fromSources))), legend: "3 came to the router" },
              { expr: orNone(perSecond(storeBytes(ofLogs))), legend: "4 taken by the store" },
            ],
          }),
          timeline({
            title: "Does each station answer?",
            description: "The least of its pods. One that does not answer is where to begin; those before it keep the lines for a while.",
            unit: "flag",
            width: 12,
            height: 7,
            queries: Object.entries(stations).map(([name, { job }]) => ({
              expr: `min(${targetSeries.up({ job })}) or vector(0)`,
              legend: name,
            })) as never,
            means: { 0: { text: "does not answer", color: "red" }, 1: { text: "answers", color: "green" } },
          }),
          graph({
            title: "How old are lines at the router?",
            description:
              "By the line's own time. Half of them and nearly all are younger than this; both high is an aggregator that catches up.",
            unit: "seconds",
            min: 0,
            width: 12,
            height: 7,
            queries: [0.5, 0.99].map((share) => ({
              expr: `histogram_quantile(${share}, sum by (le) (rate(${lag.bucket()}[$__rate_interval])))`,
              legend: share === 0.5 ? "half are younger" : "99 of 100 are younger",
            })) as never,
          }),
        ],
      },
      {
        title: "What waits",
        panels: [
          graph({
            title: "What waits in the aggregator, by output?",
            description: "Bytes in the buffers. One that grows has a receiver that is slow or away; the others go on.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: withWay(`sum by (plugin_id) (${held()})`), legend: "{{way}}" }],
          }),
          graph({
            title: "What waits in the router, by stream?",
            description: "Bytes in the buffer before each sink. All that grow together are a store that does not take them.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: withStream(`sum by (component_id) (${buffered()})`), legend: "{{stream}}" }],
          }),
          graph({
            title: "What is in the store's memory?",
            description: "Records that are in no file yet. It rises and falls; what only rises is a store that can't write.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: `max by (instance) (${inMemory()})`, legend: "{{instance}}" }],
          }),
          table({
            title: "Which volumes of the logging plane are fullest?",
            description: "Buffers and the store itself. A buffer on a full volume loses lines, a store stops to take any.",
            by: { persistentvolumeclaim: "Claim" },
            columns: [
              {
                title: "Used",
                unit: "ratio",
                decimals: 0,
                // a place without claims keeps its buffers on the nodes
                expr: `topk(10, max by (persistentvolumeclaim) (${used({ namespace })} / ${capacity({ namespace })})) or label_replace(vector(0), "persistentvolumeclaim", "none", "", "")`,
                thresholds: [warningAbove(0.8), criticalAbove(0.9)],
              },
            ],
            height: 7,
          }),
        ],
      },
      {
        title: "What fails",
        panels: [
          graph({
            title: "Do shippers and the aggregator deliver?",
            description:
              "Chunks in five minutes that could not be handed on. They are tried again: lines come late, and are lost when buffers are full.",
            unit: "count",
            min: 0,
            queries: [
              { expr: `sum(increase(${sendErrors()}[5m]))`, legend: "shippers" },
              { expr: withWay(`sum by (plugin_id) (increase(${writeErrors()}[5m]))`), legend: "{{way}}" },
            ],
          }),
          graph({
            title: "What share of the router's requests is refused?",
            description: "By sink, of ten minutes. 400 is the form of lines, 401 the token, 5xx the store itself.",
            unit: "ratio",
            min: 0,
            queries: [
              {
                expr: withStream(
                  `sum by (component_id) (increase(${responses({ status: matchesNot("2..") })}[10m])) / sum by (component_id) (increase(${responses()}[10m]))`,
                ),
                legend: "{{stream}}",
              },
            ],
            asks: ["LogStoreRefusing"],
          }),
          graph({
            title: "Where are lines lost?",
            description: "Lines in a quarter of an hour that no station has any more. Anything but nought is a loss to be explained.",
            unit: "count",
            min: 0,
            thresholds: [warningAbove(1)],
            queries: [
              { expr: within(shipperDropped(), "15m"), legend: "given up by shippers" },
              { expr: within(discarded({ intentional: "false" }), "15m"), legend: "thrown away by the router" },
              { expr: within(refused(), "15m"), legend: "refused by the store" },
            ],
          }),
          graph({
            title: "Does the router fail?",
            description: "Errors in five minutes by part: a sink's are its receiver's, a transform's are lines of another form.",
            unit: "count",
            min: 0,
            queries: [
              {
                expr: `sum by (component_id) (increase(${routerErrors()}[5m])) or label_replace(vector(0), "component_id", "none", "", "")`,
                legend: "{{component_id}}",
              },
            ],
            asks: ["LogRouterErrors"],
          }),
        ],
      },
    ],
  });
