import { QUEUE_GIGABYTES } from "../../../components/metrics/queue";
import { vmagentSeries } from "../../../components/metrics/series/vmagent";
import { minutes } from "../../../lib/duration";
import {
  becomes,
  countsFaster,
  freezes,
  later,
  moves,
  startsAgain,
  targetFails,
  targetGoes,
  targets,
  together,
} from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const JOB = "vmagent-belfry";
/** The receivers, as the agent numbers them. */
const [STORE, COPIES] = ["1:secret-url", "2:secret-url"];
const ROOM = QUEUE_GIGABYTES * 1e9;
const {
  vm_persistentqueue_blocks_dropped_total: dropped,
  vm_persistentqueue_bytes_dropped_total: droppedBytes,
  vm_persistentqueue_bytes_pending: queued,
  vm_persistentqueue_free_disk_space_bytes: room,
  vm_persistentqueue_read_duration_seconds_total: readTime,
  vm_persistentqueue_write_duration_seconds_total: writeTime,
  vm_promscrape_config_last_reload_successful: loaded,
  vm_promscrape_scrape_pool_targets: poolTargets,
  vm_promscrape_targets: found,
  vmagent_remotewrite_packets_dropped_total: refused,
  vmagent_remotewrite_pending_data_bytes: held,
  vmagent_remotewrite_retries_count_total: retries,
} = vmagentSeries;

export const metricsAgentFaults: Faults = ({ targets: all, cluster: { site } }) => {
  const ours = new Set(Object.values(site.namespaces));
  const cutOff = all.filter(({ pod }) => pod !== undefined && !ours.has(pod.namespace));
  return [
    {
      title: "the agent does not answer, though it goes on scraping",
      change: targetFails(targets({ job: JOB })),
      expect: platform("MetricsAgentDown", "critical", 6),
    },
    {
      title: "the agent's scrape object was removed",
      change: targetGoes(targets({ job: JOB })),
      expect: platform("MetricsAgentDown", "critical", 6),
    },
    {
      title: "the agent is gone: no new sample reaches the store",
      change: targetGoes(() => true),
      // what asks `up` alone takes it for absence
      expect: platform("MetricsAgentDown", "critical", 6, { others: ["BoilerBridgeDown", "HomeAssistantDown", "MqttExporterDown"] }),
    },
    {
      title: "the agent was started anew, and counts from zero",
      change: together(...[dropped, readTime, writeTime, refused, retries].map((of) => startsAgain(of({ job: JOB })))),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "the store takes less than what comes: the agent's queue fills up and drops the oldest",
      change: together(
        countsFaster(retries(), 1 / 30),
        moves(queued(), ROOM, minutes(60)),
        moves(room(), 0, minutes(60)),
        later(minutes(60), countsFaster(dropped({ name: STORE }), 1 / 20)),
      ),
      expect: [
        platform("MetricsAgentSendFailing", "warning", 17),
        platform("MetricsAgentQueueFilling", "warning", 37),
        platform("MetricsAgentQueueDropping", "critical", 73),
      ],
    },
    {
      title: "the store takes a little less than what comes, and refuses nothing",
      change: moves(queued(), 0.02 * ROOM, minutes(60)),
      expect: platform("MetricsAgentQueueFilling", "warning", 22),
    },
    {
      title: "an agent without a disk holds what its receiver does not take",
      change: moves(held(), 2e9, minutes(60)),
      expect: platform("MetricsAgentQueueFilling", "warning", 25),
    },
    {
      title: "an agent's queue is full, and what it drops is told in bytes",
      change: countsFaster(droppedBytes({ name: STORE }), 20_000),
      expect: platform("MetricsAgentQueueDropping", "critical", 12),
    },
    {
      title: "the log store is away for days, and the queue of what it gets copies of is full",
      change: together(
        countsFaster(retries({ url: COPIES }), 1 / 30),
        becomes(queued({ name: COPIES }), 1e9),
        countsFaster(dropped({ name: COPIES }), 1 / 20),
      ),
      expect: [
        platform("MetricsAgentSendFailing", "warning", 17),
        platform("MetricsAgentQueueFilling", "warning", 22),
        platform("MetricsAgentCopiesDropping", "warning", 13),
      ],
    },
    {
      title: "the store was away for ten minutes, and the agent delivers what it kept",
      change: together(
        countsFaster(retries(), 1 / 10),
        moves(queued(), 0.1 * ROOM, minutes(10)),
        moves(room(), 0.9 * ROOM, minutes(10)),
        later(minutes(10), together(freezes(retries()), moves(queued(), 0, minutes(5)), moves(room(), ROOM, minutes(5)))),
      ),
      expect: { nothingFor: minutes(60) },
    },
    {
      title: "the store calls what the agent sends malformed",
      change: countsFaster(refused(), 1 / 60),
      expect: platform("MetricsAgentBlocksRefused", "warning", 18),
    },
    {
      title: "the disk of the agent's queue takes seconds for each block",
      change: together(countsFaster(writeTime(), 0.97), countsFaster(readTime(), 0.2)),
      expect: platform("MetricsAgentQueueDiskSlow", "warning", 22),
    },
    {
      title: "a network policy keeps the agent from every namespace but those of the monitoring",
      change: together(
        targetFails((target) => cutOff.includes(target)),
        becomes(found({ status: "down" }), cutOff.length),
        becomes(found({ status: "up" }), all.length - cutOff.length),
      ),
      expect: platform("MetricsAgentTargetsDown", "warning", 16, {
        others: [
          "BoilerBridgeDown",
          "FileSyncExporterDown",
          "IdentityDown",
          "ImapServerDown",
          "NameServerExporterDown",
          "SmtpExporterDown",
          "StorageManagersGone",
        ],
      }),
    },
    {
      title: "the node exporters' Service got other labels, and its scrape finds none of them",
      change: together(targetGoes(targets({ job: "node-exporter" })), becomes(poolTargets({ scrape_job: "node-exporter" }), 0)),
      expect: [platform("MetricsAgentPoolEmpty", "info", 31), platform("NodePressureMissing", "warning", 20)],
    },
    {
      title: "somebody applied a scrape object that the agent can't read",
      change: becomes(loaded({ job: JOB }), 0),
      expect: platform("MetricsAgentConfigStale", "warning", 11),
    },
  ];
};
