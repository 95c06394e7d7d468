import { vmagentSeries } from "../../components/metrics/series/vmagent";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import type { Scraped } from "../../lib/metrics/scrape";
import { METRICS_PROGRAM_ALERTS, metricsProgram } from "../shared/metrics-program";
import { partOf, shareOf } from "../shared/share";

const {
  vm_persistentqueue_blocks_dropped_total: dropped,
  vm_persistentqueue_bytes_dropped_total: droppedBytes,
  vm_persistentqueue_bytes_pending: queued,
  vm_persistentqueue_free_disk_space_bytes: queueRoom,
  vm_persistentqueue_read_duration_seconds_total: readTime,
  vm_persistentqueue_write_duration_seconds_total: writeTime,
  vm_promscrape_config_last_reload_successful: loaded,
  vm_promscrape_scrape_pool_targets: pools,
  vm_promscrape_scrapes_failed_total: failed,
  vm_promscrape_scrapes_skipped_by_sample_limit_total: tooMany,
  vm_promscrape_scrapes_timed_out_total: timedOut,
  vm_promscrape_scrapes_total: scrapes,
  vm_promscrape_targets: targets,
  vm_rows_ignored_total: ignored,
  vmagent_remotewrite_packets_dropped_total: refused,
  vmagent_remotewrite_pending_data_bytes: waiting,
  vmagent_remotewrite_queues: connections,
  vmagent_remotewrite_requests_total: requests,
  vmagent_remotewrite_retries_count_total: retries,
  vmagent_remotewrite_rows_pushed_after_relabel_total: pushed,
  vmagent_remotewrite_send_duration_seconds_total: sendTime,
} = vmagentSeries;

const perReceiver = (series: string): string => `sum by (url) (${series})`;

