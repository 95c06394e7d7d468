import { counter, declareSeries, gauge, unconfirmed } from "../../../lib/series";

/**
 * Series of CloudNativePG's instances that rules and dashboards may read (seen on the instance manager's exporter 1.25.0 with the
 * operator's default queries, before a PostgreSQL 15.20 and its replica; the queries of 1.30.0 read: the same). An instance that
 * `spec.monitoring.disableDefaultQueries` takes them from has the `cnpg_collector_*` alone. What a series is about is in the target's
 * `pod` and `namespace`; `cluster` stands on two of them, and is that of PostgreSQL. The manager counts the files of the write-ahead log
 * in a folder of its own image.
 */
export const cloudnativePgSeries = declareSeries({
  // the instance, by its manager
  cnpg_collector_up: gauge("flag", "1 while PostgreSQL answers; absent before it first did.", "cluster"),
  cnpg_collector_last_collection_error: gauge("flag", "1 when the last look at PostgreSQL failed."),
  cnpg_collector_collection_errors_total: counter("count", "Looks at PostgreSQL that failed.", "collector"),
  cnpg_collector_postgres_version: gauge("state", "Release of PostgreSQL, such as 15.2.", "full", "cluster?"),
  cnpg_collector_fencing_on: gauge("flag", "1 while the instance is fenced, and all else is as it was."),
  cnpg_collector_manual_switchover_required: gauge("flag", "1 when somebody has to switch over."),
  cnpg_collector_nodes_used: gauge("count", "Nodes that the cluster's instances run on, -1 when it is not known."),
  cnpg_collector_replica_mode: gauge("flag", "1 for a cluster that follows another."),
  cnpg_collector_sync_replicas: gauge("count", "Synchronous replicas: expected, max, min, observed.", "value"),
  cnpg_collector_pg_wal: unconfirmed(gauge("mixed", "Write-ahead log on disk: `count` in files, `size` and others in bytes.", "value")),
  cnpg_collector_pg_wal_archive_status: unconfirmed(gauge("count", "Files of the write-ahead log: ready to be archived, done.", "value")),

  // backups by the operator's own means; 0 for never
  cnpg_collector_first_recoverability_point: gauge("timestamp", "Earliest moment that can be restored."),
  cnpg_collector_last_available_backup_timestamp: gauge("timestamp", "When the last backup was made."),
  cnpg_collector_last_failed_backup_timestamp: gauge("timestamp", "When a backup last failed."),

  // PostgreSQL, by the default queries
  cnpg_backends_total: gauge("count", "Sessions.", "datname?", "usename", "application_name?", "state"),
  cnpg_backends_max_tx_duration_seconds: gauge(
    "seconds",
    "Time of the longest transaction.",
    "datname?",
    "usename",
    "application_name?",
    "state",
  ),
  cnpg_backends_waiting_total: gauge("count", "Sessions that wait for another."),
  cnpg_pg_database_size_bytes: gauge("bytes", "Size of a database.", "datname"),
  cnpg_pg_database_xid_age: gauge("count", "Transactions since the oldest one that is not frozen.", "datname"),
  cnpg_pg_database_mxid_age: gauge("count", "Multiple transactions since the oldest one that is not frozen.", "datname"),
  cnpg_pg_postmaster_start_time: gauge("timestamp", "When PostgreSQL began."),
  cnpg_pg_replication_lag: gauge("seconds", "How far a replica is behind; 0 on the primary."),
  cnpg_pg_replication_in_recovery: gauge("flag", "1 on a replica."),
  cnpg_pg_replication_is_wal_receiver_up: gauge("flag", "1 while a replica is connected to its primary."),
  cnpg_pg_replication_streaming_replicas: gauge("count", "Replicas that are connected."),
  cnpg_pg_replication_slots_active: gauge("flag", "1 while somebody reads from a slot.", "slot_name", "slot_type", "database?"),
  cnpg_pg_replication_slots_pg_wal_lsn_diff: gauge("bytes", "What a slot keeps from being deleted.", "slot_name", "slot_type", "database?"),
  cnpg_pg_stat_archiver_archived_count: counter("count", "Files of the write-ahead log that were archived."),
  cnpg_pg_stat_archiver_failed_count: counter("count", "Files of the write-ahead log that could not be archived."),
  cnpg_pg_stat_archiver_seconds_since_last_archival: gauge("seconds", "Time since a file was archived, -1 for never."),
  cnpg_pg_stat_archiver_seconds_since_last_failure: gauge("seconds", "Time since archiving failed, -1 for never."),
  cnpg_pg_stat_archiver_last_archived_time: gauge("timestamp", "When a file was last archived, -1 for never."),
  cnpg_pg_stat_archiver_last_failed_time: gauge("timestamp", "When archiving last failed, -1 for never."),
  cnpg_pg_stat_database_deadlocks: counter("count", "Deadlocks.", "datname?"),
  cnpg_pg_stat_database_xact_commit: counter("count", "Transactions.", "datname?"),
  cnpg_pg_stat_database_xact_rollback: counter("count", "Transactions that were taken back.", "datname?"),
  cnpg_pg_stat_database_blks_hit: counter("count", "Blocks found in memory.", "datname?"),
  cnpg_pg_stat_database_blks_read: counter("count", "Blocks read from the disk.", "datname?"),
  cnpg_pg_stat_database_temp_bytes: counter("bytes", "Bytes of statements that did not fit into memory.", "datname?"),
  cnpg_pg_stat_database_conflicts: counter("count", "Statements cancelled on a replica.", "datname?"),
  cnpg_pg_stat_replication_replay_lag_seconds: gauge(
    "seconds",
    "How far a replica is behind, as its primary sees it.",
    "usename",
    "application_name",
    "client_addr?",
    "client_port",
  ),
  cnpg_pg_settings_setting: gauge("mixed", "A setting, in its own unit.", "name"),
});
