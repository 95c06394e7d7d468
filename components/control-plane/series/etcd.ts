import { goProgram } from "../../../lib/metrics/go-series";
import { counter, declareSeries, gauge, histogram } from "../../../lib/series";

/** Series of etcd that rules and dashboards may read (seen on a running etcd 3.4.23, one of two members). `To` is the id of a peer. */
export const etcdSeries = declareSeries({
  ...goProgram,

  // agreement
  etcd_server_has_leader: gauge("flag", "1 when a leader is known."),
  etcd_server_is_leader: gauge("flag", "1 on the leader."),
  etcd_server_leader_changes_seen_total: counter("count", "Leaders that were elected."),
  // counted by setting them, so their kind is that of a value that may fall
  etcd_server_proposals_committed_total: gauge("count", "Changes that were agreed on."),
  etcd_server_proposals_applied_total: gauge("count", "Changes that this member has carried out."),
  etcd_server_proposals_pending: gauge("count", "Changes that wait for agreement."),
  etcd_server_proposals_failed_total: counter("count", "Changes that were not agreed on."),
  etcd_server_heartbeat_send_failures_total: counter("count", "Heartbeats that a leader sent too late."),
  etcd_server_slow_apply_total: counter("count", "Changes that took long to carry out."),
  etcd_server_slow_read_indexes_total: counter("count", "Reads that waited long for the leader."),
  etcd_server_health_failures: counter("count", "Health checks that failed."),

  // disk
  etcd_disk_wal_fsync_duration_seconds: histogram("seconds", "Time that a write of the log took."),
  etcd_disk_backend_commit_duration_seconds: histogram("seconds", "Time that a commit of the store took."),
  etcd_mvcc_db_total_size_in_bytes: gauge("bytes", "Size of the store on disk."),
  etcd_mvcc_db_total_size_in_use_in_bytes: gauge("bytes", "What of it is in use."),
  etcd_server_quota_backend_bytes: gauge("bytes", "Size at which the store takes no more."),

  // calls
  etcd_network_peer_round_trip_time_seconds: histogram("seconds", "Time to a peer and back.", "To"),
  etcd_network_peer_sent_bytes_total: counter("bytes", "Bytes sent to a peer.", "To"),
  etcd_network_client_grpc_received_bytes_total: counter("bytes", "Bytes that clients sent."),
  etcd_network_client_grpc_sent_bytes_total: counter("bytes", "Bytes sent to clients."),
  grpc_server_started_total: counter("count", "Calls that began.", "grpc_service", "grpc_method", "grpc_type"),
  grpc_server_handled_total: counter("count", "Calls that ended, by how.", "grpc_service", "grpc_method", "grpc_type", "grpc_code"),
});
