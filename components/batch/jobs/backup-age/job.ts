import { batchJob } from "../../../../lib/batch/job";
import { backupAgeSeries as series } from "./series";
import { backupAgeLists, backupAgeSettings as settings } from "./settings";

export const backupAge = batchJob({
  script: "backup-age",
  reads: { settings, series },
  purpose: "asks the volume storage how old each volume's last backup is",
  schedule: "17 * * * *",
  component: "Backups",
  severity: "warning",
  at: ({ batch }) =>
    batch?.backup_age === undefined ? "name batch.backup_age" : { values: {}, lists: backupAgeLists, schedule: batch.backup_age.schedule },
});
