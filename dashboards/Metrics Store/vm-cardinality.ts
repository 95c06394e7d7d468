import { metricsStoreSeries } from "../../components/metrics/series/metrics-store";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table } from "../../lib/dashboards/panel";
import { choice } from "../../lib/dashboards/variable";
import { worst } from "../../lib/dashboards/worst";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { StoreScrapes } from "../../lib/metrics/store-scrapes";
import { matches, matchesNot, select } from "../../lib/series";

const {
  vm_cache_entries: cacheEntries,
  vm_data_size_bytes: dataSize,
  vm_new_timeseries_created_total: newSeries,
  vm_rows: rows,
} = metricsStoreSeries;
const { scrape_samples_post_metric_relabeling: left, scrape_samples_scraped: scraped, scrape_series_added: added, up } = targetSeries;

/** Any series: what the store is asked for all names of one job, so that it never reads all that it has. */
const anySeries = select("");
const chosen = { job: "$job" };

export function vmCardinality({ storage }: StoreScrapes) {
  const asked = { job: storage.job };
  const active = `sum(${cacheEntries({ ...asked, type: "storage/hour_metric_ids" })})`;
  return dashboard({
    uid: "vm-cardinality",
    title: "Cardinality",
    folder: "Metrics Store",
    question: "How many series are there, who makes them, and who makes ever new ones?",
    asker: "whoever was told that the store's memory or index grows",
    alerts: ["MetricsStoreChurnHigh", "MetricsStoreSlowInserts", "MetricsSamplesRefused"],
    next: ["vm-single", "exporters-health"],
    shows: "24h",
    // names of series are counted one by one
    refresh: "15m",
    variables: [choice("job", "Job", { of: up, label: "job", isMulti: false })],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Series with samples",
            description: "In the last hour. The store's memory follows it: some kilobytes for each.",
            unit: "count",
            queries: [{ expr: active }],
            hasTrend: true,
          }),
          stat({
            title: "New series in a day",
            description: "A tenth of the active ones is a usual day. More than all of them is a label that changes all the time.",
            unit: "count",
            queries: [{ expr: `sum(increase(${newSeries(asked)}[1d]))` }],
          }),
          stat({
            title: "Samples kept",
            description: "Over the whole retention. It grows until the first month goes, then it stays.",
            unit: "count",
            queries: [{ expr: `sum(${rows(asked)})` }],
          }),
          stat({
            title: "Size of the index",
            description: "It holds names and labels of all that ever was within the retention: short-lived series make it grow.",
            unit: "bytes",
            queries: [{ expr: `sum(${dataSize({ ...asked, type: matchesNot("storage/.+") })})` }],
            hasTrend: true,
          }),
        ],
      },
      {
        title: "How many, and how many new ones",
        panels: [
          graph({
            title: "Active series, and new ones of a day",
            description: "Where the second line comes above the first, series live for less than a day.",
            unit: "count",
            min: 0,
            queries: [
              { expr: active, legend: "active" },
              { expr: `sum(increase(${newSeries(asked)}[1d]))`, legend: "new in a day" },
            ],
          }),
          graph({
            title: "New series, by job",
            description: "In an hour. A peak is a deployment; a job that stays high has a label that never repeats.",
            unit: "count",
            min: 0,
            queries: [{ expr: mostOver(8, `sum by (job) (sum_over_time(${added()}[1h]))`), legend: "{{job}}" }],
          }),
        ],
      },
      {
        title: "Who makes them",
        panels: [
          table({
            title: "Jobs by what they give",
            description: "Samples of one round of scrapes. Choose a job to see its names below.",
            by: { job: "Job" },
            leadsTo: { job: { dashboard: "vm-cardinality", variable: "job" } },
            width: 14,
            height: 12,
            columns: [
              { title: "Samples", expr: `sum by (job) (${left()})`, unit: "count" },
              { title: "Targets", expr: `count by (job) (${up()})`, unit: "count" },
              { title: "New in an hour", expr: `sum by (job) (sum_over_time(${added()}[1h]))`, unit: "count" },
              { title: "Left out", expr: `sum by (job) (${scraped()} - ${left()})`, unit: "count" },
            ],
          }),
          worst({
            title: "Targets that give most",
            description: "Samples of one scrape. One that gives far more than others of its job holds what should not be a label.",
            by: { job: "Job", instance: "Target" },
            width: 10,
            height: 12,
            head: "Samples",
            most: 15,
            expr: `max by (job, instance) (${left()})`,
            unit: "count",
          }),
        ],
      },
      {
        title: "The chosen job",
        panels: [
          table({
            title: "Names with most series",
            description: "Of the chosen job. A histogram has as many as it has buckets: the same name with fewer of them costs a tenth.",
            by: { __name__: "Name" },
            width: 12,
            height: 12,
            columns: [
              {
                title: "Series",
                expr: `topk(20, count by (__name__) (${anySeries({ __name__: matches(".+"), ...chosen })}))`,
                unit: "count",
              },
            ],
          }),
          graph({
            title: "What does the job give?",
            description: "Samples of one round of scrapes, and what relabelling leaves of them. A step up stays for the whole retention.",
            unit: "count",
            min: 0,
            height: 12,
            queries: [
              { expr: `sum(${scraped(chosen)})`, legend: "scraped" },
              { expr: `sum(${left(chosen)})`, legend: "kept" },
            ],
          }),
          graph({
            title: "New series of the job",
            description: "In an hour. Zero is right for what runs on.",
            unit: "count",
            min: 0,
            width: 24,
            height: 6,
            queries: [{ expr: `sum(sum_over_time(${added(chosen)}[1h]))`, legend: "new" }],
          }),
        ],
      },
    ],
  });
}
