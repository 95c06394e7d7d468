import { batchJob } from "../../../../lib/batch/job";
import { backupDatabaseSeries as series } from "./series";
import { backupDatabaseLists, backupDatabaseSettings as settings } from "./settings";

export const backupDatabase = batchJob({
  script: "backup-database",
  reads: { settings, series },
  purpose: "asks CloudNativePG how old each database's last backup is",
  schedule: "25 * * * *",
  component: "Backups",
  severity: "warning",
  at: ({ batch }) =>
    batch?.backup_database === undefined
      ? "name batch.backup_database"
      : { values: {}, lists: backupDatabaseLists, schedule: batch.backup_database.schedule },
});
