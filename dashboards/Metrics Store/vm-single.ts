import { metricsStoreSeries } from "../../components/metrics/series/metrics-store";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { bars, graph, stat } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { askedJobs } from "../../lib/metrics/asked-jobs";
import type { StoreScrapes } from "../../lib/metrics/store-scrapes";
import { matchesNot, select } from "../../lib/series";
import { METRICS_PROGRAM_ALERTS, metricsProgram } from "../shared/metrics-program";
import { metricsStoreParts } from "../shared/metrics-store-parts";

const {
  vm_cache_entries: cacheEntries,
  vm_cache_size_bytes: cacheSize,
  vm_cache_size_max_bytes: mostCache,
  vm_concurrent_insert_capacity: mostWrites,
  vm_concurrent_insert_current: writes,
  vm_concurrent_insert_limit_timeout_total: lateWrites,
  vm_concurrent_select_limit_timeout_total: lateQueries,
  vm_data_size_bytes: dataSize,
  vm_free_disk_space_bytes: free,
  vm_free_disk_space_limit_bytes: reserve,
  vm_http_request_errors_total: requestErrors,
  vm_http_requests_total: requests,
  vm_indexdb_items_dropped_total: indexDropped,
  vm_missing_tsids_for_metric_id_total: indexMisses,
  vm_request_duration_seconds: duration,
  vm_rows: rows,
  vm_rows_added_to_storage_total: stored,
  vm_rows_ignored_total: ignored,
  vm_rows_inserted_total: received,
  vm_slow_queries_total: slowQueries,
  vm_slow_row_inserts_total: slowInserts,
  vm_storage_is_read_only: readOnly,
  vm_total_disk_space_bytes: total,
} = metricsStoreSeries;

/** Recorded beside the alerts on it (rules/metrics-store.ts). */
const freeDays = select("metrics_store:free_days:trend3d");
const SLOWEST = { quantile: "0.99" };

