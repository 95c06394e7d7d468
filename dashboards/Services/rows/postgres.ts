import { cloudnativePgSeries } from "../../../components/databases/series/cloudnative-pg";
import type { Row } from "../../../lib/dashboards/dashboard";
import { graph, table } from "../../../lib/dashboards/panel";
import { warningBelow } from "../../../lib/dashboards/threshold";
import { not } from "../../../lib/series";
import { shareOf } from "../../shared/share";

const {
  cnpg_backends_max_tx_duration_seconds: transaction,
  cnpg_backends_total: sessions,
  cnpg_backends_waiting_total: waiting,
  cnpg_collector_last_available_backup_timestamp: backup,
  cnpg_collector_up: answers,
  cnpg_pg_database_size_bytes: size,
  cnpg_pg_database_xid_age: unfrozen,
  cnpg_pg_replication_in_recovery: follows,
  cnpg_pg_replication_lag: lag,
  cnpg_pg_replication_slots_pg_wal_lsn_diff: slotKeeps,
  cnpg_pg_settings_setting: setting,
  cnpg_pg_stat_archiver_archived_count: archived,
  cnpg_pg_stat_archiver_failed_count: notArchived,
  cnpg_pg_stat_database_blks_hit: hits,
  cnpg_pg_stat_database_blks_read: diskReads,
  cnpg_pg_stat_database_deadlocks: deadlocks,
  cnpg_pg_stat_database_xact_commit: commits,
  cnpg_pg_stat_database_xact_rollback: rollbacks,
} = cloudnativePgSeries;

/** Labels that tell targets of the exporter apart, those of the namespace among them. */
export interface Placed {
  readonly target: readonly string[];
  readonly namespace: readonly string[];
}

export const legendOf = (labels: readonly string[]): string => labels.map((label) => `{{${label}}}`).join("/");
/** The job is the same for all of them. */
export const ownOf = ({ target }: Placed): string[] => target.filter((label) => label !== "job");

/** Of all sessions that it may have. */
export const postgresConnections = (instance: string): string =>
  `sum by (${instance}) (${sessions()}) / max by (${instance}) (${setting({ name: "max_connections" })})`;

/** With the cluster's name, which the exporter writes on one series alone. */
export const ofCluster = (cluster: string, expr: string): string =>
  `max by (${cluster}) (${expr} * on (instance) group_left (cluster) ${answers()})`;

export function postgresRow(place: Placed): Row {
  const instance = ownOf(place).join(", ");
  const cluster = [...place.namespace, "cluster"].join(", ");
  const database = [...place.namespace, "datname"];
  const ofInstances = legendOf(ownOf(place));
  const read = `sum by (${instance}) (rate(${diskReads()}[10m]))`;
  return {
    title: "PostgreSQL",
    panels: [
      table({
        title: "Clusters",
        description:
          "Those with most room used first. One without a primary takes no writes; one whose backup is older than a day or two is not saved.",
        by: { ...Object.fromEntries(place.namespace.map((label) => [label, "Namespace"])), cluster: "Cluster" },
        columns: [
          {
            title: "Size",
            unit: "bytes",
            expr: ofCluster(cluster, `sum by (instance, ${place.namespace.join(", ") || "job"}) (${size()})`),
          },
          { title: "Instances that answer", unit: "count", expr: `sum by (${cluster}) (${answers()})`, thresholds: [warningBelow(1)] },
          {
            title: "Primaries",
            unit: "count",
            expr: `count by (${cluster}) (${answers()}) - sum by (${cluster}) (${follows()} * on (instance) group_left (cluster) ${answers()})`,
            thresholds: [warningBelow(1)],
          },
          { title: "Slowest replica", unit: "seconds", expr: ofCluster(cluster, lag()), asks: ["PostgresReplicaLagging"] },
          {
            title: "Since the last backup",
            unit: "seconds",
            expr: `time() - (${ofCluster(cluster, backup())} > 0)`,
            asks: ["PostgresBackupOld"],
          },
        ],
      }),
      graph({
        title: "Connections of PostgreSQL in use",
        description: "Share of the most that an instance takes. What climbs without end is a program that does not close its own.",
        unit: "ratio",
        min: 0,
        max: 1,
        width: 8,
        queries: [{ expr: postgresConnections(instance), legend: ofInstances }],
        asks: ["PostgresConnectionsShort"],
      }),
      graph({
        title: "Longest transaction",
        description: "By database. One that does not end keeps old rows alive and locks others out: find it in pg_stat_activity.",
        unit: "seconds",
        min: 0,
        width: 8,
        queries: [{ expr: `max by (${database.join(", ")}) (${transaction({ datname: not("") })})`, legend: legendOf(database) }],
        asks: ["PostgresTransactionLong"],
      }),
      graph({
        title: "Sessions that wait for another",
        description: "And deadlocks of a quarter of an hour. Any for minutes is somebody who waits at a screen.",
        unit: "count",
        min: 0,
        width: 8,
        queries: [
          { expr: `max by (${instance}) (${waiting()})`, legend: `${ofInstances} waiting` },
          { expr: `sum by (${instance}) (increase(${deadlocks()}[15m]))`, legend: `${ofInstances} deadlocks` },
        ],
        asks: ["PostgresSessionsBlocked"],
      }),
      graph({
        title: "Transactions",
        description: "In a second; those that were taken back are below the line. Many of them are a program that runs into errors.",
        unit: "per second",
        width: 8,
        queries: [
          { expr: `sum by (${instance}) (rate(${commits()}[$__rate_interval]))`, legend: ofInstances },
          { expr: `sum by (${instance}) (rate(${rollbacks()}[$__rate_interval]))`, legend: `${ofInstances} taken back`, isMirrored: true },
        ],
      }),
      graph({
        title: "Reads that memory did not have",
        description:
          "Share of blocks that came from the disk, over ten minutes. A step up is an index that is missing, or a job that reads everything.",
        unit: "ratio",
        min: 0,
        width: 8,
        queries: [{ expr: shareOf(read, `(sum by (${instance}) (rate(${hits()}[10m])) + ${read})`), legend: ofInstances }],
      }),
      graph({
        title: "How far behind are replicas?",
        description: "By instance, as it says itself. Queries on one are wrong by as much.",
        unit: "seconds",
        min: 0,
        width: 8,
        queries: [{ expr: `max by (${instance}) (${lag()})`, legend: ofInstances }],
        asks: ["PostgresReplicaLagging"],
      }),
      graph({
        title: "What slots keep of the log",
        description: "By slot. Its reader has not taken it; a full volume stops the database.",
        unit: "bytes",
        min: 0,
        width: 8,
        queries: [{ expr: `max by (slot_name) (${slotKeeps()})`, legend: "{{slot_name}}" }],
        asks: ["PostgresSlotKeepingLog"],
      }),
      graph({
        title: "Files of the log that were archived",
        description: "In an hour; those that could not be are below the line. What is written since the first of them can't be restored.",
        unit: "count",
        width: 8,
        queries: [
          { expr: `sum by (${instance}) (increase(${archived()}[1h]))`, legend: ofInstances },
          { expr: `sum by (${instance}) (increase(${notArchived()}[1h]))`, legend: `${ofInstances} not archived`, isMirrored: true },
        ],
      }),
      graph({
        title: "Transactions that are not frozen",
        description: "By database. At two thousand million nothing can be written any more: something stops the vacuum.",
        unit: "count",
        min: 0,
        width: 8,
        queries: [{ expr: `max by (${database.join(", ")}) (${unfrozen()})`, legend: legendOf(database) }],
        asks: ["PostgresFreezingLate"],
      }),
    ],
  };
}
