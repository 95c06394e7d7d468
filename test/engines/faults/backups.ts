import { pushedSeries } from "../../../components/batch/series";
import { GIB } from "../../../lib/bytes";
import { becomes, goes } from "../../../lib/world/fault";
import { type Expected, expected, type Faults } from "./fault";

const {
  backup_size_bytes,
  backup_target_free_bytes,
  configuration_backup_age_days,
  database_backup_age_days,
  nas_snapshot_age_days,
  object_store_objects,
  offsite_copy_age_days,
} = pushedSeries;

const backups = (alert: string, within = 1, more?: Partial<Expected>): Expected => expected("Backups", alert, "warning", within, more);

export const backupFaults: Faults = ({ cluster: { databases } }) => {
  const [database] = databases;
  if (database === undefined) throw new Error("the world has no database");
  const name = `${database.namespace}/${database.name}`;
  return [
    {
      title: "dumps of the databases fail since an upgrade",
      change: becomes(database_backup_age_days(), 3.2),
      expect: backups("DatabaseBackupStale", 1, { never: ["DatabaseBackupMissing"] }),
    },
    {
      title: "a new database is in no backup",
      change: becomes(database_backup_age_days({ database: name }), -1),
      expect: backups("DatabaseBackupMissing", 1, { never: ["DatabaseBackupStale"] }),
    },
    {
      title: "the router's password was changed, and its configuration is not saved any more",
      change: becomes(configuration_backup_age_days({ system: "router" }), 9),
      expect: backups("ConfigurationBackupStale"),
    },
    {
      title: "a new switch was never saved",
      change: becomes(configuration_backup_age_days({ system: "switch" }), -1),
      expect: backups("ConfigurationBackupMissing"),
    },
    {
      title: "the pool of the NAS is full, and it makes no snapshots",
      change: becomes(nas_snapshot_age_days(), 2.5),
      expect: backups("NasSnapshotStale"),
    },
    {
      title: "somebody removed all snapshots of a share",
      change: becomes(nas_snapshot_age_days({ share: "photos" }), -1),
      expect: backups("NasSnapshotMissing"),
    },
    {
      title: "the tunnel to the other house is down for a week",
      change: becomes(offsite_copy_age_days(), 7),
      expect: backups("OffsiteCopyStale"),
    },
    {
      title: "the other house has a new disk, and nothing is copied to it",
      change: becomes(offsite_copy_age_days({ source: "volumes" }), -1),
      expect: backups("OffsiteCopyMissing"),
    },
    {
      title: "the NAS does not answer the job that lists its snapshots",
      change: goes(nas_snapshot_age_days()),
      expect: backups("BackupAgesGone", 61),
    },
    {
      title: "a saved configuration broke off in the middle, and nobody said so",
      change: becomes(backup_size_bytes({ backup: "router" }), 40 * 2 ** 20),
      expect: backups("BackupShrunk"),
    },
    {
      title: "a lifecycle rule deletes half of a bucket",
      change: becomes(object_store_objects({ bucket: "volume-backups" }), 21_000),
      expect: backups("ObjectStoreShrunk"),
    },
    {
      title: "old backups are not cleaned up any more",
      change: becomes(backup_target_free_bytes({ target: "off-site" }), 200 * GIB),
      expect: backups("BackupTargetAlmostFull"),
    },
  ];
};
