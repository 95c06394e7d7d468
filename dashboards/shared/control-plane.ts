import { etcdSeries } from "../../components/control-plane/series/etcd";
import { controllerManagerSeries } from "../../components/control-plane/series/kube-controller-manager";
import { schedulerSeries } from "../../components/control-plane/series/kube-scheduler";
import { apiServerSeries } from "../../components/exporters/series/kube-apiserver";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph, timeline } from "../../lib/dashboards/panel";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { p99 } from "./quantile";

const { apiserver_client_certificate_expiration_seconds: certificates } = apiServerSeries;
const {
  etcd_disk_wal_fsync_duration_seconds: syncs,
  etcd_mvcc_db_total_size_in_bytes: size,
  etcd_network_peer_round_trip_time_seconds: peers,
  etcd_server_has_leader: hasLeader,
  etcd_server_leader_changes_seen_total: elections,
  etcd_server_proposals_failed_total: notAgreed,
  etcd_server_quota_backend_bytes: quota,
  etcd_server_slow_apply_total: slow,
} = etcdSeries;
const { scheduler_pending_pods: pending, scheduler_pod_scheduling_sli_duration_seconds: scheduling } = schedulerSeries;
const { workqueue_depth: queued } = controllerManagerSeries;

/** The store behind the API server, where it is asked itself. */
export const etcdRow: Row = {
  title: "etcd",
  panels: [
    timeline({
      title: "Which members know a leader?",
      description: "Without a leader nothing is written. One member alone without one is cut off from the others.",
      unit: "flag",
      height: 5,
      width: 12,
      queries: [{ expr: `max by (instance) (${hasLeader()})`, legend: "{{instance}}" }],
      means: { 0: { text: "no leader", color: "red" }, 1: { text: "leader", color: "green" } },
      asks: ["EtcdLeaderMissing"],
    }),
    graph({
      title: "Elections and changes not agreed on",
      description: "Within fifteen minutes. Several elections are a disk or a network that is too slow for heartbeats.",
      unit: "count",
      min: 0,
      height: 5,
      queries: [
        { expr: `max(increase(${elections()}[15m]))`, legend: "elections" },
        { expr: `max(increase(${notAgreed()}[15m]))`, legend: "not agreed on" },
        { expr: `max(increase(${slow()}[15m]))`, legend: "carried out late" },
      ],
    }),
    graph({
      title: "How long does a write of the log take?",
      description:
        "99 of 100 within that time. It is the disk's own time to make a write safe: above the line the disk is too slow, or shared.",
      width: 8,
      unit: "seconds",
      min: 0,
      queries: [{ expr: p99(syncs.bucket(), "instance, le", "10m"), legend: "{{instance}}" }],
      asks: ["EtcdDiskSlow"],
    }),
    graph({
      title: "How far are its members from each other?",
      description: "99 of 100 answers of a peer within that time. High is the network between the nodes, or a peer that is busy.",
      width: 8,
      unit: "seconds",
      min: 0,
      queries: [{ expr: p99(peers.bucket(), "instance, le", "10m"), legend: "{{instance}}" }],
      asks: ["EtcdPeerSlow"],
    }),
    graph({
      title: "How full is it?",
      description: "Of the size at which it takes no more. Compact and defragment before it is there.",
      width: 8,
      unit: "ratio",
      min: 0,
      max: 1,
      queries: [{ expr: `max by (instance) (${size()}) / max by (instance) (${quota()})`, legend: "{{instance}}" }],
      asks: ["EtcdQuotaFilling", "EtcdQuotaFull"],
    }),
  ],
};

/** Who finds nodes for pods, and who keeps objects as they should be. */
export const schedulersRow = (controllers: Scraped): Row => ({
  title: "Scheduler and controllers",
  panels: [
    graph({
      title: "Pods without a node",
      description: "Active ones are tried now, unschedulable ones wait for a node that takes them.",
      unit: "count",
      min: 0,
      width: 8,
      queries: [{ expr: `sum by (queue) (${pending()})`, legend: "{{queue}}" }],
    }),
    graph({
      title: "How long until a pod has a node?",
      description: "99 of 100 within that time, from the first attempt on. Long with few waiting: what is asked for seldom gets free.",
      unit: "seconds",
      min: 0,
      width: 8,
      queries: [{ expr: p99(scheduling.bucket(), "le", "30m"), legend: "99 of 100" }],
    }),
    graph({
      title: "What waits for the controllers?",
      description: "Of the five longest queues. One that grows without end: its controller fails at something again and again.",
      unit: "count",
      min: 0,
      width: 8,
      queries: [{ expr: mostOver(5, `max by (name) (${queued(controllers)})`), legend: "{{name}}" }],
      asks: ["ControllerQueueLong"],
    }),
  ],
});

/** The API servers as processes, by their job. */
export const apiServersRow = (job: string): Row => ({
  title: "The servers themselves",
  panels: [
    timeline({
      title: "Which of them answered?",
      description: "As the scraper found them. All red while you read this: the network between the scraper and them.",
      width: 12,
      unit: "flag",
      height: 7,
      queries: [{ expr: `max by (instance) (${targetSeries.up({ job })})`, legend: "{{instance}}" }],
      means: { 0: { text: "no answer", color: "red" }, 1: { text: "answers", color: "green" } },
      asks: ["ApiServerUnreachable"],
    }),
    graph({
      title: "Calls with a certificate that ends in a week",
      description: "Within fifteen minutes. Whose it is says the audit log; the kubelets' own are on their page.",
      width: 12,
      unit: "count",
      min: 0,
      height: 7,
      queries: [{ expr: `sum(increase(${certificates.bucket({ le: "604800" })}[15m])) or vector(0)`, legend: "calls" }],
      asks: ["ApiClientCertificateExpiring"],
    }),
  ],
});
