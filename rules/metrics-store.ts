import { metricsStoreSeries } from "../components/metrics/series/metrics-store";
import { vmstorageSeries } from "../components/metrics/series/metrics-store-parts";
import { vmagentSeries } from "../components/metrics/series/vmagent";
import { vmauthSeries } from "../components/metrics/series/vmauth";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { type AlertDraft, alert, area, type RuleBundle, record } from "../lib/alerts/rule";
import { GIB } from "../lib/bytes";
import { days, hours, minutes } from "../lib/duration";
import { askedJobs } from "../lib/metrics/asked-jobs";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import type { StoreScrapes } from "../lib/metrics/store-scrapes";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";

const { up } = targetSeries;
const {
  vm_app_start_timestamp: begun,
  vm_cache_entries: cacheEntries,
  vm_concurrent_insert_limit_timeout_total: lateWrites,
  vm_concurrent_select_limit_timeout_total: lateQueries,
  vm_free_disk_space_bytes: free,
  vm_free_disk_space_limit_bytes: reserve,
  vm_http_request_errors_total: requestErrors,
  vm_indexdb_items_dropped_total: indexDropped,
  vm_missing_tsids_for_metric_id_total: indexMisses,
  vm_new_timeseries_created_total: newSeries,
  vm_rows_added_to_storage_total: stored,
  vm_rows_ignored_total: ignored,
  vm_slow_row_inserts_total: slowInserts,
  vm_storage_is_read_only: readOnly,
  vm_total_disk_space_bytes: total,
} = metricsStoreSeries;

/** Enough to order a disk, or to move what is there. */
const FILLING_DAYS = 14;
/** A weekend. */
const FULL_SOON_DAYS = 2;
/** Of the volume, above the reserve at which the store refuses samples: a day or two of the planned ingest. */
const LAST_SHARE = 0.005;
/** "Not filling": a number all the same, so that the recording never looks dead. */
const LONGEST_DAYS = 3650;
/** Of what comes in. A series that goes on is in the cache: more than this and the cache is too small for the series that there are. */
const SLOW_SHARE = 0.05;
/** Until then every active series has come in again, and those that come once an hour. */
const WARM_SECONDS = hours(1).seconds;
/** Times the series that are active. A daily replacement of every pod makes one. */
const CHURN = 3;

/**
 * The metrics store. Of upstream's alerts (single-node) there is none for MetadataCacheUtilizationIsTooHigh and
 * MetricNameStatsCacheUtilizationIsTooHigh: a full one forgets help texts and counts of queries, and no sample.
 *
 * Of a clustered one each part is asked for what it does itself.
 *
 * @param freeShare of the volume, which the plan leaves free
 */
