import { etcdSeries } from "../components/control-plane/series/etcd";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { burstProof } from "./proof-burst";
import { jump } from "./proof-counter";
import { percentileProof } from "./proof-histogram";

const { up } = targetSeries;
const {
  etcd_disk_backend_commit_duration_seconds: commit,
  etcd_disk_wal_fsync_duration_seconds: fsync,
  etcd_mvcc_db_total_size_in_bytes: size,
  etcd_network_peer_round_trip_time_seconds: peerTime,
  etcd_server_has_leader: hasLeader,
  etcd_server_heartbeat_send_failures_total: lateHeartbeats,
  etcd_server_leader_changes_seen_total: leaders,
  etcd_server_proposals_failed_total: failed,
  etcd_server_proposals_pending: pending,
  etcd_server_quota_backend_bytes: quota,
  etcd_server_slow_apply_total: slowApplies,
} = etcdSeries;

/** A leader's heartbeat comes every tenth of a second: a disk that is slower than that costs it its lead. */
const FSYNC_SECONDS = 0.128;
/** It comes every tenth of a second, in the background: readers and writers wait while it goes on. */
const COMMIT_SECONDS = 0.256;
/** As long as a heartbeat has. */
const PEER_SECONDS = 0.1024;
/** In a quarter of an hour: an update of all members makes as many as there are. */
const LEADERS = 3;
/** In a quarter of an hour: an election takes what was under way with it. */
const FAILED = 5;
/** At once, for minutes; each is agreed on within hundredths of a second. */
const PENDING = 10;
/** In a quarter of an hour: a defragmentation makes a dozen of each. */
const LATE = 30;
/** Of its quota. At the whole it takes no more changes, until somebody makes room by hand. */
const [FILLING_SHARE, FULL_SHARE] = [0.8, 0.95];

/** What the API server tells of a store that takes nothing. */
const OF_THE_API = ["ApiStoreErrors", "ApiStoreSlow", "ApiServerErrorsHigh", "ApiServerErrorsRising"] as const;

/** What its members make of that. */
const OF_THE_MEMBERS = ["EtcdProposalsFailing", "EtcdMemberLate"] as const;

