import { pushedSeries } from "../../components/batch/series";
import { cloudnativePgSeries } from "../../components/databases/series/cloudnative-pg";
import { redisSeries } from "../../components/databases/series/redis";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { orLine } from "../shared/share";

const { database_backup_age_days: age } = pushedSeries;
const {
  cnpg_collector_first_recoverability_point: restorableFrom,
  cnpg_collector_last_available_backup_timestamp: lastBackup,
  cnpg_collector_last_failed_backup_timestamp: lastFailed,
  cnpg_collector_pg_wal: log,
  cnpg_collector_pg_wal_archive_status: archiveStatus,
  cnpg_collector_up: told,
  cnpg_pg_replication_slots_pg_wal_lsn_diff: keptBySlot,
  cnpg_pg_stat_archiver_archived_count: archived,
  cnpg_pg_stat_archiver_failed_count: archiveFailed,
  cnpg_pg_stat_archiver_seconds_since_last_archival: sinceArchived,
} = cloudnativePgSeries;
const {
  redis_rdb_changes_since_last_save: unsaved,
  redis_rdb_last_bgsave_status: saved,
  redis_rdb_last_save_timestamp_seconds: lastSave,
} = redisSeries;

const CLUSTER = "{{namespace}} {{cluster}}";
/** Only one series of an instance says which cluster it is of. */
const byCluster = (expr: string): string => `max by (namespace, cluster) (${expr} * on (instance) group_left (cluster) ${told()})`;
/** Seconds since a moment that is 0 where it never was. */
const since = (moment: string): string => `time() - (${byCluster(moment)} != 0)`;
const waitingFiles = archiveStatus({ value: "ready" });
const failedInHour = `increase(${archiveFailed()}[1h])`;
const server = (expr: string): string => `max by (namespace, pod) (${expr})`;