export function metricsStore(store: StoreScrapes, agent: Scraped, freeShare: number): RuleBundle {
  const { storage, insert, select } = store;
  const asked = { job: storage.job };

  // proofs
  const { job } = storage;
  const instance = "10.42.1.13:8429";
  const at = { job, instance };
  const on = { ...at, path: "/victoria-metrics-data" };
  const old = { [begun(at)]: "-90000x150" };
  const disk = (left: string): SeriesSet => ({
    [free(on)]: left,
    [reserve(on)]: "100000000x500",
    [total(on)]: `${500 * GIB}x500`,
  });
  /** Fills by a GiB in a day, and has less than `of` days left after that many minutes. */
  const shrinking = (of: number, afterMinutes: number) => {
    const perMinute = Math.round(GIB / 1440);
    return disk(`${1e8 + Math.round((of * 1440 + afterMinutes - 0.5) * perMinute)}-${perMinute}x500`);
  };
  const counters = (of: string, hold: number) => ({
    fires: after(minutes(hold + 1), { [of]: growing(4) }),
    silent: [{ [of]: growing(8) }, { [of]: "5x90" }] as const,
  });

  const freeDays = record("metrics_store:free_days:trend3d", {
    // of the fullest of several nodes, whichever it is, so that the trend outlives a pod; over days, because a merge takes and gives back
    expr: [
      "clamp_max(",
      `  min by (job) (${free(asked)} - ${reserve(asked)})`,
      `  / clamp_min(-1 * deriv((min by (job) (${free(asked)}))[3d:10m]), 1)`,
      `  / 86400, ${LONGEST_DAYS}`,
      ")",
    ].join("\n"),
    unit: "days",
    help: `Days until the store takes no more samples, by the trend of the last three; ${LONGEST_DAYS} where it does not fill.`,
    // 2^14 bytes a second, so that no judge rounds
    gives: [
      {
        after: hours(3),
        series: disk(`${200 * GIB}-${60 * 2 ** 14}x500`),
        gives: [[{ job }, (200 * GIB - 180 * 60 * 2 ** 14 - 1e8) / 2 ** 14 / 86_400]],
      },
      { after: hours(3), series: disk(`${200 * GIB}x500`), gives: [[{ job }, LONGEST_DAYS]] },
    ],
  });

  const rules = [
    freeDays,
    storeDown(store),
    alert("MetricsStoreFull", {
      // a store that stands alone stores nothing of itself once it is read-only: it is told just before
      expr: [
        `min by (job, instance) ((${free(asked)} - ${reserve(asked)}) / ${total(asked)}) < ${LAST_SHARE}`,
        `or max by (job, instance) (${readOnly(asked)}) == 1`,
      ].join("\n"),
      for: minutes(2),
      severity: "critical",
      inhibits: [
        { alerts: ["MetricsStoreFullSoon", "MetricsStoreFilling", "MetricsStoreAlmostFull"], sharing: ["job"] },
        { alerts: ["MetricsAgentQueueFilling", "MetricsAgentSendFailing"] },
      ],
      summary: "Metrics store {{ $labels.job }} is full",
      description:
        "{{ $labels.instance }} takes no more samples, or none in a short while: alerts on what is measured are blind then. Enlarge its volume now.",
      fires: [
        { ...disk(`${2.3 * GIB + 1e8}x500`), [readOnly(on)]: "0x500" },
        { ...disk("90000000x500"), [readOnly(on)]: "1x500" },
        { ...disk(`${30 * GIB}x500`), [readOnly(on)]: "1x500" },
      ],
      silent: { ...disk(`${2.7 * GIB + 1e8}x500`), [readOnly(on)]: "0x500" },
    }),
    alert("MetricsStoreFullSoon", {
      expr: `${freeDays.select()} < ${FULL_SOON_DAYS}`,
      for: hours(1),
      severity: "critical",
      inhibits: [{ alerts: ["MetricsStoreFilling", "MetricsStoreAlmostFull"], sharing: ["job"] }],
      reads: [freeDays],
      summary: "Metrics store {{ $labels.job }} is full within two days",
      description:
        "{{ $value | humanize }} days at the pace of the last three. Then it takes nothing, and every alert on what is measured is blind.",
      fires: after(minutes(40 + 60), shrinking(FULL_SOON_DAYS, 40)),
      silent: shrinking(FULL_SOON_DAYS, 101),
    }),
    alert("MetricsStoreFilling", {
      expr: `${freeDays.select()} < ${FILLING_DAYS}`,
      for: hours(6),
      reads: [freeDays],
      summary: "Metrics store {{ $labels.job }} is full within two weeks",
      description: "{{ $value | humanize }} days at the pace of the last three. Enlarge the volume, or keep or scrape less.",
      fires: after(minutes(40 + 360), shrinking(FILLING_DAYS, 40)),
      silent: shrinking(FILLING_DAYS, 401),
    }),
    alert("MetricsStoreAlmostFull", {
      expr: `min by (job, instance) (${free(asked)} / ${total(asked)}) < ${freeShare}`,
      for: minutes(30),
      summary: "Metrics store {{ $labels.job }} has little of its volume left",
      description:
        "{{ $value | humanize }} of it is free (1 is all) at {{ $labels.instance }}: more than the retention was planned to hold.",
      fires: disk(`${47.5 * GIB}x500`),
      silent: disk(`${52.5 * GIB}x500`),
    }),
    alert("MetricsSamplesRefused", {
      // what the agent refuses the store never sees
      expr: [
        `sum by (job, reason) (increase(${vmagentSeries.vm_rows_ignored_total({ job: askedJobs([agent, insert, storage]) })}[5m])) > 0`,
        `or sum by (job, reason) (increase(${indexDropped(asked)}[5m])) > 0`,
      ].join("\n"),
      for: minutes(10),
      summary: "Samples are thrown away by {{ $labels.job }}: {{ $labels.reason }}",
      description:
        "{{ $value | humanize }} in five minutes. The log names a series: it is too long, has too many labels, or a time outside the retention.",
      fires: [
        after(minutes(11), { [ignored({ ...at, reason: "small_timestamp" })]: growing(4) }),
        after(minutes(11), { [vmagentSeries.vm_rows_ignored_total({ job: agent.job, reason: "too_many_labels" })]: growing(4) }),
        after(minutes(11), { [indexDropped({ ...at, reason: "too_long_item" })]: growing(4) }),
      ],
      silent: [
        { [ignored({ ...at, reason: "small_timestamp" })]: growing(8), [indexDropped({ ...at, reason: "too_long_item" })]: growing(8) },
        { [ignored({ ...at, reason: "small_timestamp" })]: "5x60", [indexDropped({ ...at, reason: "too_long_item" })]: "5x60" },
      ],
    }),
    alert("MetricsStoreIndexIncomplete", {
      // after a stop that was not clean it mends itself within minutes
      expr: `sum by (job, instance) (increase(${indexMisses(asked)}[5m])) > 0`,
      for: minutes(15),
      summary: "The index of metrics store {{ $labels.job }} lacks series",
      description:
        "{{ $value | humanize }} look-ups without an answer in five minutes at {{ $labels.instance }}: queries miss series. Read its log.",
      ...counters(indexMisses(at), 15),
    }),
    alert("MetricsStoreSlowInserts", {
      expr: [
        `sum by (job) (rate(${slowInserts(asked)}[5m]))`,
        `/ sum by (job) (rate(${stored(asked)}[5m])) > ${SLOW_SHARE}`,
        // one that has begun knows no series yet
        `unless on (job) time() - max by (job) (${begun(asked)}) < ${WARM_SECONDS}`,
      ].join("\n"),
      for: minutes(15),
      summary: "Metrics store {{ $labels.job }} has too little memory for its series",
      description:
        "{{ $value | humanize }} of its samples are not in the cache and cost a look at the disk. Look for new series, or give it memory.",
      fires: [
        after(minutes(16), { [slowInserts(at)]: "0+5250x150", [stored(at)]: "0+100000x150", ...old }),
        after(minutes(16), { [slowInserts(at)]: growing(4, { step: 200_000, length: 150 }), [stored(at)]: "0+100000x150", ...old }),
        // what came at once in the tenth minute is out of sight five minutes later
        after(minutes(30), { [slowInserts(at)]: "0+5250x150", [stored(at)]: "0+50000x9 2500000+50000x150", ...old }),
        after(minutes(61 + 15), { [slowInserts(at)]: "0+5250x150", [stored(at)]: "0+100000x150", [begun(at)]: "5x150" }),
      ],
      silent: [
        { [slowInserts(at)]: "0+4750x150", [stored(at)]: "0+100000x150", ...old },
        { [slowInserts(at)]: growing(8, { step: 200_000, length: 150 }), [stored(at)]: "0+100000x150", ...old },
        { [slowInserts(at)]: "9000x150", [stored(at)]: "9000x150", ...old },
      ],
    }),
    alert("MetricsStoreChurnHigh", {
      expr: [
        `sum by (job) (increase(${newSeries(asked)}[1d]))`,
        `> ${CHURN} * sum by (job) (${cacheEntries({ ...asked, type: "storage/hour_metric_ids" })})`,
      ].join("\n"),
      for: minutes(15),
      summary: "Metrics store {{ $labels.job }} gets many series that soon end",
      description:
        "{{ $value | humanize }} new ones in a day, three times those that are active. A label changes too often: find it before memory runs short.",
      // 31'000 and 29'000 a day for 10'000 that are active
      fires: after(minutes(1394 + 15), {
        [newSeries(at)]: "0+21.53x3500",
        [cacheEntries({ ...at, type: "storage/hour_metric_ids" })]: "10000x3500",
      }),
      silent: after(days(2), { [newSeries(at)]: "0+20.14x3500", [cacheEntries({ ...at, type: "storage/hour_metric_ids" })]: "10000x3500" }),
    }),
    overloaded(store),
    alert("MetricsStoreRequestErrors", {
      expr: `sum by (job, path) (increase(${requestErrors({ job: askedJobs(partsOf(store)) })}[5m])) > 0`,
      for: minutes(15),
      severity: "info",
      summary: "Metrics store {{ $labels.job }} answers requests to {{ $labels.path }} with errors",
      description:
        "{{ $value | humanize }} in five minutes. A query of somebody is wrong; a rule's or the agent's own has an alert of its own.",
      ...counters(requestErrors({ job: select.job, instance, path: "/api/v1/query_range" }), 15),
    }),
  ];
  return area("metrics-store", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, rules);
}

