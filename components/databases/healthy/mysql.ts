import { MIB } from "../../../lib/bytes";
import { around, counts, never, still } from "../../../lib/world/course";
import { absent, by, healthy, told } from "../../../lib/world/healthy";
import { mysqlSeries } from "../series/mysql";

/** The second target's server follows the first one's. */
export const mysqlHealthy = healthy(mysqlSeries, (_, { index }) => {
  const ofReplica = <Course extends object>(course: Course) =>
    index === 0 ? absent("a master follows nobody") : ([[{ master_host: "mysql-0.mysql" }, course]] as const);
  const ofNewer = absent("MariaDB keeps the old names");
  return {
    mysql_up: still(1),
    mysql_exporter_last_scrape_error: still(0),
    mysql_version_info: told(["11.8.3-MariaDB"], (version) => ({ version, version_comment: "MariaDB Server", innodb_version: "" })),
    mysql_global_status_uptime: counts(1),

    mysql_global_status_threads_connected: around(12, 4),
    mysql_global_status_threads_running: around(3, 1),
    mysql_global_status_max_used_connections: still(31),
    mysql_global_status_aborted_clients: counts(1 / 7200),
    mysql_global_status_aborted_connects: never,
    mysql_global_status_connection_errors_total: by("error", {
      accept: never,
      internal: never,
      max_connections: never,
      peer_address: never,
      select: never,
      tcpwrap: never,
    }),
    mysql_global_status_questions: counts(20),
    mysql_global_status_queries: counts(22),
    mysql_global_status_slow_queries: never,
    mysql_global_status_commands_total: by("command", {
      select: counts(15),
      insert: counts(2),
      update: counts(2),
      delete: counts(0.2),
      admin_commands: counts(0.1),
    }),
    mysql_global_status_prepared_stmt_count: around(40, 10),
    mysql_global_status_bytes_received: counts(4000),
    mysql_global_status_bytes_sent: counts(30_000),
    mysql_global_status_table_locks_waited: never,
    mysql_global_status_created_tmp_disk_tables: counts(0.01),

    mysql_slave_status_slave_io_running: ofReplica(still(1)),
    mysql_slave_status_slave_sql_running: ofReplica(still(1)),
    mysql_slave_status_seconds_behind_master: ofReplica(still(0)),
    mysql_slave_status_replica_io_running: ofNewer,
    mysql_slave_status_replica_sql_running: ofNewer,
    mysql_slave_status_seconds_behind_source: ofNewer,

    mysql_global_status_open_files: around(60, 10),
    mysql_global_status_innodb_log_waits: never,
    mysql_global_status_innodb_row_lock_current_waits: still(0),
    mysql_global_status_innodb_row_lock_time: counts(0.05),
    mysql_global_status_innodb_buffer_pool_reads: counts(0.5),
    mysql_global_status_innodb_buffer_pool_read_requests: counts(900),
    mysql_global_status_buffer_pool_pages: by("state", {
      data: around(5200, 200),
      free: around(2700, 200),
      misc: still(200),
      old: around(1900, 80),
    }),

    mysql_global_variables_max_connections: still(151),
    mysql_global_variables_max_prepared_stmt_count: still(16_382),
    mysql_global_variables_open_files_limit: still(20_000),
    mysql_global_variables_innodb_buffer_pool_size: still(128 * MIB),
    mysql_global_variables_innodb_force_recovery: still(0),
    mysql_global_variables_read_only: still(0),
  };
});