/** The store of Kubernetes, member by member. What the API server sees of it is told by the API server's alerts. */
export function etcd({ job }: Scraped): RuleBundle {
  const asked = { job };
  const slowest = (by: string, of: { readonly bucket: (labels: Scraped) => string }) =>
    `histogram_quantile(0.99, sum by (${by}, le) (rate(${of.bucket(asked)}[10m])))`;
  const ofQuota = `max by (instance) (${size(asked)}) / max by (instance) (${quota(asked)})`;

  // proofs
  const at = { job, instance: "192.168.10.11:2381" };
  const members = (answering: number, all: number) =>
    Object.fromEntries(
      Array.from({ length: all }, (_, index) => [
        up({ job, instance: `192.168.10.${11 + index}:2381` }),
        index < answering ? "1x60" : "0x60",
      ]),
    );
  const filled = (share: number) => ({ [size(at)]: `${share * 2 ** 31}x60`, [quota(at)]: `${2 ** 31}x60` });
  const slowDisk = percentileProof((le) => fsync.bucket({ ...at, le }), { fast: "0.128", slow: "0.256", wait: 10 });
  const slowCommits = percentileProof((le) => commit.bucket({ ...at, le }), { fast: "0.256", slow: "0.512", wait: 10 });
  const disagreed = burstProof((values) => ({ [failed(at)]: values }), { over: FAILED, range: 15, wait: 5 });
  const slowly = burstProof((values) => ({ [slowApplies(at)]: values }), { over: LATE, range: 15 });
  const lately = burstProof((values) => ({ [lateHeartbeats(at)]: values }), { over: LATE, range: 15 });
  const elected = (count: number) => ({ [leaders(at)]: jump(count) });

  return area("etcd", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("EtcdQuorumLost", {
      // its targets are addresses of the site: they are there, whether or not they answer
      expr: `sum by (job) (${up(asked)}) < (count by (job) (${up(asked)}) + 1) / 2`,
      for: minutes(3),
      severity: "critical",
      summary: "Too few members of the cluster's store answer",
      description:
        "Only {{ $value }}: with half of them or fewer nothing in the cluster can be changed. Bring members back, the newest data first.",
      inhibits: [{ alerts: ["EtcdMemberDown", "EtcdLeaderMissing", "EtcdLeaderChanging", ...OF_THE_MEMBERS, ...OF_THE_API] }],
      fires: [members(0, 1), members(1, 3), members(2, 4)],
      silent: [members(1, 1), members(2, 3), members(3, 3), members(3, 5)],
    }),
    alert("EtcdMemberDown", {
      expr: `${up(asked)} == 0`,
      for: minutes(10),
      summary: "Member {{ $labels.instance }} of the cluster's store does not answer",
      description: "The others go on; one more of three, and nothing can be changed. Look at its node and its disk.",
      fires: { [up(at)]: "0x60" },
      silent: [{ [up(at)]: "1x60" }, { [up(at)]: "0x6 1 0x60" }],
    }),
    alert("EtcdLeaderMissing", {
      expr: `${hasLeader(asked)} == 0`,
      for: minutes(3),
      severity: "critical",
      summary: "Member {{ $labels.instance }} of the cluster's store knows no leader",
      description: "It takes no changes. If all say so, nothing in the cluster can be changed; one alone does not reach the others.",
      inhibits: [{ alerts: ["EtcdLeaderChanging", ...OF_THE_MEMBERS, ...OF_THE_API] }],
      fires: { [hasLeader(at)]: "0x60" },
      silent: { [hasLeader(at)]: "1x60" },
    }),
    alert("EtcdLeaderChanging", {
      expr: `max by (job) (increase(${leaders(asked)}[15m])) > ${LEADERS}`,
      summary: "The members of the cluster's store elect leader after leader",
      description:
        "{{ $value | humanize }} in a quarter of an hour, and each time all changes wait. Look at the disks, then at the network between members.",
      fires: [after(minutes(10), elected(4)), keptAfter(minutes(22), elected(4))],
      silent: [overAfter(minutes(28), elected(4)), after(minutes(14), elected(3))],
    }),
    alert("EtcdProposalsFailing", {
      expr: `max by (job) (increase(${failed(asked)}[15m])) > ${FAILED}\nor max by (job) (${pending(asked)}) > ${PENDING}`,
      for: minutes(5),
      summary: "The members of the cluster's store don't agree on changes",
      description:
        "{{ $value | humanize }} of them failed in a quarter of an hour, or wait. Look at the network between the members, then at their disks.",
      fires: [disagreed.fires, { [pending(at)]: `${PENDING + 1}x60` }],
      silent: [...disagreed.silent, { [pending(at)]: `${PENDING}x60` }],
    }),
    alert("EtcdMemberLate", {
      expr: [slowApplies, lateHeartbeats].map((of) => `max by (instance) (increase(${of(asked)}[15m])) > ${LATE}`).join("\nor "),
      summary: "Member {{ $labels.instance }} of the cluster's store does not keep up",
      description:
        "{{ $value | humanize }} changes or heartbeats were late in a quarter of an hour. Its node has too little processor time, or a slow disk.",
      fires: [slowly.fires, lately.fires],
      silent: [...slowly.silent, ...lately.silent],
    }),
    alert("EtcdDiskSlow", {
      expr: `${slowest("instance", fsync)} > ${FSYNC_SECONDS}\nor ${slowest("instance", commit)} > ${COMMIT_SECONDS}`,
      for: minutes(10),
      summary: "The disk under member {{ $labels.instance }} of the cluster's store is slow",
      description: "One write in a hundred takes longer than {{ $value | humanize }} s. Who else writes there?",
      inhibits: [{ alerts: ["EtcdMemberLate"], sharing: ["instance"] }, { alerts: ["ApiStoreSlow"] }],
      fires: [slowDisk.fires, slowCommits.fires],
      silent: [slowDisk.silent, slowCommits.silent],
    }),
    alert("EtcdPeerSlow", {
      expr: `${slowest("instance, To", peerTime)} > ${PEER_SECONDS}`,
      for: minutes(10),
      summary: "Member {{ $labels.instance }} of the cluster's store is far from member {{ $labels.To }}",
      description: "One message in a hundred takes longer than {{ $value | humanize }} s to there and back: every change waits for it.",
      ...percentileProof((le) => peerTime.bucket({ ...at, To: "8e9e05c52164694d", le }), { fast: "0.1024", slow: "0.2048", wait: 10 }),
    }),
    alert("EtcdQuotaFilling", {
      expr: `${ofQuota} > ${FILLING_SHARE}`,
      for: minutes(10),
      summary: "Member {{ $labels.instance }} of the cluster's store is close to its quota",
      description: "{{ $value | humanize }} of it (1 is all). Find what makes so many objects, then defragment.",
      fires: filled(FILLING_SHARE + 0.02),
      silent: filled(FILLING_SHARE - 0.02),
    }),
    alert("EtcdQuotaFull", {
      expr: `${ofQuota} > ${FULL_SHARE}`,
      for: minutes(2),
      severity: "critical",
      summary: "Member {{ $labels.instance }} of the cluster's store has almost no room left",
      description: "{{ $value | humanize }} of its quota (1 is all); at the whole nothing in the cluster can be changed. Defragment now.",
      inhibits: [{ alerts: ["EtcdQuotaFilling"], sharing: ["instance"] }, { alerts: OF_THE_API }],
      fires: filled(FULL_SHARE + 0.02),
      silent: filled(FULL_SHARE - 0.02),
    }),
  ]);
}