/** What is asked, and a series of it. */
type Counted = readonly [asked: string, series: string];

/** What lets requests wait, and what turns them away at once. */
function overloaded({ storage, insert, select, front }: StoreScrapes): AlertDraft<"component" | "severity"> {
  const instance = "10.42.1.13:8429";
  const { vm_vmselect_concurrent_requests_limit_timeout_total: lateReads } = vmstorageSeries;
  const {
    vmauth_concurrent_requests_limit_reached_total: turnedAway,
    vmauth_unauthorized_user_concurrent_requests_limit_reached_total: ofUser,
  } = vmauthSeries;
  const counted: readonly [Counted, ...Counted[]] = [
    [lateQueries({ job: select.job }), lateQueries({ job: select.job, instance })],
    [lateWrites({ job: insert.job }), lateWrites({ job: insert.job, instance })],
    ...(front === undefined
      ? []
      : ([
          [lateReads({ job: storage.job }), lateReads({ job: storage.job, instance, addr: ":8401" })],
          [turnedAway({ job: front.job }), turnedAway({ job: front.job, instance })],
          [ofUser({ job: front.job }), ofUser({ job: front.job, instance })],
        ] as const)),
  ];
  const all = (course: string): SeriesSet => Object.fromEntries(counted.map(([, series]) => [series, course]));
  const grows = ([, series]: Counted) => after(minutes(16), { [series]: growing(4) });
  const [first, ...more] = counted;
  return alert("MetricsStoreOverloaded", {
    expr: counted.map(([asked], index) => `${index === 0 ? "" : "or "}sum by (job) (increase(${asked}[5m])) > 0`).join("\n"),
    for: minutes(15),
    summary: "Metrics store {{ $labels.job }} lets requests wait until their time is up",
    description:
      "{{ $value | humanize }} in five minutes: rules and dashboards fail, or samples come late. Find the queries that take longest.",
    fires: [grows(first), ...more.map(grows)],
    silent: [all(growing(8)), all("5x90")],
  });
}

