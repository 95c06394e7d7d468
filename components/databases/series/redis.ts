import { counter, declareSeries, gauge, info } from "../../../lib/series";

/** Of a replica alone. */
const MASTER = ["master_host", "master_port"] as const;

/**
 * Series of redis_exporter that rules and dashboards may read (seen on 1.45.0 before a Redis 7.0.15 and its replica; v1.88.0 read:
 * the same names). With `redis_up` 0 all about the server is absent.
 */
export const redisSeries = declareSeries({
  redis_up: gauge("flag", "1 while the server answers the exporter."),
  redis_exporter_last_scrape_error: gauge("flag", "1 when the exporter's last look failed.", "err?"),
  redis_instance_info: info(
    "The server.",
    "redis_version",
    "role",
    "redis_mode",
    "os?",
    "redis_build_id?",
    "run_id?",
    "process_id?",
    "tcp_port?",
    "maxmemory_policy?",
    "master_replid?",
  ),
  redis_uptime_in_seconds: gauge("seconds", "Time since the server began."),
  redis_start_time_seconds: gauge("timestamp", "When the server began."),
  redis_loading_dump_file: gauge("flag", "1 while the server reads its file."),

  // memory
  redis_memory_used_bytes: gauge("bytes", "Memory in use."),
  redis_memory_max_bytes: gauge("bytes", "Most memory that keys may take, 0 for no bound."),
  redis_memory_used_rss_bytes: gauge("bytes", "Memory, as the kernel sees it."),
  redis_mem_fragmentation_ratio: gauge("ratio", "Memory as the kernel sees it, by memory in use."),
  redis_evicted_keys_total: counter("count", "Keys that had to go because memory was full."),
  redis_expired_keys_total: counter("count", "Keys whose time was up."),

  // clients and commands
  redis_connected_clients: gauge("count", "Clients."),
  redis_blocked_clients: gauge("count", "Clients that wait in a blocking command."),
  redis_config_maxclients: gauge("count", "Most clients."),
  redis_connections_received_total: counter("count", "Connections that were taken."),
  redis_rejected_connections_total: counter("count", "Connections refused because there were too many."),
  redis_commands_processed_total: counter("count", "Commands."),
  redis_commands_total: counter("count", "Calls of a command.", "cmd"),
  redis_commands_duration_seconds_total: counter("seconds", "Time spent in a command.", "cmd"),
  redis_slowlog_length: gauge("count", "Entries in the log of slow commands."),
  redis_keyspace_hits_total: counter("count", "Look-ups of a key that was there."),
  redis_keyspace_misses_total: counter("count", "Look-ups of a key that was not there."),
  redis_db_keys: gauge("count", "Keys of a database.", "db"),
  redis_db_keys_expiring: gauge("count", "Keys of a database that will expire.", "db"),
  redis_net_input_bytes_total: counter("bytes", "Bytes read from clients."),
  redis_net_output_bytes_total: counter("bytes", "Bytes sent to clients."),

  // what is kept on disk
  redis_rdb_last_bgsave_status: gauge("flag", "1 when the last snapshot was written."),
  redis_rdb_last_save_timestamp_seconds: gauge("timestamp", "When the last snapshot was written, or the server began."),
  redis_rdb_changes_since_last_save: gauge("count", "Changes since the last snapshot."),
  redis_rdb_bgsave_in_progress: gauge("flag", "1 while a snapshot is written."),
  redis_aof_enabled: gauge("flag", "1 when every change is written to a log."),
  redis_aof_last_write_status: gauge("flag", "1 when the last write to the log of changes went well."),
  redis_aof_last_bgrewrite_status: gauge("flag", "1 when the log of changes was last written anew."),

  // replication
  redis_connected_slaves: gauge("count", "Replicas."),
  redis_master_link_up: gauge("flag", "1 while a replica is connected to its master.", ...MASTER),
  redis_master_last_io_seconds_ago: gauge("seconds", "Time since a replica heard from its master.", ...MASTER),
  redis_master_sync_in_progress: gauge("flag", "1 while a replica reads all from its master.", ...MASTER),
});