/** Of receivers the agent tells a number alone, because their addresses are secrets to it: 1 is the metrics store, 2 the log store's copies. */
export function vmAgent(agent: Scraped) {
  const { job } = agent;
  const asked = { job };
  const ofPools = (status: string): string =>
    partOf(`sum by (scrape_job) (${pools({ ...asked, status })})`, `sum by (scrape_job) (${pools(asked)})`);
  return dashboard({
    uid: "vm-agent",
    title: "Scraper agent",
    folder: "Metrics Store",
    question: "Are all targets scraped, and does what they give reach both receivers?",
    asker: "whoever sees no new samples, or an alert that a queue fills",
    areas: ["metrics-agent"],
    alerts: [...METRICS_PROGRAM_ALERTS, "MetricsReloaderFailing"],
    next: ["exporters-health", "vm-single", "vm-operator"],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Targets without an answer",
            description: "The share of all. One node is a few of them; many at once are the agent's own trouble, or the network's.",
            unit: "ratio",
            width: 4,
            asks: ["MetricsAgentTargetsDown"],
            queries: [{ expr: shareOf(`sum(${targets({ ...asked, status: "down" })})`, `sum(${targets(asked)})`) }],
            hasTrend: true,
          }),
          stat({
            title: "Targets found",
            description:
              "All that it asks, those without an answer among them. A fall that nobody planned is a lost scrape object or API server.",
            unit: "count",
            width: 4,
            queries: [{ expr: `sum(${targets(asked)})` }],
            hasTrend: true,
          }),
          stat({
            title: "Samples sent",
            description: "In a second. A fall to nothing blinds every alert on what is measured.",
            unit: "per second",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${perReceiver(`rate(${pushed(asked)}[5m])`)})` }],
            hasTrend: true,
          }),
          stat({
            title: "Waits to be sent",
            description:
              "In memory and on disk, for the receiver that is furthest behind. What grows for minutes makes rules see old samples.",
            unit: "bytes",
            width: 4,
            queries: [{ expr: `max(${perReceiver(waiting(asked))})` }],
            hasTrend: true,
          }),
          stat({
            title: "Samples lost in a full queue",
            description: "Bytes of the last hour, the oldest first. They do not come back.",
            unit: "bytes",
            width: 4,
            asks: ["MetricsAgentQueueDropping"],
            queries: [{ expr: `sum(increase(${droppedBytes(asked)}[1h]))` }],
          }),
          stat({
            title: "Is its configuration the newest?",
            description: "Where it is not, targets that came or went since are not seen. Its log names the line.",
            unit: "flag",
            width: 4,
            queries: [{ expr: `min(${loaded(asked)})` }],
            means: { 0: { text: "an old one", color: "orange" }, 1: { text: "yes", color: "green" } },
          }),
        ],
      },
      {
        title: "To the receivers",
        panels: [
          graph({
            title: "What waits for each receiver?",
            description: "In memory and on disk. A receiver that keeps up leaves it flat: look at one whose line climbs.",
            unit: "bytes",
            min: 0,
            queries: [
              { expr: perReceiver(waiting(asked)), legend: "{{url}}" },
              { expr: `sum by (name) (${queued(asked)})`, legend: "{{name}} on disk" },
            ],
          }),
          graph({
            title: "Blocks lost in a full queue",
            description:
              "Within five minutes, by receiver. Of the first the samples are lost; of the second the metrics store still has them.",
            unit: "count",
            min: 0,
            asks: ["MetricsAgentQueueDropping", "MetricsAgentCopiesDropping"],
            queries: [{ expr: `sum by (name) (increase(${dropped(asked)}[5m]))`, legend: "{{name}}" }],
          }),
          graph({
            title: "Samples sent",
            description: "In a second, after each receiver's rules on labels. The second gets the curated ones alone.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [{ expr: perReceiver(`rate(${pushed(asked)}[$__rate_interval])`), legend: "{{url}}" }],
          }),
          graph({
            title: "What do the receivers answer?",
            description: "Requests in a second by status. 4xx is refused for good, 5xx is sent again.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `sum by (url, status_code) (rate(${requests(asked)}[$__rate_interval]))`,
                legend: "{{url}} {{status_code}}",
              },
            ],
          }),
          graph({
            title: "How busy are the connections?",
            description: "The share of the time in which they send. Near 1 the receiver takes no more than this.",
            unit: "ratio",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `${perReceiver(`rate(${sendTime(asked)}[$__rate_interval])`)} / ${perReceiver(connections(asked))}`,
                legend: "{{url}}",
              },
            ],
          }),
          graph({
            title: "Requests that were repeated",
            description: "Within five minutes. Nothing is lost while the queue has room: look at the receiver.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["MetricsAgentSendFailing"],
            queries: [{ expr: perReceiver(`increase(${retries(asked)}[5m])`), legend: "{{url}}" }],
          }),
          graph({
            title: "Blocks that a receiver refused for good",
            description: "Within five minutes. They are not sent again: the agent's log has the answer.",
            unit: "count",
            min: 0,
            width: 8,
            asks: ["MetricsAgentBlocksRefused"],
            queries: [{ expr: perReceiver(`increase(${refused(asked)}[5m])`), legend: "{{url}}" }],
          }),
          graph({
            title: "How busy is the queue's disk?",
            description: "The share of the time in which it reads or writes. Near 1 the queue can't keep up, whatever the receiver does.",
            unit: "ratio",
            min: 0,
            width: 8,
            asks: ["MetricsAgentQueueDiskSlow"],
            queries: [
              { expr: `rate(${readTime(asked)}[5m])`, legend: "{{instance}} read" },
              { expr: `rate(${writeTime(asked)}[5m])`, legend: "{{instance}} written" },
            ],
          }),
          graph({
            title: "What is left on the queue's disk?",
            description: "Less than what a receiver's outage of some hours needs, and the oldest samples go.",
            unit: "bytes",
            min: 0,
            width: 24,
            height: 6,
            queries: [{ expr: `min by (instance) (${queueRoom(asked)})`, legend: "{{instance}}" }],
          }),
        ],
      },
      {
        title: "From the targets",
        panels: [
          timeline({
            title: "Which scrapes have targets without an answer?",
            description: "The worst ten. Which target it is says the page of the exporters.",
            unit: "count",
            height: 9,
            queries: [
              {
                expr: mostOver(10, ofPools("down")),
                legend: "{{scrape_job}}",
              },
            ],
            thresholds: [{ at: 1, is: "warning" }],
          }),
          graph({
            title: "Scrapes that failed",
            description:
              "Within five minutes, by why. Those without an answer in time are slow exporters; those with too many samples lose all.",
            unit: "count",
            min: 0,
            queries: [
              { expr: `sum(increase(${failed(asked)}[5m]))`, legend: "failed" },
              { expr: `sum(increase(${timedOut(asked)}[5m]))`, legend: "in no time" },
              { expr: `sum(increase(${tooMany(asked)}[5m]))`, legend: "too many samples" },
            ],
          }),
          graph({
            title: "Scrapes, by what was answered",
            description: "In a second. Anything but 200 is an exporter that refuses: a token, a path, or an error of its own.",
            unit: "per second",
            min: 0,
            queries: [{ expr: `sum by (status_code) (rate(${scrapes(asked)}[$__rate_interval]))`, legend: "{{status_code}}" }],
          }),
          graph({
            title: "Samples that the agent throws away",
            description: "Within five minutes, by reason. They are lost: its log names the series.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (reason) (increase(${ignored(asked)}[5m]))`, legend: "{{reason}}" }],
          }),
          table({
            title: "Scrapes and their targets",
            description: "Those with the fewest are last: one without any selects nothing that runs.",
            width: 12,
            by: { scrape_job: "Scrape" },
            columns: [
              { title: "Answer", expr: ofPools("up"), unit: "count" },
              {
                title: "Don't",
                expr: ofPools("down"),
                unit: "count",
                thresholds: [{ at: 1, is: "warning" }],
              },
            ],
          }),
        ],
      },
      metricsProgram([agent]),
    ],
  });
}
