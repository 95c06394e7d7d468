import { days } from "../../../lib/duration";
import { goProgramHealthy } from "../../../lib/world/built-in";
import { around, type Counting, counts, never, still, taking } from "../../../lib/world/course";
import { absent, each, healthy } from "../../../lib/world/healthy";
import { etcdSeries } from "../series/etcd";

const PEERS = ["8211f1d0f64f3269"];
/** Of its disk's times: a thousandth, doubled again and again. */
const BOUNDS = Array.from({ length: 14 }, (_, power) => 0.001 * 2 ** power);
/** Of the way to a peer: a tenth of that. */
const PEER_BOUNDS = Array.from({ length: 16 }, (_, power) => 0.0001 * 2 ** power);
const CALLS = [
  { grpc_service: "etcdserverpb.KV", grpc_method: "Range", grpc_type: "unary", perSecond: 20 },
  { grpc_service: "etcdserverpb.KV", grpc_method: "Txn", grpc_type: "unary", perSecond: 10 },
];

/** What is agreed on is carried out, on every member: the same numbers, which luck would move apart. */
const agreed: Counting = { goes: "up", at: (seconds) => 12 * (seconds + days(31).seconds) };

export const etcdHealthy = healthy(etcdSeries, ({ nodes }, { index }) => {
  const peers = <Course extends object>(course: Course) =>
    nodes.length > 1 ? each(PEERS, (To) => ({ To }), course) : absent("it stands alone");
  const call = ({ perSecond: _, ...labels }: (typeof CALLS)[number]) => labels;
  const calls = ({ perSecond }: (typeof CALLS)[number]) => counts(perSecond);
  return {
    ...goProgramHealthy({ mebibytes: 90, processors: 0.05 }),
    etcd_server_has_leader: still(1),
    etcd_server_is_leader: still(index === 0 ? 1 : 0),
    etcd_server_leader_changes_seen_total: never,
    etcd_server_proposals_committed_total: agreed,
    etcd_server_proposals_applied_total: agreed,
    etcd_server_proposals_pending: still(0),
    etcd_server_proposals_failed_total: never,
    etcd_server_heartbeat_send_failures_total: never,
    etcd_server_slow_apply_total: never,
    etcd_server_slow_read_indexes_total: never,
    etcd_server_health_failures: never,
    etcd_disk_wal_fsync_duration_seconds: taking(12, 0.0015, { bounds: BOUNDS }),
    etcd_disk_backend_commit_duration_seconds: taking(10, 0.003, { bounds: BOUNDS }),
    etcd_mvcc_db_total_size_in_bytes: still(60e6),
    etcd_mvcc_db_total_size_in_use_in_bytes: around(45e6, 4e6),
    etcd_server_quota_backend_bytes: still(2 ** 31),
    etcd_network_peer_round_trip_time_seconds: peers(taking(1 / 30, 0.002, { bounds: PEER_BOUNDS })),
    etcd_network_peer_sent_bytes_total: peers(counts(20_000)),
    etcd_network_client_grpc_received_bytes_total: counts(15_000),
    etcd_network_client_grpc_sent_bytes_total: counts(60_000),
    grpc_server_started_total: each(CALLS, call, calls),
    grpc_server_handled_total: each(CALLS, (one) => ({ ...call(one), grpc_code: "OK" }), calls),
  };
});
