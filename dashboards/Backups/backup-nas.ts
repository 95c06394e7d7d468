import { pushedSeries } from "../../components/batch/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, timeline } from "../../lib/dashboards/panel";
import { criticalAbove } from "../../lib/dashboards/threshold";

const {
  backup_configuration_last_run_success: configurationRun,
  backup_nas_last_run_success: nasRun,
  backup_nas_last_run_timestamp_seconds: nasRanAt,
  backup_offsite_last_run_success: offsiteRun,
  backup_offsite_last_run_timestamp_seconds: offsiteRanAt,
  backup_size_bytes: size,
  backup_target_capacity_bytes: capacity,
  backup_target_free_bytes: free,
  configuration_backup_age_days: configuration,
  nas_snapshot_age_days: snapshot,
  offsite_copy_age_days: copy,
} = pushedSeries;

const never = (ages: string): string => `count(${ages} == -1) or vector(0)`;
const ran = { 0: { text: "failed", color: "red" }, 1: { text: "well", color: "green" } } as const;

export const backupNas = dashboard({
  uid: "backup-nas",
  title: "NAS and off-site",
  folder: "Backups",
  question: "Is there a copy that survives a fire, a thief or a slip of the hand?",
  asker: "whoever answers for the data, and was told that a snapshot or a copy is too old",
  shows: "30d",
  alerts: [
    "NasSnapshotStale",
    "NasSnapshotMissing",
    "OffsiteCopyStale",
    "OffsiteCopyMissing",
    "ConfigurationBackupStale",
    "ConfigurationBackupMissing",
    "BackupShrunk",
    "BackupTargetAlmostFull",
  ],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Oldest snapshot of a share",
          description: "Days. What somebody deletes or encrypts today comes back as it was then.",
          unit: "days",
          decimals: 1,
          width: 4,
          asks: ["NasSnapshotStale"],
          queries: [{ expr: `max(${snapshot()})` }],
        }),
        stat({
          title: "Oldest copy off-site",
          description: "Days. After a fire everything is as it was then.",
          unit: "days",
          decimals: 1,
          width: 4,
          asks: ["OffsiteCopyStale"],
          queries: [{ expr: `max(${copy()})` }],
        }),
        stat({
          title: "Oldest saved configuration",
          description: "Days. Changes since then are made by hand again when the device is replaced.",
          unit: "days",
          decimals: 1,
          width: 4,
          asks: ["ConfigurationBackupStale"],
          queries: [{ expr: `max(${configuration()})` }],
        }),
        stat({
          title: "Shares without a snapshot",
          description: "Shares that have none at all: what is deleted there is gone.",
          unit: "count",
          width: 4,
          queries: [{ expr: never(snapshot()) }],
          thresholds: [criticalAbove(1)],
        }),
        stat({
          title: "Sources never copied off-site",
          description: "All of their data is in one building.",
          unit: "count",
          width: 4,
          queries: [{ expr: never(copy()) }],
          thresholds: [criticalAbove(1)],
        }),
        stat({
          title: "Least room on a target",
          description: "Free share of what backups are written to. The next full backup needs as much as the last one.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          asks: ["BackupTargetAlmostFull"],
          queries: [{ expr: `min(${free()} / ${capacity()})` }],
        }),
      ],
    },
    {
      title: "Snapshots and copies",
      panels: [
        bars({
          title: "Shares by the age of their snapshot",
          description: "Days; below nought there is none.",
          unit: "days",
          decimals: 1,
          asks: ["NasSnapshotStale"],
          queries: [{ expr: `sort_desc(max by (share) (${snapshot()}))`, legend: "{{share}}" }],
        }),
        bars({
          title: "Sources by the age of their copy off-site",
          description: "Days; below nought it was never copied.",
          unit: "days",
          decimals: 1,
          asks: ["OffsiteCopyStale"],
          queries: [{ expr: `sort_desc(max by (source) (${copy()}))`, legend: "{{source}}" }],
        }),
        graph({
          title: "How did the ages of snapshots go?",
          description: "Even teeth are a schedule that is kept. A taller one is a night that failed.",
          unit: "days",
          min: 0,
          asks: ["NasSnapshotStale"],
          queries: [{ expr: `max by (share) (${snapshot()})`, legend: "{{share}}" }],
        }),
        graph({
          title: "How did the ages of copies go?",
          description: "Taller teeth each time are a link that no longer keeps up with what changes.",
          unit: "days",
          min: 0,
          asks: ["OffsiteCopyStale"],
          queries: [{ expr: `max by (source) (${copy()})`, legend: "{{source}}" }],
        }),
      ],
    },
    {
      title: "Configurations",
      panels: [
        bars({
          title: "Systems by the age of what was saved",
          description: "Days; below nought it was never saved.",
          unit: "days",
          decimals: 1,
          asks: ["ConfigurationBackupStale"],
          queries: [{ expr: `sort_desc(max by (system) (${configuration()}))`, legend: "{{system}}" }],
        }),
        graph({
          title: "Size of the newest backup",
          description: "It hardly changes. A fall to half means that something was left out, or that what was saved is an error page.",
          unit: "bytes",
          min: 0,
          queries: [{ expr: `max by (backup) (${size()})`, legend: "{{backup}}" }],
        }),
      ],
    },
    {
      title: "Where they are kept, and who looks",
      panels: [
        graph({
          title: "Room on the targets",
          description: "Bytes that are left. A line that falls steadily says when it is full; a step up is a clean-up.",
          unit: "bytes",
          min: 0,
          queries: [{ expr: `min by (target) (${free()})`, legend: "{{target}}" }],
        }),
        graph({
          title: "Since when did nobody look?",
          description: "Time since the jobs that tell these ages ran. Beyond half a day the ages above are older than they say.",
          unit: "seconds",
          min: 0,
          queries: [
            { expr: `time() - max(${nasRanAt()})`, legend: "snapshots of the NAS" },
            { expr: `time() - max(${offsiteRanAt()})`, legend: "copies off-site" },
          ],
        }),
        timeline({
          title: "How did the jobs end that look?",
          description: "One that failed could not ask: its log says whom, and why.",
          unit: "flag",
          height: 6,
          queries: [
            { expr: `min(${nasRun()})`, legend: "snapshots of the NAS" },
            { expr: `min(${offsiteRun()})`, legend: "copies off-site" },
            { expr: `min(${configurationRun()})`, legend: "saved configurations" },
          ],
          means: ran,
        }),
      ],
    },
  ],
});
