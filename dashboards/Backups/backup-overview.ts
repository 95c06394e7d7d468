import { pushedSeries } from "../../components/batch/series";
import { volumeStorageSeries } from "../../components/volume-storage/series";
import { mostNow } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table } from "../../lib/dashboards/panel";
import { criticalAbove } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import { namedVolumes } from "../shared/named-volumes";

const {
  backup_size_bytes: size,
  backup_target_capacity_bytes: capacity,
  backup_target_free_bytes: free,
  configuration_backup_age_days: configuration,
  database_backup_age_days: database,
  nas_snapshot_age_days: snapshot,
  offsite_copy_age_days: copy,
  storage_backup_age_days: volume,
} = pushedSeries;
const { storage_backup_actual_size_bytes: volumeBackup, storage_backup_state: state } = volumeStorageSeries;

const inState = (numbers: string, legend: string) => ({ expr: `count(${state()} ${numbers}) or vector(0)`, legend });
const AGES = '{__name__=~".+_(backup|snapshot|copy)_age_days"}';
const oldest = (ages: string): string => `max(${ages})`;
const VOLUME = { pvc_namespace: "Namespace", pvc: "Claim", volume: "Volume" };
const AT_ONCE = "Days since it was last made.";

export const backupOverview = dashboard({
  uid: "backup-overview",
  title: "Backup overview",
  folder: "Backups",
  question: "Could everything be brought back, and how much would be lost?",
  asker: "whoever answers for the data, once a week, and before anything risky",
  shows: "7d",
  next: ["backup-jobs", "backup-databases", "backup-nas", "objectstore", "storage-volumes"],
  areas: ["backups"],
  alerts: ["StorageBackupStale", "StorageBackupMissing", "StorageBackupFailed"],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Oldest backup: volume",
          description: `${AT_ONCE} That much is lost where a volume has to come back.`,
          unit: "days",
          decimals: 1,
          width: 4,
          asks: ["StorageBackupStale"],
          queries: [{ expr: oldest(volume()) }],
        }),
        stat({
          title: "Oldest backup: database",
          description: `${AT_ONCE} What the database has archived since can be played back.`,
          unit: "days",
          decimals: 1,
          width: 4,
          asks: ["DatabaseBackupStale"],
          queries: [{ expr: oldest(database()) }],
        }),
        stat({
          title: "Oldest saved configuration",
          description: `${AT_ONCE} Of routers, switches and the like, which are set up by hand without it.`,
          unit: "days",
          decimals: 1,
          width: 4,
          asks: ["ConfigurationBackupStale"],
          queries: [{ expr: oldest(configuration()) }],
        }),
        stat({
          title: "Oldest snapshot: NAS",
          description: `${AT_ONCE} It helps against what somebody deleted, and not against a broken NAS.`,
          unit: "days",
          decimals: 1,
          width: 4,
          asks: ["NasSnapshotStale"],
          queries: [{ expr: oldest(snapshot()) }],
        }),
        stat({
          title: "Oldest copy off-site",
          description: `${AT_ONCE} After a fire or a thief this is what there is.`,
          unit: "days",
          decimals: 1,
          width: 4,
          asks: ["OffsiteCopyStale"],
          queries: [{ expr: oldest(copy()) }],
        }),
        stat({
          title: "Never backed up",
          description: "Volumes, databases, systems, shares and sources of which there is no backup at all.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${AGES} == -1) or vector(0)` }],
          thresholds: [criticalAbove(1)],
        }),
      ],
    },
    {
      title: "Volumes and databases",
      panels: [
        table({
          title: "Volumes by the age of their backup",
          description: "Days; below nought there is none. The claim says whose data it is.",
          width: 14,
          height: 10,
          by: VOLUME,
          columns: [
            { title: "Age", expr: namedVolumes(`max by (volume) (${volume()})`), unit: "days", decimals: 1, asks: ["StorageBackupStale"] },
          ],
        }),
        bars({
          title: "Databases by the age of their backup",
          description: "Days since the last base backup; below nought there is none.",
          unit: "days",
          decimals: 1,
          width: 10,
          height: 10,
          asks: ["DatabaseBackupStale"],
          queries: [{ expr: `sort_desc(max by (database) (${database()}))`, legend: "{{database}}" }],
        }),
        graph({
          title: "Ages of the ten oldest backups of volumes",
          description: "Teeth are backups that are made. A line that climbs and never falls is a volume that nobody backs up any more.",
          unit: "days",
          min: 0,
          asks: ["StorageBackupStale"],
          queries: [{ expr: namedVolumes(mostNow((at) => `max by (volume) (${volume()}${at})`)), legend: "{{pvc_namespace}} {{pvc}}" }],
        }),
        graph({
          title: "Ages of backups of databases",
          description: "Teeth are backups that are made.",
          unit: "days",
          min: 0,
          asks: ["DatabaseBackupStale"],
          queries: [{ expr: `max by (database) (${database()})`, legend: "{{database}}" }],
        }),
      ],
    },
    {
      title: "Everything else",
      panels: [
        graph({
          title: "Ages of saved configurations",
          description: "Each by its system. One that stays at nought days is saved at every look; one that only climbs is saved no more.",
          unit: "days",
          min: 0,
          width: 6,
          asks: ["ConfigurationBackupStale"],
          queries: [{ expr: `max by (system) (${configuration()})`, legend: "{{system}}" }],
        }),
        graph({
          title: "Ages of snapshots",
          description: "Each by its share of the NAS.",
          unit: "days",
          min: 0,
          width: 6,
          asks: ["NasSnapshotStale"],
          queries: [{ expr: `max by (share) (${snapshot()})`, legend: "{{share}}" }],
        }),
        graph({
          title: "Ages of copies off-site",
          description: "Each by what is copied. A line that bends up at all of them is a link or a target that is gone.",
          unit: "days",
          min: 0,
          width: 6,
          asks: ["OffsiteCopyStale"],
          queries: [{ expr: `max by (source) (${copy()})`, legend: "{{source}}" }],
        }),
        graph({
          title: "Backups that a job looks after",
          description: "A step down is a backup that nobody watches any more: it would get old unseen.",
          unit: "count",
          min: 0,
          width: 6,
          queries: [{ expr: `count by (job) (${AGES})`, legend: "{{job}}" }],
        }),
      ],
    },
    {
      title: "Sizes, and room for more",
      panels: [
        graph({
          title: "Room that is left on targets",
          description: "Share of what backups are written to. Too little of it, and the next full backup fails.",
          unit: "ratio",
          min: 0,
          max: 1,
          width: 8,
          asks: ["BackupTargetAlmostFull"],
          queries: [{ expr: `max by (job, target) (${free()} / ${capacity()})`, legend: "{{target}}" }],
        }),
        graph({
          title: "Newest backup, compared with a day before",
          description: "1 is as large as the day before. Half of it means that something was left out: keep the older ones until you know.",
          unit: "ratio",
          min: 0,
          width: 8,
          queries: [
            {
              expr: `max by (backup) (${size()}) / (max by (backup) (${size()} offset 1d) or max by (backup) (${size()}))`,
              legend: "{{backup}}",
            },
          ],
        }),
        graph({
          title: "Backups of volumes by state",
          description: "As the volume storage lists them. One that failed leaves its volume with an older backup.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [inState("== 3", "complete"), inState("< 3", "wait or are made"), inState("== 4", "failed"), inState("== 5", "unknown")],
        }),
        worst({
          title: "Volumes with the largest backups",
          description: "All backups that are kept of a volume together: what fills the object store.",
          by: VOLUME,
          head: "Kept",
          expr: namedVolumes(`sum by (volume) (${volumeBackup()})`),
          unit: "bytes",
        }),
        worst({
          title: "Volumes with the most backups",
          description: "As many as are kept. One with many more than the others is kept by a schedule that deletes nothing.",
          by: VOLUME,
          head: "Backups",
          expr: namedVolumes(`count by (volume) (${volumeBackup()})`),
          unit: "count",
        }),
      ],
    },
  ],
});
