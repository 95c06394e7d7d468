import { MIB } from "../../../lib/bytes";
import { days, hours } from "../../../lib/duration";
import { around, counts, lately, never, since, still } from "../../../lib/world/course";
import { absent, by, healthy, told } from "../../../lib/world/healthy";
import { redisSeries } from "../series/redis";

/** The first target's server is the master, those of the others follow it. */
export const redisHealthy = healthy(redisSeries, (_, { index, pod }) => {
  const isMaster = index === 0;
  const ofReplica = <Course extends object>(course: Course) =>
    isMaster ? absent("a master follows nobody") : ([[{ master_host: "redis-master", master_port: "6379" }, course]] as const);
  const ofMaster = isMaster ? counts : () => never;
  return {
    redis_up: still(1),
    redis_exporter_last_scrape_error: [[{ err: "" }, still(0)]],
    redis_instance_info: told([isMaster ? "master" : "slave"], (role) => ({
      role,
      redis_version: "8.2.1",
      redis_mode: "standalone",
      os: "Linux 6.12.0 x86_64",
      redis_build_id: "0",
      run_id: `${index}`,
      process_id: "1",
      tcp_port: "6379",
      maxmemory_policy: "allkeys-lru",
    })),
    redis_uptime_in_seconds: counts(1),
    redis_start_time_seconds: since(days(12)),
    redis_loading_dump_file: still(0),

    redis_memory_used_bytes: around(90 * MIB, 10 * MIB),
    redis_memory_max_bytes: still(256 * MIB),
    redis_memory_used_rss_bytes: around(110 * MIB, 5 * MIB),
    redis_mem_fragmentation_ratio: around(1.2, 0.05),
    redis_evicted_keys_total: never,
    redis_expired_keys_total: ofMaster(0.5),

    redis_connected_clients: around(14, 4),
    redis_blocked_clients: still(0),
    redis_config_maxclients: still(10_000),
    redis_connections_received_total: counts(0.1),
    redis_rejected_connections_total: never,
    redis_commands_processed_total: counts(40),
    redis_commands_total: by("cmd", { get: counts(25), set: counts(10), ping: counts(0.2) }),
    redis_commands_duration_seconds_total: by("cmd", { get: counts(0.000_1), set: counts(0.000_06), ping: counts(0.000_000_4) }),
    redis_slowlog_length: still(2),
    redis_keyspace_hits_total: ofMaster(22),
    redis_keyspace_misses_total: ofMaster(3),
    redis_db_keys: by("db", { db0: around(20_000, 1000) }),
    redis_db_keys_expiring: by("db", { db0: around(15_000, 900) }),
    redis_net_input_bytes_total: counts(4000),
    redis_net_output_bytes_total: counts(9000),

    redis_rdb_last_bgsave_status: still(1),
    redis_rdb_last_save_timestamp_seconds: lately(hours(1)),
    redis_rdb_changes_since_last_save: around(2000, 1900),
    redis_rdb_bgsave_in_progress: still(0),
    redis_aof_enabled: still(0),
    redis_aof_last_write_status: still(1),
    redis_aof_last_bgrewrite_status: still(1),

    redis_connected_slaves: still(isMaster ? (pod?.app.pods.length ?? 1) - 1 : 0),
    redis_master_link_up: ofReplica(still(1)),
    redis_master_last_io_seconds_ago: ofReplica(around(4, 3)),
    redis_master_sync_in_progress: ofReplica(still(0)),
  };
});
