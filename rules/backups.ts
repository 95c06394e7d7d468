import { pushedSeries } from "../components/batch/series";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { type AlertDraft, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { GIB, MIB } from "../lib/bytes";
import { hours, minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";

const {
  backup_size_bytes: size,
  backup_target_capacity_bytes: targetCapacity,
  backup_target_free_bytes: targetFree,
  configuration_backup_age_days: configurationAge,
  database_backup_age_days: databaseAge,
  nas_snapshot_age_days: snapshotAge,
  object_store_objects: objects,
  offsite_copy_age_days: copyAge,
} = pushedSeries;

/** Made every night: one night may fail. */
const NIGHTLY_DAYS = 2;
/** Made every week, with a day to spare. */
const WEEKLY_DAYS = 8;
/** What a fire or a thief would take: a copy that fails over a weekend is no trouble yet. */
const OFFSITE_DAYS = 4;
/** Of what it was a day ago: something was left out. */
const SHRUNK_SHARE = 0.5;
/** Of the objects of a day ago: retention takes less in a day. */
const OBJECTS_SHARE = 0.8;
/** Of a few objects one is a large share. */
const LEAST_OBJECTS = 100;
/** Of a target: the next full backup may not fit. */
const FREE_SHARE = 0.1;

type Draft = AlertDraft<"component" | "severity">;

/** What the batch jobs tell of backups, whatever is backed up; volumes have theirs in rules/storage.ts. */
export function backups(): RuleBundle {
  return area("backups", { component: "Backups", severity: "warning", ...COMES_AND_GOES }, [
    ...ofAge("DatabaseBackup", {
      age: databaseAge,
      job: "backup-database",
      label: "database",
      example: "git/database",
      most: NIGHTLY_DAYS,
      thing: "backup of database {{ $labels.database }}",
    }),
    ...ofAge("ConfigurationBackup", {
      age: configurationAge,
      job: "backup-configuration",
      label: "system",
      example: "router",
      most: WEEKLY_DAYS,
      thing: "saved configuration of {{ $labels.system }}",
    }),
    ...ofAge("NasSnapshot", {
      age: snapshotAge,
      job: "backup-nas",
      label: "share",
      example: "photos",
      most: NIGHTLY_DAYS,
      thing: "snapshot of share {{ $labels.share }}",
    }),
    ...ofAge("OffsiteCopy", {
      age: copyAge,
      job: "backup-offsite",
      label: "source",
      example: "volumes",
      most: OFFSITE_DAYS,
      thing: "off-site copy of {{ $labels.source }}",
    }),
    agesGone(),
    backupShrunk(),
    objectStoreShrunk(),
    targetAlmostFull(),
  ]);
}

interface OfAge {
  readonly age: (labels?: Record<string, string>) => string;
  /** What tells those of the kind apart. */
  readonly label: string;
  readonly example: string;
  /** Who tells it, where it is ours. */
  readonly job: string;
  /** Days. */
  readonly most: number;
  readonly thing: string;
}

/** Too old, and never made at all. */
function ofAge(name: string, { age, job, label, example, most, thing }: OfAge): Draft[] {
  const days = (value: number): SeriesSet => ({ [age({ job, [label]: example })]: `${value}x10` });
  return [
    alert(`${name}Stale`, {
      expr: `max by (job, ${label}) (${age()}) > ${most}`,
      summary: `The last ${thing} is too old`,
      description: "It is {{ $value | humanize }} days old. Look at the last run of what makes it, and at where it is written to.",
      fires: days(most + 0.1),
      silent: [days(most), days(-1)],
    }),
    alert(`${name}Missing`, {
      expr: `max by (job, ${label}) (${age()}) == -1`,
      summary: `There is no ${thing} at all`,
      description: "It was never made, or all were removed. Set it up, or take it off the list of what has to be backed up.",
      fires: days(-1),
      silent: [days(0), days(-0.5)],
    }),
  ];
}

function agesGone(): Draft {
  const AGES = '{__name__=~".+_(backup|snapshot|copy)_age_days"}';
  const age = (database: string, values: string): SeriesSet => ({ [databaseAge({ job: "backup-database", database })]: values });
  const database = (values: string) => age("git/database", values);
  const other = (values: string) => age("files/database", values);
  const agent = { [targetSeries.up({ job: "node-exporter", instance: "192.168.10.31:9100" })]: "1x1700" };
  return alert("BackupAgesGone", {
    // an age that nobody pushes any more never gets too old
    expr: [
      "(",
      `  count by (job) (${AGES} offset 1d) > on (job) count by (job) (${AGES})`,
      `  or count by (job) (${AGES} offset 1d) unless on (job) ${AGES}`,
      ")",
      // where nobody is asked at all it is the agent that is gone
      `and on () count(${targetSeries.up()})`,
    ].join("\n"),
    for: hours(1),
    summary: "Job {{ $labels.job }} tells the age of fewer backups than a day ago",
    description:
      "Of {{ $value }} a day ago some are missing: nobody would notice that these get old. Was something removed, or is it not found?",
    // what was there for a while, a day ago
    fires: [
      after(minutes(1500), { ...agent, ...database("1x100 stale") }),
      after(minutes(1500), { ...agent, ...database("1x100 stale"), ...other("1x1700") }),
    ],
    silent: [
      { ...agent, ...database("1x1700"), ...other("1x1700") },
      { ...agent, ...database("1x1700"), ...other("_x1490 1x200") },
      after(minutes(1500), database("1x100 stale")),
    ],
  });
}

function backupShrunk(): Draft {
  const sizes = (mebibytes: number): SeriesSet => ({
    [size({ job: "backup-configuration", backup: "router" })]: `${200 * MIB}x1499 ${mebibytes * MIB}x1600`,
  });
  return alert("BackupShrunk", {
    expr: `max by (job, backup) (${size()}) < ${SHRUNK_SHARE} * max by (job, backup) (${size()} offset 1d)`,
    summary: "The newest backup {{ $labels.backup }} is less than half as large as a day ago",
    description: "It holds {{ $value | humanize }} bytes. Something is left out, or was deleted: keep the older ones until you know.",
    fires: [after(minutes(1500), sizes(99)), keptAfter(minutes(2900), sizes(99))],
    silent: [sizes(100), overAfter(minutes(2950), sizes(99))],
  });
}

function objectStoreShrunk(): Draft {
  const counts = (before: number, now: number): SeriesSet => ({
    [objects({ job: "backup-object-store", bucket: "volume-backups" })]: `${before}x1499 ${now}x1600`,
  });
  return alert("ObjectStoreShrunk", {
    expr: [
      `max by (job, bucket) (${objects()})`,
      `< ${OBJECTS_SHARE} * (max by (job, bucket) (${objects()} offset 1d) > ${LEAST_OBJECTS})`,
    ].join("\n"),
    summary: "Bucket {{ $labels.bucket }} has lost a large part of its objects within a day",
    description: "{{ $value }} are left. A clean-up that went wrong, or somebody who should not: stop what deletes before anything else.",
    fires: [
      after(minutes(1500), counts(48_000, 38_399)),
      after(minutes(1500), counts(105, 20)),
      keptAfter(minutes(2900), counts(48_000, 38_399)),
    ],
    silent: [counts(48_000, 38_400), counts(100, 20), overAfter(minutes(2950), counts(48_000, 38_399))],
  });
}

function targetAlmostFull(): Draft {
  const target = (gib: number): SeriesSet => ({
    [targetFree({ job: "backup-volumes.sh", target: "off-site" })]: `${gib * GIB}x10`,
    [targetCapacity({ job: "backup-volumes.sh", target: "off-site" })]: `${4000 * GIB}x10`,
  });
  return alert("BackupTargetAlmostFull", {
    expr: `max by (job, target) (${targetFree()} / ${targetCapacity()}) < ${FREE_SHARE}`,
    summary: "Backup target {{ $labels.target }} is almost full",
    description: "{{ $value | humanize }} of it is free: the next backups fail. Shorten how long they are kept, or enlarge it.",
    fires: target(399),
    silent: target(400),
  });
}