/** The store, whether it is one program or several: each part is asked for what it does. */
export function vmSingle(store: StoreScrapes) {
  const { storage, insert, select: asks, front } = store;
  const programs = front === undefined ? [storage] : [storage, insert, asks, front];
  const ofStorage = { job: storage.job };
  // the index counts its entries as rows too
  const samples = { ...ofStorage, type: matchesNot("indexdb/.+") };
  const ofInsert = { job: insert.job };
  const ofSelect = { job: asks.job };
  const answering = { job: askedJobs(programs) };
  const failing = `sum(rate(${requestErrors(answering)}[$__rate_interval])) / sum(rate(${requests(answering)}[$__rate_interval]))`;
  return dashboard({
    uid: "vm-single",
    title: "Metrics store",
    folder: "Metrics Store",
    question: "Does the metrics store keep and answer everything, and how long will it have room?",
    asker: "whoever sees gaps in graphs, slow pages, or an alert that the store fills",
    areas: ["metrics-store", "metrics-store-parts"],
    alerts: METRICS_PROGRAM_ALERTS,
    next: ["vm-cardinality", "vm-agent", "vm-alert"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Days until it is full",
            description: "By the trend of the last three days. Ten years stand for a store that does not fill.",
            unit: "days",
            decimals: 0,
            width: 4,
            asks: ["MetricsStoreFilling", "MetricsStoreFullSoon"],
            queries: [{ expr: `min(${freeDays()})` }],
          }),
          stat({
            title: "Left of its volume",
            description: "Of the fullest node. What is below a tenth was not planned, and merges need room.",
            unit: "ratio",
            decimals: 0,
            width: 4,
            asks: ["MetricsStoreAlmostFull"],
            queries: [{ expr: `min(${free(ofStorage)} / ${total(ofStorage)})` }],
            hasTrend: true,
          }),
          stat({
            title: "Samples stored",
            description: "In a second. A fall to nothing is an agent that sends nothing, or a store that takes nothing.",
            unit: "per second",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(rate(${stored(ofStorage)}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Active series",
            description: "Series with a sample in the last hour. Memory follows this number: a jump is looked for on the page Cardinality.",
            unit: "count",
            width: 4,
            queries: [{ expr: `sum(${cacheEntries({ ...ofStorage, type: "storage/hour_metric_ids" })})` }],
            hasTrend: true,
          }),
          stat({
            title: "Misses of the cache",
            description: "Each costs a look at the disk. More than a few of a hundred is too little memory for the series that there are.",
            unit: "ratio",
            width: 4,
            asks: ["MetricsStoreSlowInserts"],
            queries: [{ expr: `sum(rate(${slowInserts(ofStorage)}[5m])) / sum(rate(${stored(ofStorage)}[5m]))` }],
            hasTrend: true,
          }),
          stat({
            title: "Does it take samples?",
            description: "A store that has used its reserve refuses all writes until it has room again, and every alert is blind.",
            unit: "flag",
            width: 4,
            queries: [{ expr: `max(${readOnly(ofStorage)})` }],
            means: { 0: { text: "yes", color: "green" }, 1: { text: "read-only", color: "red" } },
          }),
        ],
      },
      goldenSignals({
        title: "Requests",
        traffic: {
          description: "Requests in a second by path. A path that climbs alone is one reader or writer: rules, pages, or the agent.",
          queries: [{ expr: mostOver(8, `sum by (path) (rate(${requests(answering)}[$__rate_interval]))`), legend: "{{path}}" }],
        },
        errors: {
          description: "Of all requests. A few are somebody's wrong query; many are a store that is too busy to answer.",
          queries: [{ expr: failing, legend: "failed" }],
        },
        duration: {
          description:
            "The slowest of a hundred by path. Rules have half a minute for all of a group, pages ten seconds before people leave.",
          queries: [{ expr: `max by (path) (${duration({ ...ofSelect, ...SLOWEST })})`, legend: "{{path}}" }],
          thresholds: [warningAbove(10)],
        },
        saturation: {
          description: "The share of the writes that may run at a time. At 1 the next ones wait, and the agent's queue grows.",
          queries: [{ expr: `max(${writes(ofInsert)} / ${mostWrites(ofInsert)})`, legend: "writes" }],
          thresholds: [warningAbove(0.9)],
        },
      }),
      {
        title: "Room",
        panels: [
          graph({
            title: "What is left on the disk?",
            description: "Beside it the reserve, at which the store becomes read-only. Merges take some and give it back.",
            unit: "bytes",
            min: 0,
            queries: [
              { expr: `min by (instance) (${free(ofStorage)})`, legend: "{{instance}}" },
              { expr: `max(${reserve(ofStorage)})`, legend: "reserve" },
            ],
          }),
          graph({
            title: "What takes the room?",
            description: "Data and index by kind of part. An index that grows faster than the data comes of series that soon end.",
            unit: "bytes",
            min: 0,
            isStacked: true,
            queries: [{ expr: `sum by (type) (${dataSize(ofStorage)})`, legend: "{{type}}" }],
          }),
          graph({
            title: "Bytes for each sample",
            description: "Data without index by samples kept. Above two the values hardly repeat, or there are many short series.",
            unit: "bytes",
            min: 0,
            width: 24,
            height: 6,
            queries: [{ expr: `sum(${dataSize(samples)}) / sum(${rows(samples)})`, legend: "bytes" }],
          }),
        ],
      },
      {
        title: "What comes in",
        panels: [
          graph({
            title: "Samples received, by protocol",
            description: "In a second. Beside it those that are stored: the difference is refused, or on its way.",
            unit: "per second",
            min: 0,
            queries: [
              { expr: `sum by (type) (rate(${received(ofInsert)}[$__rate_interval]))`, legend: "{{type}}" },
              { expr: `sum(rate(${stored(ofStorage)}[$__rate_interval]))`, legend: "stored" },
            ],
          }),
          graph({
            title: "Samples thrown away, by reason",
            description:
              "Within five minutes. Any is lost for good: the log names a series that is too long, has too many labels, or a wrong time.",
            unit: "count",
            min: 0,
            asks: ["MetricsSamplesRefused"],
            queries: [
              { expr: `sum by (reason) (increase(${ignored({ job: askedJobs([insert, storage]) })}[5m]))`, legend: "{{reason}}" },
              { expr: `sum by (reason) (increase(${indexDropped(ofStorage)}[5m]))`, legend: "{{reason}} (index)" },
            ],
          }),
        ],
      },
      {
        title: "What hurts it",
        panels: [
          graph({
            title: "Requests that waited in vain",
            description: "Within five minutes. They found no place until their time was up: rules, pages or samples come late.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["MetricsStoreOverloaded"],
            queries: [
              { expr: `sum(increase(${lateQueries(ofSelect)}[5m]))`, legend: "queries" },
              { expr: `sum(increase(${lateWrites(ofInsert)}[5m]))`, legend: "writes" },
            ],
          }),
          graph({
            title: "Slow queries",
            description: "Within five minutes. The store's log has each with its text: a page or a rule that asks too much.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `sum(increase(${slowQueries(ofSelect)}[5m]))`, legend: "slow" }],
          }),
          graph({
            title: "Look-ups without an answer in the index",
            description: "Within five minutes. For minutes after an unclean stop it is normal; later queries lack series.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["MetricsStoreIndexIncomplete"],
            queries: [{ expr: `sum by (instance) (increase(${indexMisses(ofStorage)}[5m]))`, legend: "{{instance}}" }],
          }),
          bars({
            title: "How full are the caches?",
            description: "The share of what each may take. A full one of series or metric names turns each sample into a look at the disk.",
            unit: "ratio",
            width: 24,
            min: 0,
            max: 1,
            queries: [{ expr: `sort_desc(max by (type) (${cacheSize(ofStorage)} / ${mostCache(ofStorage)}))`, legend: "{{type}}" }],
            thresholds: [warningAbove(0.95)],
          }),
        ],
      },
      ...metricsStoreParts(store),
      metricsProgram(programs),
    ],
  });
}
