import { vmagentSeries } from "../components/metrics/series/vmagent";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { type Condition, matches, matchesNot } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";
import { serviceDown } from "./service-down";

const {
  vm_persistentqueue_blocks_dropped_total: dropped,
  vm_persistentqueue_bytes_dropped_total: droppedBytes,
  vm_persistentqueue_bytes_pending: queued,
  vm_persistentqueue_read_duration_seconds_total: readTime,
  vm_persistentqueue_write_duration_seconds_total: writeTime,
  vm_promscrape_config_last_reload_successful: loaded,
  vm_promscrape_scrape_pool_targets: poolTargets,
  vm_promscrape_targets: targets,
  vmagent_relabel_config_last_reload_successful: relabelLoaded,
  vmagent_remotewrite_packets_dropped_total: refused,
  vmagent_remotewrite_pending_data_bytes: waiting,
  vmagent_remotewrite_retries_count_total: retries,
} = vmagentSeries;

/** A queue's disk that is busy for longer has no time left for more. */
const DISK_SHARE = 0.9;
/** The first receiver that the agent is given, by the number that it puts before the address, which is a secret to it. */
const STORE = "1:.+";
/** It keeps some hundred blocks in memory, of some hundred kB. */
const MEMORY_BYTES = 1e8;
/** One node or one exporter that is down has an alert of its own; this many at once are the agent's own trouble, or the network's. */
export const DOWN_SHARE = 0.1;

/** What looks gone where nobody asks. */
const UNHEARD = [
  "AlertManagerDown",
  "ApiServerDown",
  "BatchJobNeverRan",
  "CdToolDown",
  "CertManagerDown",
  "IngressDown",
  "KubeletDown",
  "MetricsEvaluatorUnwatched",
  "NodePressureMissing",
  "ObjectStatesDown",
  "RelayDown",
  "SecretSyncDown",
  "StatusPageAdapterDown",
] as const;

/**
 * The scraper agent. While nothing of it reaches the store, none of what it tells of itself does either, so that its absence alone can
 * fire then; the others are for a receiver of several, a replica of several, and what it tells late.
 *
 * Of upstream's alerts (vmagent) there is none for
 * - SeriesLimitHourReached, SeriesLimitDayReached: no limit on series is set;
 * - StreamAggr...: nothing is aggregated on the way;
 * - TooManyWriteErrors: nothing is pushed to it;
 * - RemoteWriteConnectionIsSaturated: a connection that is always busy does no harm while the queue does not grow (MetricsAgentQueueFilling).
 */
