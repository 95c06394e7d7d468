import { logRouterSeries } from "../../components/log-router/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { BLOCKS_BEFORE_END_BYTES } from "../../lib/logs/disk-buffers";
import { matchesNot } from "../../lib/series";
import { withStream } from "../shared/flow-names";
import { ownService, type ServicePods } from "../shared/own-service";

const {
  log_router_record_lag_seconds: lag,
  vector_buffer_max_size_bytes: most,
  vector_buffer_size_bytes: buffered,
  vector_buffer_size_events: waiting,
  vector_component_discarded_events_total: discarded,
  vector_component_errors_total: errors,
  vector_component_received_events_total: received,
  vector_component_sent_events_total: sent,
  vector_http_client_errors_total: unanswered,
  vector_http_client_responses_total: responses,
  vector_http_server_responses_sent_total: answers,
  vector_uptime_seconds: uptime,
  vector_utilization: utilization,
} = logRouterSeries;

const isSource = { component_kind: "source" };
const isSink = { component_kind: "sink" };
const part = "{{component_id}}";
const rate = (by: string, selector: string): string => `sum by (${by}) (rate(${selector}[$__rate_interval]))`;
const increase = (by: string, selector: string, range: string): string => `sum by (${by}) (increase(${selector}[${range}]))`;
/** Where nothing ever failed one line says that this was looked at. */
const orNone = (expr: string): string => `${expr} or label_replace(vector(0), "component_id", "none", "", "")`;
const fill = `max by (component_id) (${buffered()} / (${most()} - ${BLOCKS_BEFORE_END_BYTES}))`;
const refusedShare = `sum by (component_id) (increase(${responses({ status: matchesNot("2..") })}[10m])) / sum by (component_id) (increase(${responses()}[10m]))`;
const meanLag = `sum by (source) (rate(${lag.sum()}[10m])) / sum by (source) (rate(${lag.count()}[10m]))`;
const lost = (range: string): string => increase("component_id", discarded({ intentional: "false" }), range);

