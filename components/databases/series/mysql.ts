import { counter, declareSeries, gauge, info, unconfirmed } from "../../../lib/series";

/** Of a replica alone, one set for each master; empty where the server has but one or does not tell. */
const MASTER = ["master_host", "channel_name?", "connection_name?", "master_uuid?"] as const;

/**
 * Series of mysqld_exporter that rules and dashboards may read (seen on 0.14.0 before a MariaDB 10.11.19). Of most of
 * `mysql_global_status_*` its TYPE line says `untyped`, since the server does not tell what grows only: which kind each is here is
 * what the server's manual counts it as. With `mysql_up` 0 all about the server is absent.
 *
 * A column of the replica's status is the end of a name, as the server calls it: from 8.4 on MySQL knows SHOW REPLICA STATUS alone, with
 * other columns, which the exporter asks since 0.16.0 (read there and in 0.20.0, collector/slave_status.go; not seen running). MariaDB
 * and MySQL before 8.4 answer what is tried first, and keep the old ones.
 */
export const mysqlSeries = declareSeries({
  mysql_up: gauge("flag", "1 while the server answers the exporter."),
  mysql_exporter_last_scrape_error: gauge("flag", "1 when the exporter's last look failed."),
  mysql_version_info: info("Release of the server.", "version", "version_comment", "innodb_version?"),
  mysql_global_status_uptime: counter("seconds", "Time since the server began."),

  // clients and statements
  mysql_global_status_threads_connected: gauge("count", "Clients."),
  mysql_global_status_threads_running: gauge("count", "Clients whose statement runs."),
  mysql_global_status_max_used_connections: gauge("count", "Most clients since the server began."),
  mysql_global_status_aborted_clients: counter("count", "Clients that went without a word."),
  mysql_global_status_aborted_connects: counter("count", "Connections that failed."),
  mysql_global_status_connection_errors_total: counter("count", "Connections that the server failed to take.", "error"),
  mysql_global_status_questions: counter("count", "Statements of clients."),
  mysql_global_status_queries: counter("count", "Statements, those of procedures too."),
  mysql_global_status_slow_queries: counter("count", "Statements that took longer than the configured bound."),
  mysql_global_status_commands_total: counter("count", "Statements of a kind.", "command"),
  mysql_global_status_prepared_stmt_count: gauge("count", "Prepared statements."),
  mysql_global_status_bytes_received: counter("bytes", "Bytes read from clients."),
  mysql_global_status_bytes_sent: counter("bytes", "Bytes sent to clients."),
  mysql_global_status_table_locks_waited: counter("count", "Locks of a table that had to wait."),
  mysql_global_status_created_tmp_disk_tables: counter("count", "Temporary tables that were put on disk."),

  // replication; while it does not run, nothing tells how far it is behind
  mysql_slave_status_slave_io_running: gauge("flag", "1 while a replica reads from its master.", ...MASTER),
  mysql_slave_status_slave_sql_running: gauge("flag", "1 while a replica does what it read.", ...MASTER),
  mysql_slave_status_seconds_behind_master: unconfirmed(gauge("seconds", "How far a replica is behind its master.", ...MASTER)),
  mysql_slave_status_replica_io_running: unconfirmed(gauge("flag", "The same of a MySQL from 8.4 on: it reads.", ...MASTER)),
  mysql_slave_status_replica_sql_running: unconfirmed(gauge("flag", "The same of a MySQL from 8.4 on: it does what it read.", ...MASTER)),
  mysql_slave_status_seconds_behind_source: unconfirmed(gauge("seconds", "The same of a MySQL from 8.4 on: how far behind.", ...MASTER)),

  // files and InnoDB
  mysql_global_status_open_files: gauge("count", "Open files."),
  mysql_global_status_innodb_log_waits: counter("count", "Waits because the buffer of the log was too small."),
  mysql_global_status_innodb_row_lock_current_waits: gauge("count", "Statements that wait for a row."),
  mysql_global_status_innodb_row_lock_time: counter("milliseconds", "Time spent on waiting for rows."),
  mysql_global_status_innodb_buffer_pool_reads: counter("count", "Reads that had to go to the disk."),
  mysql_global_status_innodb_buffer_pool_read_requests: counter("count", "Reads."),
  mysql_global_status_buffer_pool_pages: gauge("count", "Pages of the buffer pool: data, free, misc, old.", "state"),

  // its configuration
  mysql_global_variables_max_connections: gauge("count", "Most clients."),
  mysql_global_variables_max_prepared_stmt_count: gauge("count", "Most prepared statements."),
  mysql_global_variables_open_files_limit: gauge("count", "Most open files."),
  mysql_global_variables_innodb_buffer_pool_size: gauge("bytes", "Size of the buffer pool."),
  mysql_global_variables_innodb_force_recovery: gauge("state", "0 unless the server was started to rescue what is left."),
  mysql_global_variables_read_only: gauge("flag", "1 while nobody may write."),
});
