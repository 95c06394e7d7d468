import { declareSeries, gauge, unconfirmed } from "../../lib/series";

const VOLUME = ["volume", "node", "pvc?", "pvc_namespace?"] as const;
const DISK = ["node", "disk"] as const;
/** A backup made by hand has no recurring job. */
const BACKUP = ["backup", "volume", "recurring_job?"] as const;

/**
 * Series of the volume storage that rules and dashboards may read, renamed to storage_* (seen on longhorn-manager's collectors of
 * 5ddaa36, after v1.12, over objects of ours; v1.10.2 read for what changed). What a volume's engine measures was seen as zero, because
 * none ran; its progress of a rebuild and what the cluster's metrics are asked for could not be seen. `node` is the one that tells, and
 * stays.
 */
export const volumeStorageSeries = declareSeries({
  // volumes; until 1.10 robustness and state are numbers, since 1.11 there is a series for each `state`, 1 for the current one
  storage_volume_actual_size_bytes: gauge("bytes", "Bytes that each replica takes on its disk.", ...VOLUME),
  storage_volume_capacity_bytes: gauge("bytes", "Configured size.", ...VOLUME),
  storage_volume_file_system_read_only: gauge(
    "flag",
    "1 while the filesystem is read-only and should not be; absent otherwise.",
    ...VOLUME,
  ),
  storage_volume_last_backup_at: gauge("timestamp", "When the last backup was made, 0 for none; since 1.11.", ...VOLUME),
  storage_volume_robustness: gauge(
    "state",
    "0 unknown, 1 healthy, 2 degraded, 3 faulted; or 1 for the current `state`.",
    ...VOLUME,
    "state?",
  ),
  storage_volume_state: gauge(
    "state",
    "1 creating, 2 attached, 3 detached, 4 attaching, 5 detaching, 6 deleting; or 1 for the current `state`.",
    ...VOLUME,
    "state?",
  ),
  storage_volume_read_iops: gauge("per second", "Reads.", ...VOLUME),
  storage_volume_read_latency: gauge("nanoseconds", "Time of a read.", ...VOLUME),
  storage_volume_read_throughput: gauge("bytes per second", "Bytes read.", ...VOLUME),
  storage_volume_write_iops: gauge("per second", "Writes.", ...VOLUME),
  storage_volume_write_latency: gauge("nanoseconds", "Time of a write.", ...VOLUME),
  storage_volume_write_throughput: gauge("bytes per second", "Bytes written.", ...VOLUME),
  storage_engine_rebuild_progress: unconfirmed(
    gauge(
      "percent",
      "How much of a replica is rebuilt; absent when none is.",
      "node",
      "engine",
      "rebuild_src",
      "rebuild_dst",
      "pvc?",
      "pvc_namespace?",
    ),
  ),

  // backups and snapshots
  storage_backup_actual_size_bytes: gauge("bytes", "Size of a backup.", ...BACKUP),
  storage_backup_state: gauge("state", "0 new, 1 pending, 2 in progress, 3 completed, 4 error, 5 unknown.", ...BACKUP),
  storage_snapshot_actual_size_bytes: gauge("bytes", "Size of a snapshot.", "snapshot", "volume", "user_created"),

  // nodes and disks
  storage_node_count_total: gauge("count", "Nodes."),
  storage_node_status: gauge("flag", "1 when a condition holds.", "node", "condition", "condition_reason?"),
  storage_node_storage_capacity_bytes: gauge("bytes", "Space.", "node"),
  storage_node_storage_reservation_bytes: gauge("bytes", "Space kept for others.", "node"),
  storage_node_storage_scheduled_bytes: gauge("bytes", "Space that is promised to replicas.", "node"),
  storage_node_storage_usage_bytes: gauge("bytes", "Space in use.", "node"),
  storage_disk_capacity_bytes: gauge("bytes", "Space.", ...DISK),
  storage_disk_reservation_bytes: gauge("bytes", "Space kept for others.", ...DISK),
  storage_disk_status: gauge("flag", "1 when a condition holds.", ...DISK, "condition", "condition_reason?"),
  storage_disk_usage_bytes: gauge("bytes", "Space in use.", ...DISK),

  // its own workloads
  storage_instance_manager_cpu_usage_millicpu: unconfirmed(
    gauge("millicores", "CPU use.", "node", "instance_manager", "instance_manager_type"),
  ),
  storage_manager_memory_usage_bytes: unconfirmed(gauge("bytes", "Memory use.", "node", "manager")),
});
