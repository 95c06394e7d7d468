import { GIB } from "../../../lib/bytes";
import { days, minutes } from "../../../lib/duration";
import { around, counts, lately, never, since, still } from "../../../lib/world/course";
import { absent, by, each, healthy } from "../../../lib/world/healthy";
import { cloudnativePgSeries } from "../series/cloudnative-pg";

const DATABASES = ["app", "postgres"];
const SESSIONS = [
  { datname: "app", usename: "app", application_name: "app", state: "active", sessions: 2 },
  { datname: "app", usename: "app", application_name: "app", state: "idle", sessions: 10 },
  { datname: "postgres", usename: "postgres", application_name: "cnpg_metrics_exporter", state: "active", sessions: 1 },
];
const SETTINGS = { max_connections: still(100), max_wal_size: still(1024), shared_buffers: still(32_768) };

/** The first target is the primary, the others follow it. */
export const cloudnativePgHealthy = healthy(cloudnativePgSeries, (_, { index, pod, count }) => {
  const isPrimary = index === 0;
  const cluster = pod?.app.name ?? "postgres";
  const replicas = (pod?.app.pods ?? []).slice(1).map(({ name, address }) => ({ name, address }));
  const session = ({ sessions: _sessions, ...labels }: (typeof SESSIONS)[number]) => labels;
  const databases = <Course extends object>(course: Course) => each(DATABASES, (datname) => ({ datname }), course);
  const [onPrimary, onReplica] = [still(isPrimary ? 1 : 0), still(isPrimary ? 0 : 1)];
  const written = isPrimary ? counts : () => never;
  const slots = <Course extends object>(course: Course) =>
    isPrimary && replicas.length > 0
      ? each(replicas, ({ name }) => ({ slot_name: `_cnpg_${name.replaceAll("-", "_")}`, slot_type: "physical" }), course)
      : absent("nobody follows it");
  return {
    cnpg_collector_up: by("cluster", { [cluster]: still(1) }),
    cnpg_collector_last_collection_error: still(0),
    cnpg_collector_collection_errors_total: absent("no look has failed"),
    cnpg_collector_postgres_version: [[{ full: "17.6", cluster }, still(17.6)]],
    cnpg_collector_fencing_on: still(0),
    cnpg_collector_manual_switchover_required: still(0),
    cnpg_collector_nodes_used: still(new Set(pod?.app.pods.map(({ node }) => node.name)).size || 1),
    cnpg_collector_replica_mode: still(0),
    cnpg_collector_sync_replicas: by("value", { expected: still(0), max: still(0), min: still(0), observed: still(0) }),
    cnpg_collector_pg_wal: by("value", { count: still(20), size: still(20 * 16 * 2 ** 20) }),
    cnpg_collector_pg_wal_archive_status: by("value", { ready: still(0), done: still(18) }),

    cnpg_collector_first_recoverability_point: since(days(30)),
    cnpg_collector_last_available_backup_timestamp: lately(days(1)),
    cnpg_collector_last_failed_backup_timestamp: still(0),

    cnpg_backends_total: each(SESSIONS, session, ({ sessions }) => still(sessions)),
    cnpg_backends_max_tx_duration_seconds: each(SESSIONS, session, ({ state }) => (state === "active" ? around(0.2, 0.15) : still(0))),
    cnpg_backends_waiting_total: still(0),
    cnpg_pg_database_size_bytes: by("datname", { app: around(2 * GIB, GIB / 50), postgres: still(7_700_000) }),
    cnpg_pg_database_xid_age: databases(around(4e7, 1e6)),
    cnpg_pg_database_mxid_age: databases(still(0)),
    cnpg_pg_postmaster_start_time: since(days(12)),
    cnpg_pg_replication_lag: isPrimary ? still(0) : around(0.05, 0.04),
    cnpg_pg_replication_in_recovery: onReplica,
    cnpg_pg_replication_is_wal_receiver_up: onReplica,
    cnpg_pg_replication_streaming_replicas: still(isPrimary ? count - 1 : 0),
    cnpg_pg_replication_slots_active: slots(onPrimary),
    cnpg_pg_replication_slots_pg_wal_lsn_diff: slots(around(4000, 3000)),
    cnpg_pg_stat_archiver_archived_count: written(1 / 300),
    cnpg_pg_stat_archiver_failed_count: never,
    cnpg_pg_stat_archiver_seconds_since_last_archival: isPrimary ? around(150, 120) : still(-1),
    cnpg_pg_stat_archiver_seconds_since_last_failure: still(-1),
    cnpg_pg_stat_archiver_last_archived_time: isPrimary ? lately(minutes(5)) : still(-1),
    cnpg_pg_stat_archiver_last_failed_time: still(-1),
    cnpg_pg_stat_database_deadlocks: databases(never),
    cnpg_pg_stat_database_xact_commit: databases(written(4)),
    cnpg_pg_stat_database_xact_rollback: databases(written(0.02)),
    cnpg_pg_stat_database_blks_hit: databases(counts(600)),
    cnpg_pg_stat_database_blks_read: databases(counts(3)),
    cnpg_pg_stat_database_temp_bytes: databases(written(100)),
    cnpg_pg_stat_database_conflicts: databases(never),
    cnpg_pg_stat_replication_replay_lag_seconds:
      isPrimary && replicas.length > 0
        ? each(
            replicas,
            ({ name, address }) => ({
              usename: "streaming_replica",
              application_name: name,
              client_addr: address,
              client_port: "43210",
            }),
            around(0.003, 0.002),
          )
        : absent("nobody follows it"),
    cnpg_pg_settings_setting: by("name", SETTINGS),
  };
});