/** The programs that a store is made of, the one that keeps the samples first. */
const partsOf = ({ storage, insert, select, front }: StoreScrapes): Parts =>
  front === undefined ? [storage] : [storage, insert, select, front];

type Parts = readonly [Scraped, ...Scraped[]];

/** Without the store no rule is evaluated: this is for one that can't be scraped, and for a part of a clustered one. */
function storeDown(store: StoreScrapes): AlertDraft<"component"> {
  const parts = partsOf(store);
  const [{ job }, ...others] = parts;
  const answers = (value: string, of: readonly Scraped[] = parts) =>
    Object.fromEntries(of.map((one) => [up({ job: one.job, instance: "10.42.1.13:8429" }), `${value}x10`]));
  return alert("MetricsStoreDown", {
    expr: [`sum by (job) (${up({ job: askedJobs(parts) })}) == 0`, ...parts.map((one) => `or absent(${up({ job: one.job })})`)].join("\n"),
    for: minutes(5),
    severity: "critical",
    summary: "Metrics store: {{ $labels.job }} does not answer",
    description:
      "Rules and dashboards may lack what goes through it. Look at its pods; a store that is gone altogether ends the heartbeat too.",
    fires: [answers("0"), { ...answers("1", others), [up({ job: "node-exporter", instance: "192.168.10.31:9100" })]: "1x10" }],
    silent: [answers("1"), { ...answers("1"), [up({ job, instance: "10.42.2.6:8482" })]: "0x10" }],
  });
}
