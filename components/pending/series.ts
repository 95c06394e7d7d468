import { counter, declareSeries, gauge, info } from "../../lib/series";

/**
 * Series of the blackbox exporter 0.28 that rules and dashboards may read (seen on blackbox_exporter v0.28.0, over HTTP,
 * TLS, TCP, DNS and ICMP). A probe's target brings more labels.
 */
export const blackboxSeries = declareSeries({
  // the exporter
  blackbox_exporter_config_last_reload_successful: gauge("flag", "1 when the configuration was loaded."),
  blackbox_module_unknown_total: counter("count", "Requests for a module that is not configured."),

  // every probe
  probe_success: gauge("flag", "1 when the probe passed."),
  probe_duration_seconds: gauge("seconds", "Time that the probe took."),
  probe_dns_lookup_time_seconds: gauge("seconds", "Time that looking up the target's name took."),
  probe_ip_addr_hash: gauge("state", "Hash of the address that was asked: it tells that the address changed."),
  probe_ip_protocol: gauge("state", "4 or 6."),

  // HTTP
  probe_http_content_length: gauge("bytes", "Length of the answer, -1 where the server does not say."),
  probe_http_duration_seconds: gauge(
    "seconds",
    "Time of a phase, over all redirects: resolve, connect, tls, processing, transfer.",
    "phase",
  ),
  probe_http_last_modified_timestamp_seconds: gauge(
    "timestamp",
    "When the answer was last modified; absent where the server does not say.",
  ),
  probe_http_redirects: gauge("count", "Redirects that were met."),
  probe_http_ssl: gauge("flag", "1 when the last answer came over TLS."),
  probe_http_status_code: gauge("state", "Status of the last answer, 0 without one."),
  probe_http_version: gauge("state", "Version of HTTP, such as 1.1."),
  // of HTTP bodies and TCP dialogues
  probe_failed_due_to_regex: gauge("flag", "1 when what came did not match what was expected."),

  // TLS: absent without it
  probe_ssl_earliest_cert_expiry: gauge("timestamp", "When the first certificate of the chain expires."),
  probe_ssl_last_chain_expiry_timestamp_seconds: gauge(
    "timestamp",
    "When the verified chain expires; before the epoch where none was verified.",
  ),
  probe_ssl_last_chain_info: info(
    "The server's certificate.",
    "fingerprint_sha256",
    "issuer",
    "serialnumber",
    "subject?",
    "subjectalternative?",
  ),
  probe_tls_cipher_info: info("Cipher of an HTTP connection.", "cipher"),
  probe_tls_version_info: info("Version of TLS.", "version"),

  // DNS
  probe_dns_answer_rrs: gauge("count", "Records in the answer."),
  probe_dns_duration_seconds: gauge("seconds", "Time of a phase: resolve, connect, request.", "phase"),
  probe_dns_query_succeeded: gauge("flag", "1 when an answer came, whatever it says."),
  probe_dns_serial: gauge("state", "Serial number of the zone; absent unless it is asked for."),

  // ICMP
  probe_icmp_duration_seconds: gauge("seconds", "Time of a phase: resolve, setup, rtt.", "phase"),
});

/**
 * What batch jobs push, and what the Pushgateway 1.11 adds (specification, parts 4 and 5; the Pushgateway's own seen on a running
 * 1.11.0). The group that a sample was pushed to is its `job`, which the scrape keeps.
 */
export const pushedSeries = declareSeries({
  push_time_seconds: gauge("timestamp", "When a push to the group last succeeded.", "job"),
  push_failure_time_seconds: gauge("timestamp", "When a push to the group last failed, 0 for never.", "job"),

  // the map of all cadences names each job in `script`; one in a job's own group needs no name
  scheduler_schedule_interval_seconds: gauge("seconds", "Longest time between two runs of a job.", "job", "script?"),

  // each job has a series of its own name
  backup_age_last_run_timestamp_seconds: gauge("timestamp", "When the job that looks at the backups last ran.", "job"),
  storage_backup_age_days: gauge("days", "Days since the last backup of a volume, -1 for none.", "job", "volume"),
});

const VOLUME = ["volume", "node", "pvc?", "pvc_namespace?"] as const;
const DISK = ["node", "disk"] as const;
/** A backup made by hand has no recurring job. */
const BACKUP = ["backup", "volume", "recurring_job?"] as const;

/**
 * Series of the volume storage that rules and dashboards may read, renamed to storage_* (longhorn-manager v1.12.1, metrics_collector/,
 * and v1.10.2 for what changed; read, not run). `node` is the one that tells, and stays.
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
  storage_engine_rebuild_progress: gauge(
    "percent",
    "How much of a replica is rebuilt; absent when none is.",
    "node",
    "engine",
    "rebuild_src",
    "rebuild_dst",
    "pvc?",
    "pvc_namespace?",
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
  storage_node_storage_usage_bytes: gauge("bytes", "Space in use.", "node"),
  storage_disk_capacity_bytes: gauge("bytes", "Space.", ...DISK),
  storage_disk_reservation_bytes: gauge("bytes", "Space kept for others.", ...DISK),
  storage_disk_status: gauge("flag", "1 when a condition holds.", ...DISK, "condition", "condition_reason?"),
  storage_disk_usage_bytes: gauge("bytes", "Space in use.", ...DISK),

  // its own workloads
  storage_instance_manager_cpu_usage_millicpu: gauge("millicores", "CPU use.", "node", "instance_manager", "instance_manager_type"),
  storage_manager_memory_usage_bytes: gauge("bytes", "Memory use.", "node", "manager"),
});