export const loggingRouter = (pods: ServicePods): Dashboard =>
  dashboard({
    uid: "logging-router",
    title: "Log router",
    folder: "Logging",
    question: "Does the router turn every line into a record, and does the store take it?",
    asker: "whoever was told of the router, or changed a stream's program",
    areas: ["log-router"],
    next: ["logging-pipeline", "logging-fluentd", "logstore"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Lines that come",
            description: "A second, of all sources: the aggregator, devices that send syslog, and what jobs post.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `sum(rate(${received(isSource)}[5m])) or vector(0)` }],
            hasTrend: true,
          }),
          stat({
            title: "Age of a line that comes",
            description: "On average, of the source where it is highest. Minutes are an aggregator that catches up.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `max(${meanLag})` }],
            asks: ["LogRouterLagging"],
            hasTrend: true,
          }),
          stat({
            title: "Fullest buffer",
            description: "Share of what a buffer takes before it blocks. Full, it holds all streams up.",
            unit: "ratio",
            decimals: 1,
            width: 4,
            queries: [{ expr: `max(${fill})` }],
            asks: ["LogRouterBufferFilling"],
            hasTrend: true,
          }),
          stat({
            title: "Most refused of a sink",
            description: "Share of a sink's requests in ten minutes that the store refused.",
            unit: "ratio",
            decimals: 1,
            width: 4,
            queries: [{ expr: `max(${refusedShare})` }],
            asks: ["LogStoreRefusing"],
            hasTrend: true,
          }),
          stat({
            title: "Lines lost",
            description: "In a quarter of an hour, of the part that lost most. Thrown away without intent; its log names the reason.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${lost("15m")}) or vector(0)` }],
            asks: ["LogRouterDiscarding"],
          }),
          stat({
            title: "Runs for",
            description: "The youngest of its pods. Young without a change: it crashed, and its buffers on disk kept what waited.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `min(${uptime()})` }],
          }),
        ],
      },
      {
        title: "What comes",
        panels: [
          graph({
            title: "How many lines come from each source?",
            description: "A source that falls to nought has a sender that is away; one that rises has a program or a device that shouts.",
            unit: "per second",
            width: 8,
            min: 0,
            queries: [{ expr: rate("component_id", received(isSource)), legend: part }],
          }),
          graph({
            title: "How old are they?",
            description: "By the line's own time, of each source: the average, and what 99 of 100 are younger than.",
            unit: "seconds",
            width: 8,
            min: 0,
            queries: [
              { expr: meanLag, legend: "{{source}} average" },
              {
                expr: `histogram_quantile(0.99, sum by (le, source) (rate(${lag.bucket()}[$__rate_interval])))`,
                legend: "{{source}} 99 of 100",
              },
            ],
            asks: ["LogRouterLagging"],
          }),
          graph({
            title: "Which senders does it refuse?",
            description: "Answers in five minutes that are no success. 4xx: the sender throws the whole chunk away. 5xx: it tries again.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              {
                expr: orNone(increase("component_id, status", answers({ status: matchesNot("2..") }), "5m")),
                legend: `${part} {{status}}`,
              },
            ],
            asks: ["LogRouterRefusing"],
          }),
        ],
      },
      {
        title: "What goes to the store",
        panels: [
          graph({
            title: "How many records does each stream have?",
            description:
              "A second, as they are handed to the store. A stream without any for long: its lines come in another form, or not at all.",
            unit: "per second",
            width: 8,
            min: 0,
            queries: [{ expr: withStream(rate("component_id", sent(isSink))), legend: "{{stream}}" }],
          }),
          graph({
            title: "What share is refused?",
            description:
              "Of a sink's requests in ten minutes. Of one stream: its columns do not fit the store's. Of all: the store or the token.",
            unit: "ratio",
            width: 8,
            min: 0,
            queries: [{ expr: withStream(refusedShare), legend: "{{stream}}" }],
            asks: ["LogStoreRefusing"],
          }),
          graph({
            title: "How does the store answer?",
            description:
              "Answers in five minutes by status, and requests that got none. 400: the form, 401: the token, 429 and 5xx: the store.",
            unit: "count",
            width: 8,
            min: 0,
            queries: [
              { expr: increase("status", responses(), "5m"), legend: "{{status}}" },
              { expr: `sum(increase(${unanswered()}[5m])) or vector(0)`, legend: "no answer" },
            ],
          }),
        ],
      },
      {
        title: "What waits",
        panels: [
          graph({
            title: "How full is each buffer?",
            description:
              "Share of what it takes before it blocks. One that fills: its stream is refused. All that fill: the store is away.",
            unit: "ratio",
            min: 0,
            max: 1,
            queries: [{ expr: withStream(fill), legend: "{{stream}}" }],
            asks: ["LogRouterBufferFilling"],
          }),
          graph({
            title: "How many records wait?",
            description: "In each buffer. At an even rate the count divided by the rate is how late they are.",
            unit: "count",
            min: 0,
            queries: [{ expr: withStream(`sum by (component_id) (${waiting()})`), legend: "{{stream}}" }],
          }),
        ],
      },
      {
        title: "What fails, and what is at its limit",
        panels: [
          graph({
            title: "Which parts fail?",
            description:
              "Errors in five minutes. A sink: look at its receiver. A transform: lines come in another form than its program expects.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: orNone(increase("component_id", errors(), "5m")), legend: part }],
            asks: ["LogRouterErrors"],
          }),
          graph({
            title: "Where are lines lost?",
            description: "Lines in a quarter of an hour that nobody meant to throw away.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: orNone(lost("15m")), legend: part }],
            asks: ["LogRouterDiscarding"],
          }),
          graph({
            title: "What is left out on purpose?",
            description: "Lines a second that a program drops because it should. A sudden rise is a condition that now meets too many.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [{ expr: orNone(rate("component_id", discarded({ intentional: "true" }))), legend: part }],
          }),
          table({
            title: "Which parts are busiest?",
            description: "Share of its time that a part works: at 1 it is the bottleneck, and what is before it waits.",
            width: 24,
            height: 8,
            by: { component_id: "Part", component_kind: "Kind" },
            columns: [
              {
                title: "Busy",
                unit: "ratio",
                decimals: 0,
                expr: `topk(10, max by (component_id, component_kind) (${utilization()}))`,
                thresholds: [warningAbove(0.8)],
              },
            ],
          }),
        ],
      },
      ownService(pods),
    ],
  });