export const backupDatabases = dashboard({
  uid: "backup-databases",
  title: "Database backups",
  folder: "Backups",
  question: "To which moment could each database be brought back?",
  asker: "whoever answers for a database, and whoever was told that its archive or backup fails",
  shows: "24h",
  next: ["backup-overview", "backup-jobs", "objectstore", "storage-claims", "svc-databases"],
  alerts: [
    "DatabaseBackupStale",
    "DatabaseBackupMissing",
    "PostgresArchivingFailing",
    "PostgresBackupOld",
    "PostgresBackupFailed",
    "PostgresNeverBackedUp",
    "RedisPersistenceFailing",
  ],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Oldest base backup",
          description:
            "Days since it was made. To bring the database back, the log since then has to be played, which takes the longer the older it is.",
          unit: "days",
          decimals: 1,
          width: 4,
          asks: ["DatabaseBackupStale"],
          queries: [{ expr: `max(${age()})` }],
        }),
        stat({
          title: "Databases without a backup",
          description: "None was ever made, or all are gone. What breaks now is lost.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${age()} == -1) or vector(0)` }],
          thresholds: [criticalAbove(1)],
        }),
        stat({
          title: "Longest without archiving",
          description:
            "What was written since the last archived file is lost with the database's disk. A database that nobody writes to archives nothing.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `max(${sinceArchived()})` }],
          thresholds: [warningAbove(3600)],
          hasTrend: true,
        }),
        stat({
          title: "Most log files that wait",
          description: "Of one database. They stay on its disk until the archive takes them, and in the end fill it.",
          unit: "count",
          width: 4,
          queries: [{ expr: `max(${waitingFiles}) or vector(0)` }],
          hasTrend: true,
        }),
        stat({
          title: "Not archived in an hour",
          description: "Attempts that failed, of all databases. All of them fail when the object store is away or refuses its key.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(${failedInHour})` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Newest backup failed",
          description: "It failed after the last one that is good, which is what there is.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${byCluster(lastFailed())} > ${byCluster(lastBackup())}) or vector(0)` }],
          thresholds: [warningAbove(1)],
        }),
      ],
    },
    {
      title: "Base backups",
      panels: [
        table({
          title: "Clusters",
          description: "Those whose backup is oldest are first. One that is not listed with an age has none that its operator knows of.",
          by: { namespace: "Namespace", cluster: "Cluster" },
          width: 14,
          columns: [
            { title: "Backup is old", expr: since(lastBackup()), unit: "seconds", asks: ["PostgresBackupOld"] },
            { title: "Can go back by", expr: since(restorableFrom()), unit: "seconds" },
            { title: "Archived ago", expr: byCluster(sinceArchived()), unit: "seconds" },
            { title: "Failures in 1 h", expr: byCluster(failedInHour), unit: "count", decimals: 0, thresholds: [warningAbove(1)] },
          ],
        }),
        bars({
          title: "Databases by the age of their base backup",
          description: "As the batch job finds them in the cluster; below nought there is none.",
          unit: "days",
          decimals: 1,
          width: 10,
          height: 9,
          asks: ["DatabaseBackupStale"],
          queries: [{ expr: `sort_desc(max by (database) (${age()}))`, legend: "{{database}}" }],
        }),
        graph({
          title: "Age of the newest backup",
          description: "Teeth are backups that are made; what only climbs is backed up no more.",
          unit: "seconds",
          min: 0,
          asks: ["PostgresBackupOld"],
          queries: [{ expr: since(lastBackup()), legend: CLUSTER }],
        }),
        timeline({
          title: "Was the newest backup good?",
          description: "Of each cluster. Its Backup object says what went wrong.",
          unit: "flag",
          width: 12,
          queries: [{ expr: `${byCluster(lastFailed())} > bool ${byCluster(lastBackup())}`, legend: CLUSTER }],
          means: { 0: { text: "good", color: "green" }, 1: { text: "failed", color: "red" } },
        }),
      ],
    },
    {
      title: "The archived log",
      panels: [
        graph({
          title: "Time since a file was archived",
          description: "Up to a few minutes where something is written. Below nought: a replica, which archives nothing.",
          unit: "seconds",
          queries: [{ expr: byCluster(sinceArchived()), legend: CLUSTER }],
        }),
        graph({
          title: "Files archived, and those that failed",
          description: "Within an hour; failures are below the line. Many files are many changes, such as a large import.",
          unit: "count",
          queries: [
            {
              expr: `sum by (namespace, cluster) (increase(${archived()}[1h]) * on (instance) group_left (cluster) ${told()})`,
              legend: CLUSTER,
            },
            {
              expr: `sum by (namespace, cluster) (${failedInHour} * on (instance) group_left (cluster) ${told()})`,
              legend: `${CLUSTER} failed`,
              isMirrored: true,
            },
          ],
        }),
        graph({
          title: "Files that wait to be archived",
          description: "A few come and go. What grows is an archive that takes nothing.",
          unit: "count",
          min: 0,
          queries: [{ expr: `${byCluster(waitingFiles)} ${orLine("cluster", "none")}`, legend: CLUSTER }],
        }),
        graph({
          title: "Log that stays on the disk",
          description: "Bytes: what is not archived yet, and what a replication slot keeps for a replica that does not come.",
          unit: "bytes",
          min: 0,
          queries: [
            { expr: `${byCluster(log({ value: "size" }))} ${orLine("cluster", "none")}`, legend: CLUSTER },
            { expr: `max by (slot_name) (${keptBySlot()}) ${orLine("slot_name", "none")}`, legend: "kept by {{slot_name}}" },
          ],
        }),
      ],
    },
    {
      title: "Snapshots of Redis",
      panels: [
        timeline({
          title: "Was its last snapshot written?",
          description: "A full disk or too little memory for a fork. What was changed since the last good one is lost with a restart.",
          unit: "flag",
          width: 8,
          queries: [{ expr: `min by (namespace, pod) (${saved()})`, legend: "{{namespace}} {{pod}}" }],
          means: { 0: { text: "failed", color: "red" }, 1: { text: "written", color: "green" } },
        }),
        graph({
          title: "Time since the last snapshot",
          description: "Or since it was started. A server that nothing changes writes none.",
          unit: "seconds",
          min: 0,
          width: 8,
          queries: [{ expr: `time() - ${server(lastSave())}`, legend: "{{namespace}} {{pod}}" }],
        }),
        graph({
          title: "Changes since the last snapshot",
          description: "As many are lost with its disk, unless it also keeps a log of changes.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: server(unsaved()), legend: "{{namespace}} {{pod}}" }],
        }),
      ],
    },
  ],
});
