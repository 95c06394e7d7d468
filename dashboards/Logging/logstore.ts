import { logRouterSeries } from "../../components/log-router/series";
import { podLogs } from "../../components/log-router/streams/pod-logs/stream";
import { SHARED_COLUMNS } from "../../components/log-router/streams/shared-columns";
import { logStoreSeries } from "../../components/log-store/series";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, logs, stat, text, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { all } from "../../lib/log-store/condition";
import { logView } from "../../lib/log-store/log-view";
import { isPersonal, type Stream } from "../../lib/logs/stream";
import { withStream } from "../shared/flow-names";
import { ownService, type ServicePods } from "../shared/own-service";

const {
  zo_ingest_bytes: bytes,
  zo_ingest_errors: refused,
  zo_ingest_memtable_bytes: inMemory,
  zo_ingest_parquet_files: files,
  zo_ingest_records: taken,
  zo_meta_num_nodes: nodes,
  zo_node_up: up,
  zo_query_running_nums: running,
  zo_query_timeout_nums: timeouts,
  zo_storage_compressed_bytes: stored,
  zo_storage_records: records,
} = logStoreSeries;
const { vector_component_sent_events_total: sent } = logRouterSeries;

export interface LogStore {
  readonly streams: readonly Pick<Stream, "name" | "what" | "source" | "columns" | "retentionDays">[];
  readonly pods: ServicePods;
}

const isSink = { component_kind: "sink" };
const legend = "{{stream_type}}";
/** A sink is called after its stream. */
const byStream = (perSink: string): string => `sum by (stream) (${withStream(perSink)})`;
const ofType = (selector: string): string => `sum by (stream_type) (rate(${selector}[$__rate_interval]))`;

