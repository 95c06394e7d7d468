import { pushedSeries } from "../../components/batch/series";
import { cloudnativePgSeries } from "../../components/databases/series/cloudnative-pg";
import { logStoreSeries } from "../../components/log-store/series";
import { volumeStorageSeries } from "../../components/volume-storage/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { orLine } from "../shared/share";

const {
  backup_object_store_last_run_success: run,
  backup_object_store_last_run_timestamp_seconds: ranAt,
  backup_target_capacity_bytes: capacity,
  backup_target_free_bytes: free,
  object_store_objects: objects,
} = pushedSeries;
const {
  cnpg_collector_up: told,
  cnpg_pg_stat_archiver_archived_count: archived,
  cnpg_pg_stat_archiver_failed_count: archiveFailed,
} = cloudnativePgSeries;
const { zo_ingest_parquet_files: notStored } = logStoreSeries;
const { storage_backup_actual_size_bytes: volumeBackup, storage_backup_state: state } = volumeStorageSeries;

const byBucket = `max by (bucket) (${objects()})`;
/** Of a bucket that is younger, itself. */
const before = (ago: string): string => `(max by (bucket) (${objects()} offset ${ago}) or ${byBucket})`;
const ofCluster = (expr: string): string => `sum by (namespace, cluster) (${expr} * on (instance) group_left (cluster) ${told()})`;
const FAILED_BACKUP = 4;

export const objectstore = dashboard({
  uid: "objectstore",
  title: "Object stores",
  folder: "Storage",
  question: "Do buckets keep what they hold, and do those that write to them get through?",
  asker: "whoever was told that a bucket shrank, or that backups and archives fail all at once",
  shows: "7d",
  next: ["backup-overview", "backup-databases", "backup-jobs", "logstore", "svc-databases"],
  alerts: ["ObjectStoreShrunk", "BackupTargetAlmostFull", "StorageBackupFailed", "PostgresArchivingFailing"],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Objects",
          description: "In all buckets that are counted.",
          unit: "count",
          width: 4,
          queries: [{ expr: `sum(${byBucket})` }],
          hasTrend: true,
        }),
        stat({
          title: "Least kept within a day",
          description:
            "1 is as many objects as a day ago. Retention takes a few; many at once are a clean-up gone wrong, or somebody who should not.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `min(${byBucket} / ${before("1d")})` }],
          thresholds: [warningBelow(0.9)],
        }),
        stat({
          title: "Least room on a target",
          description: "Free share. A store that is full refuses all writers at once.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          asks: ["BackupTargetAlmostFull"],
          queries: [{ expr: `min(${free()} / ${capacity()})` }],
        }),
        stat({
          title: "Database logs refused",
          description: "Attempts to archive that failed within an hour. Of all databases at once: the store is away, or refuses their key.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(increase(${archiveFailed()}[1h]))` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Volume backups that failed",
          description: "As the volume storage lists them. They stay until somebody deletes them.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${state()} == ${FAILED_BACKUP}) or vector(0)` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Log files not stored yet",
          description:
            "What the log store holds on its own disk until the object store takes it. It grows while that is away, until the disk is full.",
          unit: "count",
          width: 4,
          queries: [{ expr: `sum(${notStored()}) or vector(0)` }],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "What buckets hold",
      panels: [
        graph({
          title: "Objects, by bucket",
          description: "It grows and is thinned out in the rhythm of retention. A fall without a rhythm is the thing to stop first.",
          unit: "count",
          min: 0,
          queries: [{ expr: byBucket, legend: "{{bucket}}" }],
        }),
        graph({
          title: "Objects, compared with a day before",
          description: "1 is as many. Below it more is deleted than written.",
          unit: "ratio",
          queries: [{ expr: `${byBucket} / ${before("1d")}`, legend: "{{bucket}}" }],
        }),
        table({
          title: "Buckets",
          description: "By how many objects they have. Changes are objects written, less those deleted.",
          by: { bucket: "Bucket" },
          columns: [
            { title: "Objects", expr: byBucket, unit: "count", decimals: 0 },
            { title: "In a day", expr: `${byBucket} - ${before("1d")}`, unit: "count", decimals: 0 },
            { title: "In a week", expr: `${byBucket} - ${before("7d")}`, unit: "count", decimals: 0 },
          ],
        }),
        graph({
          title: "Room on the targets",
          description: "Free share of what backups are written to. A line that falls steadily says when it is full.",
          unit: "ratio",
          min: 0,
          max: 1,
          asks: ["BackupTargetAlmostFull"],
          queries: [{ expr: `min by (target) (${free()} / ${capacity()})`, legend: "{{target}}" }],
        }),
        graph({
          title: "What backups of volumes take",
          description: "All that are kept, together. It follows the schedules and how long each keeps its backups.",
          unit: "bytes",
          min: 0,
          queries: [{ expr: `sum(max by (backup) (${volumeBackup()}))`, legend: "all backups" }],
        }),
      ],
    },
    {
      title: "Do writers get through?",
      panels: [
        graph({
          title: "Log files that databases archive",
          description: "Within an hour. None at all, while failures grow, is a store that can't be reached.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: ofCluster(`increase(${archived()}[1h])`), legend: "{{namespace}} {{cluster}}" }],
        }),
        graph({
          title: "Log files that could not be archived",
          description: "Within an hour. One database alone has a wrong key or path; all of them have lost the store.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: ofCluster(`increase(${archiveFailed()}[1h])`), legend: "{{namespace}} {{cluster}}" }],
        }),
        graph({
          title: "Files of the log store that wait",
          description: "A few at each upload. What only grows is not stored.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: `sum by (stream_type) (${notStored()}) ${orLine("stream_type", "none")}`, legend: "{{stream_type}}" }],
        }),
      ],
    },
    {
      title: "Who counts",
      panels: [
        timeline({
          title: "Could the buckets be counted?",
          description: "By the batch job. Where it fails it says which bucket, and what the store answered.",
          unit: "flag",
          width: 12,
          queries: [{ expr: `min(${run()})`, legend: "last count" }],
          means: { 0: { text: "failed", color: "red" }, 1: { text: "counted", color: "green" } },
        }),
        graph({
          title: "Since when were they not counted?",
          description: "It counts every few hours. Beyond a day the figures above are of then.",
          unit: "seconds",
          min: 0,
          queries: [{ expr: `time() - max(${ranAt()})`, legend: "last count" }],
        }),
      ],
    },
  ],
});
