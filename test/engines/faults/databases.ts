import { cloudnativePgSeries as pg } from "../../../components/databases/series/cloudnative-pg";
import { mysqlSeries as my } from "../../../components/databases/series/mysql";
import { redisSeries as re } from "../../../components/databases/series/redis";
import { GIB, MIB } from "../../../lib/bytes";
import { days, hours, minutes } from "../../../lib/duration";
import { matches } from "../../../lib/series";
import { START } from "../../../lib/world/course";
import {
  becomes,
  type Change,
  countsFaster,
  freezes,
  goes,
  moves,
  startsAgain,
  targetFails,
  targetGoes,
  targets,
  together,
} from "../../../lib/world/fault";
import { comesAndGoes } from "./comes-and-goes";
import { type Expected, type Faults, platform } from "./fault";

const warning = (alert: string, within: number, more: Partial<Expected> = {}): Expected => platform(alert, "warning", within, more);
const critical = (alert: string, within: number, more: Partial<Expected> = {}): Expected => platform(alert, "critical", within, more);

/** The exporters run in namespaces that no component claims: whose a database is, the rules' proofs say. */
export const databaseFaults: Faults = ({ targets: all }) => {
  const of = (job: string, index: number) => {
    const found = all.filter((one) => one.labels.job === job)[index];
    if (found === undefined) throw new Error(`the world has no target ${index} of ${job}`);
    return { job, pod: found.labels.pod ?? "" };
  };
  const [primary, replica] = [of("cloudnative-pg", 0), of("cloudnative-pg", 1)];
  const [master, copy] = [of("redis", 0), of("redis", 1)];
  const [server, follower] = [of("mysql", 0), of("mysql", 1)];
  const queries = Object.values(pg).flatMap((one) => (one.series.name.startsWith("cnpg_pg_") ? [one({ job: primary.job })] : []));
  const stops = (pod: typeof primary): Change =>
    together(
      becomes(pg.cnpg_collector_up(pod), 0),
      goes(pg.cnpg_pg_replication_in_recovery(pod)),
      goes(pg.cnpg_pg_replication_lag(pod)),
      goes(pg.cnpg_pg_replication_is_wal_receiver_up(pod)),
      goes(pg.cnpg_backends_total(pod)),
    );
  const loses = together(
    becomes(pg.cnpg_pg_replication_slots_active(primary), 0),
    becomes(pg.cnpg_pg_replication_streaming_replicas(primary), 0),
    goes(pg.cnpg_pg_stat_replication_replay_lag_seconds(primary)),
    moves(pg.cnpg_pg_replication_slots_pg_wal_lsn_diff(primary), 3 * GIB, hours(1)),
  );
  const becomesPrimary = (pod: typeof primary, other: typeof primary): Change =>
    together(
      ...[pod, other].flatMap((one, follows) => [
        becomes(pg.cnpg_pg_replication_in_recovery(one), follows),
        becomes(pg.cnpg_pg_replication_is_wal_receiver_up(one), follows),
        becomes(pg.cnpg_pg_replication_streaming_replicas(one), 1 - follows),
      ]),
      // a copy of it is on who was the primary, and nobody reads from that
      becomes(pg.cnpg_pg_replication_slots_active(primary), pod === primary ? 1 : 0),
    );
  const busyCache = becomes(re.redis_memory_used_bytes(master), 255 * MIB);
  return [
    {
      title: "PostgreSQL's primary stops, and nothing takes over",
      change: together(stops(primary), loses, becomes(pg.cnpg_pg_replication_is_wal_receiver_up(replica), 0)),
      expect: critical("PostgresPrimaryMissing", 6),
    },
    {
      title: "the pod of PostgreSQL's primary is gone, and no other instance takes over",
      change: together(targetGoes(targets(primary)), becomes(pg.cnpg_pg_replication_is_wal_receiver_up(replica), 0)),
      expect: critical("PostgresPrimaryMissing", 11),
    },
    {
      title: "another instance became PostgreSQL's primary",
      change: becomesPrimary(replica, primary),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "a replica of PostgreSQL crashes and does not come back",
      change: together(stops(replica), loses),
      expect: warning("PostgresInstanceDown", 6),
    },
    {
      title: "a replica of PostgreSQL does not answer the agent",
      change: targetFails(targets(replica)),
      expect: warning("PostgresInstanceDown", 6),
    },
    {
      title: "a replica of PostgreSQL can't reach its primary",
      change: together(loses, becomes(pg.cnpg_pg_replication_is_wal_receiver_up(replica), 0)),
      expect: warning("PostgresReplicaMissing", 11),
    },
    {
      title: "a replica of PostgreSQL falls behind, for its disk is slow",
      change: together(
        moves(pg.cnpg_pg_replication_lag(replica), 1800, minutes(40)),
        moves(pg.cnpg_pg_stat_replication_replay_lag_seconds(primary), 1800, minutes(40)),
      ),
      expect: warning("PostgresReplicaLagging", 15),
    },
    {
      title: "the store of PostgreSQL's backups takes nothing any more",
      change: together(
        countsFaster(pg.cnpg_pg_stat_archiver_failed_count(primary), 3 / 60),
        freezes(pg.cnpg_pg_stat_archiver_archived_count(primary)),
        freezes(pg.cnpg_pg_stat_archiver_last_archived_time(primary)),
        becomes(pg.cnpg_pg_stat_archiver_last_failed_time(primary), START + 7200),
        moves(pg.cnpg_collector_pg_wal_archive_status({ ...primary, value: "ready" }), 60, hours(5)),
      ),
      expect: warning("PostgresArchivingFailing", 15),
    },
    {
      title: "PostgreSQL's backups have failed for three days",
      change: together(
        becomes(pg.cnpg_collector_last_available_backup_timestamp(), START - days(3).seconds),
        becomes(pg.cnpg_collector_last_failed_backup_timestamp(), START - hours(1).seconds),
      ),
      expect: warning("PostgresBackupOld", 2),
    },
    {
      title: "the bucket that the platform's databases are to be backed up to is not there",
      change: becomes(pg.cnpg_collector_last_available_backup_timestamp({ pod: matches("(log-store|authorisation)-database-.+") }), 0),
      expect: warning("PostgresNeverBackedUp", 122),
    },
    {
      title: "tonight's backup of PostgreSQL failed",
      change: becomes(pg.cnpg_collector_last_failed_backup_timestamp(primary), START + hours(1).seconds),
      expect: warning("PostgresBackupFailed", 1),
    },
    {
      title: "PostgreSQL's primary counts no replica any more, and those go on as if nothing were",
      change: becomes(pg.cnpg_pg_replication_streaming_replicas(primary), 0),
      expect: warning("PostgresReplicaMissing", 11),
    },
    {
      title: "PostgreSQL's primary sees its replica a quarter of an hour behind",
      change: becomes(pg.cnpg_pg_stat_replication_replay_lag_seconds(primary), 900),
      expect: warning("PostgresReplicaLagging", 6),
    },
    {
      title: "somebody made a slot in PostgreSQL and never read from it",
      change: becomes(pg.cnpg_pg_replication_slots_pg_wal_lsn_diff(primary), 50 * GIB),
      expect: warning("PostgresSlotKeepingLog", 11),
    },
    {
      title: "two jobs of an application lock the same rows of PostgreSQL in another order",
      change: together(
        becomes(pg.cnpg_backends_waiting_total(primary), 20),
        countsFaster(pg.cnpg_pg_stat_database_deadlocks({ ...primary, datname: "app" }), 0.05),
      ),
      expect: warning("PostgresSessionsBlocked", 6),
    },
    {
      title: "an application does not give back its connections to PostgreSQL",
      change: moves(pg.cnpg_backends_total({ ...primary, state: "idle" }), 95, minutes(20)),
      expect: warning("PostgresConnectionsShort", 25),
    },
    {
      title: "somebody left a transaction of PostgreSQL open",
      change: moves(pg.cnpg_backends_max_tx_duration_seconds({ ...primary, state: "idle" }), 3600, minutes(60)),
      expect: warning("PostgresTransactionLong", 32),
    },
    {
      title: "somebody fenced a replica of PostgreSQL and forgot it",
      change: together(becomes(pg.cnpg_collector_fencing_on(replica), 1), stops(replica), loses),
      expect: warning("PostgresFenced", 6),
    },
    {
      title: "the vacuum of PostgreSQL has not come through for months",
      change: becomes(pg.cnpg_pg_database_xid_age({ datname: "app" }), 1.3e9),
      expect: warning("PostgresFreezingLate", 2),
    },
    {
      title: "the labels of PostgreSQL's pods were changed",
      change: targetGoes(targets({ job: primary.job })),
      expect: critical("PostgresPrimaryMissing", 11),
    },
    {
      title: "PostgreSQL was started anew on all instances",
      change: together(...queries.filter((one) => /_count|deadlocks|xact|blks|temp|conflicts/.test(one)).map(startsAgain)),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "a Redis server ends, and its exporter says so",
      change: together(
        becomes(re.redis_up(master), 0),
        goes(re.redis_memory_used_bytes(master)),
        goes(re.redis_connected_clients(master)),
        goes(re.redis_rdb_last_bgsave_status(master)),
        becomes(re.redis_master_link_up(copy), 0),
      ),
      expect: critical("RedisDown", 6),
    },
    {
      title: "a Redis server crashes over and over: it loads its data, answers for two minutes and ends",
      change: comesAndGoes(
        minutes(7),
        minutes(9),
        together(
          becomes(re.redis_up(master), 0),
          goes(re.redis_memory_used_bytes(master)),
          goes(re.redis_connected_clients(master)),
          goes(re.redis_rdb_last_bgsave_status(master)),
          becomes(re.redis_master_link_up(copy), 0),
        ),
      ),
      expect: critical("RedisDown", 6),
    },
    ...(["redis", "mysql"] as const).map((job) => ({
      title: `the label by which the agent finds the exporters of ${job} was changed`,
      change: targetGoes(targets({ job })),
      expect: warning("ExporterGone", 16),
    })),
    {
      title: "the memory of a Redis server fills within two hours",
      change: moves(re.redis_memory_used_bytes(master), 256 * MIB, hours(2)),
      expect: warning("RedisMemoryShort", 125),
    },
    {
      title: "a Redis server and the exporter beside it are cut off",
      change: targetFails(targets(master)),
      expect: critical("RedisDown", 6),
    },
    {
      title: "a cache in Redis is full, and throws away what it still needs",
      change: together(busyCache, countsFaster(re.redis_evicted_keys_total(master), 20)),
      expect: warning("RedisMemoryShort", 11),
    },
    {
      title: "keys of Redis are thrown away to keep it below its bound",
      change: countsFaster(re.redis_evicted_keys_total(master), 20),
      expect: warning("RedisEvicting", 16),
    },
    {
      title: "an application opens a connection to Redis for each request",
      change: together(becomes(re.redis_connected_clients(master), 10_000), countsFaster(re.redis_rejected_connections_total(master), 1)),
      expect: critical("RedisConnectionsRefused", 7),
    },
    {
      title: "a replica of Redis has another password than its master",
      change: becomes(re.redis_master_link_up(copy), 0),
      expect: warning("RedisReplicationBroken", 6),
    },
    {
      title: "the volume of a Redis server is full",
      change: together(
        becomes(re.redis_rdb_last_bgsave_status(master), 0),
        freezes(re.redis_rdb_last_save_timestamp_seconds(master)),
        moves(re.redis_rdb_changes_since_last_save(master), 90_000, hours(1)),
      ),
      expect: critical("RedisPersistenceFailing", 6),
    },
    {
      title: "a Redis server ends with the exporter beside it for some minutes in each quarter of an hour",
      change: comesAndGoes(minutes(9), minutes(15), targetFails(targets(master))),
      expect: critical("RedisDown", 6),
    },
    {
      title: "a Redis server forgets its bound of memory with its configuration, and was started anew",
      change: together(becomes(re.redis_memory_max_bytes(master), 0), startsAgain(re.redis_evicted_keys_total(master))),
      expect: { nothingFor: minutes(40) },
    },
    {
      title: "a MySQL server has nine in ten of its connections taken, from one moment to the next",
      change: becomes(my.mysql_global_status_threads_connected(server), 136),
      expect: warning("MysqlConnectionsShort", 7),
    },
    {
      title: "one of two MySQL servers does not answer the agent",
      change: targetFails(targets(follower)),
      expect: critical("MysqlDown", 6),
    },
    {
      title: "no MySQL server and no exporter of one answers the agent",
      change: targetFails(targets({ job: "mysql" })),
      expect: critical("MysqlDown", 6, { never: ["ExporterGone"], watchedFor: minutes(30) }),
    },
    {
      title: "a MySQL server ends, and its exporter says so",
      change: together(
        becomes(my.mysql_up(server), 0),
        goes(my.mysql_global_status_threads_connected(server)),
        goes(my.mysql_global_status_slow_queries(server)),
        becomes(my.mysql_slave_status_slave_io_running(follower), 0),
        goes(my.mysql_slave_status_seconds_behind_master(follower)),
      ),
      expect: critical("MysqlDown", 6),
    },
    {
      title: "a failover of MySQL stopped halfway, and its only writer lets nobody write",
      change: becomes(my.mysql_global_variables_read_only(server), 1),
      expect: critical("MysqlReadOnly", 6),
    },
    {
      title: "a replica of MySQL is set to read only",
      change: becomes(my.mysql_global_variables_read_only(follower), 1),
      expect: { nothingFor: minutes(20) },
    },
    {
      title: "a transaction of MySQL stays open and holds the rows of all others",
      change: becomes(my.mysql_global_status_innodb_row_lock_current_waits(server), 30),
      expect: warning("MysqlRowsLocked", 6),
    },
    {
      title: "a web site keeps its connections to MySQL open",
      change: moves(my.mysql_global_status_threads_connected(server), 150, minutes(10)),
      expect: warning("MysqlConnectionsShort", 15),
    },
    {
      title: "a statement without an index runs on every page of a web site",
      change: together(
        countsFaster(my.mysql_global_status_slow_queries(server), 0.5),
        becomes(my.mysql_global_status_threads_running(server), 20),
      ),
      expect: warning("MysqlQueriesSlow", 4),
    },
    {
      title: "somebody tries passwords of MySQL",
      change: countsFaster(my.mysql_global_status_aborted_connects(server), 0.2),
      expect: warning("MysqlConnectsFailing", 4),
    },
    {
      title: "what is asked of MySQL does not fit into its memory any more",
      change: countsFaster(my.mysql_global_status_innodb_buffer_pool_reads(server), 200),
      expect: warning("MysqlBufferShort", 40),
    },
    {
      title: "a replica of MySQL met a row that it can't change",
      change: together(
        becomes(my.mysql_slave_status_slave_sql_running(follower), 0),
        goes(my.mysql_slave_status_seconds_behind_master(follower)),
      ),
      expect: warning("MysqlReplicationBroken", 6),
    },
    {
      title: "a replica of MySQL is too slow for its master",
      change: moves(my.mysql_slave_status_seconds_behind_master(follower), 3600, hours(1)),
      expect: warning("MysqlReplicationBroken", 12),
    },
  ];
};