export const logstore = ({ streams, pods }: LogStore): Dashboard =>
  dashboard({
    uid: "logstore",
    title: "Log store",
    folder: "Logging",
    question: "Does the store take what is sent, find what is asked, and how much does it hold?",
    asker: "whoever finds a search slow or empty, or plans how long logs are kept",
    areas: ["log-store", "log-store-settings"],
    alerts: ["LogStoreRefusing"],
    next: ["logging-pipeline", "logging-router", "svc-databases", "objectstore"],
    shows: "24h",
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Records taken",
            description: "A second, of logs, metrics and traces together. Nought while the router sends is a store that takes nothing.",
            unit: "per second",
            width: 4,
            queries: [{ expr: `sum(rate(${taken()}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Taken in a day",
            description: "Uncompressed bytes. Times the days of retention it is what a store without compression would hold.",
            unit: "bytes",
            width: 4,
            queries: [{ expr: `sum(increase(${bytes()}[1d]))` }],
          }),
          stat({
            title: "Stored",
            description: "Compressed bytes of everything that is kept now.",
            unit: "bytes",
            width: 4,
            queries: [{ expr: `sum(${stored()})` }],
            hasTrend: true,
          }),
          stat({
            title: "Records refused",
            description:
              "In a quarter of an hour, of the stream that has most of them. They are lost, though the answer said that all was well.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(sum by (stream) (increase(${refused()}[15m]))) or vector(0)` }],
            asks: ["LogStoreRecordsRefused"],
          }),
          stat({
            title: "Searches that run",
            description: "Now. Many for long are a dashboard or a script that asks for too much.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(${running()})` }],
            hasTrend: true,
          }),
          stat({
            title: "Searches that took too long",
            description: "Within an hour. They ended without an answer: ask for less time, or by a column instead of in the text.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${timeouts()}[1h])) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
        ],
      },
      {
        title: "Streams",
        panels: [
          graph({
            title: "How many records does each stream bring?",
            description: "A second, as the router hands them over. One that doubles fills the store in half the time.",
            unit: "per second",
            min: 0,
            width: 14,
            height: 12,
            isStacked: true,
            queries: [{ expr: `${byStream(`rate(${sent(isSink)}[$__rate_interval])`)} or ${none(streams)}`, legend: "{{stream}}" }],
          }),
          bars({
            title: "How many came in a day?",
            description: "Every declared stream has a bar: one of nought is never written, or its lines are recognised as another's.",
            unit: "count",
            min: 0,
            width: 10,
            height: 12,
            queries: [
              {
                expr: `sort_desc(${byStream(`increase(${sent(isSink)}[1d])`)} or ${none(streams)})`,
                legend: "{{stream}}",
              },
            ],
          }),
          text({
            title: "What is in which stream, and for how long?",
            description: "As they are declared. Marked ones say something of people.",
            height: Math.min(4 + streams.length, 18),
            markdown: tableOf(streams),
          }),
        ],
      },
      {
        title: "Taking",
        panels: [
          graph({
            title: "How many records are taken?",
            description: "By kind. Logs that stop while the router sends: search for the newest, then look at the store's log.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [{ expr: ofType(taken()), legend }],
          }),
          graph({
            title: "How many bytes are taken?",
            description: "Uncompressed, by kind: what the object store or the volume has to take in the end.",
            unit: "bytes per second",
            min: 0,
            width: 8,
            queries: [{ expr: ofType(bytes()), legend }],
          }),
          graph({
            title: "What is refused?",
            description: "Records in a quarter of an hour by stream and reason. `schema` is a column that changed its type.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `sum by (stream, error_type) (increase(${refused()}[15m])) or label_replace(vector(0), "stream", "none", "", "")`,
                legend: "{{stream}} {{error_type}}",
              },
            ],
            asks: ["LogStoreRecordsRefused"],
          }),
          graph({
            title: "How much is in memory alone?",
            description: "Records that are in no file yet, of each process. It rises and falls; what only rises can't be written.",
            unit: "bytes",
            min: 0,
            queries: [{ expr: `max by (instance) (${inMemory()})`, legend: "{{instance}}" }],
          }),
          graph({
            title: "How many files wait for the object store?",
            description:
              "By kind. What grows for an hour is an object store that does not take them, or a process that does not come round to it.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (stream_type) (${files()})`, legend }],
          }),
        ],
      },
      {
        title: "Keeping",
        panels: [
          graph({
            title: "How much is stored?",
            description: "Compressed, by kind. It rises until the retention of the longest stream is reached, and stays then.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (stream_type) (${stored()})`, legend }],
          }),
          graph({
            title: "How much more is it than a day ago?",
            description: "What comes less what is deleted. Above nought for longer than the retention, more is written than before.",
            unit: "bytes",
            width: 8,
            queries: [{ expr: `sum by (stream_type) (delta(${stored()}[1d]))`, legend }],
          }),
          graph({
            title: "How many bytes does a record take?",
            description: "Compressed, on average of all that is kept of a kind. A jump is a stream of longer lines.",
            unit: "bytes",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (stream_type) (${stored()}) / sum by (stream_type) (${records()})`, legend }],
          }),
        ],
      },
      {
        title: "Searching, and who does it",
        panels: [
          graph({
            title: "How many searches run?",
            description: "By organization. A plateau is a queue: searches wait for each other.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sum by (organization) (${running()})`, legend: "{{organization}}" }],
          }),
          graph({
            title: "How many processes know of each other?",
            description: "By what they do. Fewer than were started: one can't reach the coordinator, and its work is left undone.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `max by (node_role) (${nodes()})`, legend: "{{node_role}}" }],
          }),
          timeline({
            title: "Which release runs?",
            description: "Each release that a process says it is. Two at once for long are an update that got stuck.",
            unit: "flag",
            width: 8,
            queries: [{ expr: `max by (version) (${up()})`, legend: "{{version}}" }],
            means: { 0: { text: "stops", color: "orange" }, 1: { text: "runs", color: "green" } },
          }),
          logs({
            title: "What does the logging plane complain of?",
            description:
              "Errors of its own pods, the newest first: the store's reason for a refusal, the router's for a line that it lost.",
            view: complaints(pods.namespace),
          }),
        ],
      },
      ownService(pods),
    ],
  });

/** Nought for each stream, so that one without a record is seen. */
const none = (streams: LogStore["streams"]): string =>
  streams.map(({ name }) => `label_replace(vector(0), "stream", "${name}", "", "")`).join(" or ");

function tableOf(streams: LogStore["streams"]): string {
  const head = ["Stream", "What", "Comes from", "Kept for", "About people"];
  const lines = streams.map((stream) => [
    `\`${stream.name}\``,
    stream.what,
    stream.source,
    `${stream.retentionDays} days`,
    isPersonal(stream as Stream) ? "yes" : "",
  ]);
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const complaints = (namespace: string) =>
  logView(podLogs.name, { ...SHARED_COLUMNS, ...podLogs.columns }, "Errors of the logging plane", {
    what: "what the pods of the logging plane complain of",
    where: (column) => all(column.namespace.is(namespace), column.log_level.is("error", "fatal")),
    shows: ["service_name", "pod", "log"],
  });