export function metricsAgent(scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const asked = { job };

  // proofs: the receiver's address is a secret to the agent, who numbers it
  const at = { job, instance: "10.42.1.11:8429" };
  const queue = { ...at, path: "/vmagent_pq/vmagent-remotewrite-data/persistent-queue/1_A425343AD171E70C", name: "1:secret-url" };
  const url = { ...at, url: queue.name };
  const waits = (bytes: string) => ({ [queued(queue)]: bytes });
  const held = (bytes: string) => ({ [waiting({ ...at, path: queue.path, url: queue.name })]: bytes });
  const found = (down: number, up: number) => ({
    [targets({ ...at, type: "kubernetes_sd_configs", status: "down" })]: `${down}x60`,
    [targets({ ...at, type: "kubernetes_sd_configs", status: "up" })]: `${up}x60`,
  });
  const pool = (up: string, instance = at.instance) => ({
    [poolTargets({ job, instance, scrape_job: "serviceScrape/monitoring/relay/0", status: "up" })]: up,
    [poolTargets({ job, instance, scrape_job: "serviceScrape/monitoring/relay/0", status: "down" })]: "0x60",
  });
  const reads = (seconds: string) => ({ [readTime(at)]: seconds });
  const writes = (seconds: string) => ({ [writeTime(at)]: seconds });
  /** The receiver of the curated series: what they are copies of is in the store. */
  const copies = { ...queue, path: queue.path.replace("1_", "2_"), name: "2:secret-url" };
  const drops = (of: typeof dropped | typeof droppedBytes, name: Condition) =>
    `sum by (job, name) (increase(${of({ ...asked, name })}[5m])) > 0`;
  const bursts = (period: number, step: number) => [reads, writes].map((of) => after(minutes(16), of(growing(period, { step }))));

  return area("metrics-agent", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("MetricsAgentDown", scraped, {
      inhibits: [{ alerts: UNHEARD }],
      component: "Platform",
      severity: "critical",
      summary: "No new samples: the scraper agent is down, or the store takes nothing from it",
      description:
        "Every alert on what is measured is blind, and alerts on absence fire by themselves. Look at the agent, then at the store's disk.",
    }),
    alert("MetricsAgentQueueDropping", {
      expr: [dropped, droppedBytes].map((of) => drops(of, matches(STORE))).join("\nor "),
      for: minutes(10),
      severity: "critical",
      summary: "The agent's queue {{ $labels.name }} is full: samples are lost",
      description:
        "{{ $value | humanize }} blocks or bytes in five minutes, the oldest first. Mend the receiver: what is dropped does not come back.",
      fires: [after(minutes(11), { [dropped(queue)]: growing(4) }), after(minutes(11), { [droppedBytes(queue)]: growing(4) })],
      silent: [
        { [dropped(queue)]: growing(8), [droppedBytes(queue)]: growing(8) },
        { [dropped(queue)]: "3x60", [droppedBytes(queue)]: "3x60" },
        { [dropped(copies)]: growing(1), [droppedBytes(copies)]: growing(1) },
      ],
    }),
    alert("MetricsAgentCopiesDropping", {
      expr: [dropped, droppedBytes].map((of) => drops(of, matchesNot(STORE))).join("\nor "),
      for: minutes(10),
      summary: "The agent's queue {{ $labels.name }} is full: the log store gets no whole copies",
      description:
        "{{ $value | humanize }} blocks or bytes in five minutes, the oldest first. The metrics store has them all. Look at the log store.",
      fires: [after(minutes(11), { [dropped(copies)]: growing(4) }), after(minutes(11), { [droppedBytes(copies)]: growing(4) })],
      silent: [
        { [dropped(copies)]: growing(8), [droppedBytes(copies)]: growing(8) },
        { [dropped(copies)]: "3x60", [droppedBytes(copies)]: "3x60" },
        { [dropped(queue)]: growing(1), [droppedBytes(queue)]: growing(1) },
      ],
    }),
    alert("MetricsAgentQueueFilling", {
      // a receiver that keeps up leaves nothing on disk; what was kept while it was away is sent within minutes.
      // Engines differ in whether a range has its beginning, hence the half minute
      expr: [
        `max by (job, name) (min_over_time(${queued(asked)}[14m30s])) > 0`,
        // in memory as well, of which a busy agent always has some
        `or max by (job, name) (label_replace(min_over_time(${waiting(asked)}[14m30s]), "name", "$1", "url", "(.+)")) > ${MEMORY_BYTES}`,
      ].join("\n"),
      for: minutes(5),
      summary: "The agent's queue {{ $labels.name }} does not empty",
      description:
        "{{ $value | humanize }} bytes wait, because its receiver takes too little: rules see old samples. Full, it drops the oldest.",
      // a single byte: nothing is little enough
      fires: [after(minutes(30), waits("0x10 1x60")), after(minutes(30), held(`0x10 ${1.05 * MEMORY_BYTES}x60`))],
      silent: [
        { ...waits("0x60"), ...held(`${0.95 * MEMORY_BYTES}x60`) },
        after(minutes(40), waits("0x10 1x15 0 1x60")),
        after(minutes(40), held(`0x10 1e9x15 0 1e9x60`)),
      ],
    }),
    alert("MetricsAgentBlocksRefused", {
      expr: `sum by (job, url) (increase(${refused(asked)}[5m])) > 0`,
      for: minutes(15),
      summary: "Receiver {{ $labels.url }} refuses the agent's samples for good",
      description: "{{ $value | humanize }} blocks in five minutes, which are not sent again. The agent's log has the receiver's answer.",
      fires: after(minutes(16), { [refused(url)]: growing(4) }),
      silent: [{ [refused(url)]: growing(8) }, { [refused(url)]: "3x60" }],
    }),
    alert("MetricsAgentSendFailing", {
      expr: `sum by (job, url) (increase(${retries(asked)}[5m])) > 0`,
      for: minutes(15),
      summary: "The agent can't deliver to receiver {{ $labels.url }}",
      description:
        "{{ $value | humanize }} repeated requests in five minutes. Nothing is lost while its queue has room. Look at the receiver.",
      fires: after(minutes(16), { [retries(url)]: growing(4) }),
      silent: [{ [retries(url)]: growing(8) }, { [retries(url)]: "12x60" }],
    }),
    alert("MetricsAgentQueueDiskSlow", {
      expr: [`rate(${readTime(asked)}[5m]) > ${DISK_SHARE}`, `or rate(${writeTime(asked)}[5m]) > ${DISK_SHARE}`].join("\n"),
      for: minutes(15),
      summary: "The disk of the agent's queue is too slow",
      description:
        "It is busy {{ $value | humanize }} of the time at {{ $labels.instance }}, so the queue can't keep up. Look at the volume and its node.",
      // 55.5 and 52.5 seconds of a minute from the tenth on, and 60 on average in bursts
      fires: [after(minutes(30), reads("0x9 0+55.5x60")), after(minutes(30), writes("0x9 0+55.5x60")), ...bursts(4, 300)],
      silent: [{ ...reads("0x9 0+52.5x60"), ...writes("0x9 0+52.5x60") }, ...bursts(8, 600)],
    }),
    alert("MetricsAgentTargetsDown", {
      expr: [`sum by (job) (${targets({ ...asked, status: "down" })})`, `/ sum by (job) (${targets(asked)}) > ${DOWN_SHARE}`].join("\n"),
      for: minutes(15),
      summary: "The agent gets no answer from many of its targets",
      description:
        "{{ $value | humanize }} of them don't answer (1 is all). Look at what they share: a node, a network policy, name resolution.",
      fires: found(21, 179),
      silent: [found(19, 181), found(0, 0)],
    }),
    alert("MetricsAgentPoolEmpty", {
      // of all shards together: each has a part of the targets
      expr: `sum by (job, scrape_job) (${poolTargets(asked)}) == 0`,
      for: minutes(30),
      severity: "info",
      summary: "Scrape {{ $labels.scrape_job }} finds no target",
      description:
        "Its object selects nothing that runs. Right for what is not installed; otherwise compare its labels and ports with the Service.",
      fires: pool("0x60"),
      silent: [pool("1x60"), { ...pool("0x60"), ...pool("1x60", "10.42.2.9:8429") }],
    }),
    alert("MetricsAgentConfigStale", {
      expr: [`${loaded(asked)} == 0`, `or ${relabelLoaded(asked)} == 0`].join("\n"),
      for: minutes(10),
      summary: "The agent goes on with an old configuration",
      description:
        "{{ $labels.instance }} could not load the new one: targets that came or went since are not seen. Its log names the line.",
      fires: [{ [loaded(at)]: "0x60" }, { [loaded(at)]: "1x60", [relabelLoaded(at)]: "0x60" }],
      silent: [{ [loaded(at)]: "1x60", [relabelLoaded(at)]: "1x60" }],
    }),
  ]);
}
