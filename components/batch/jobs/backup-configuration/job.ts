import { batchJob } from "../../../../lib/batch/job";
import { objectStore } from "../../object-store";
import { backupConfigurationSeries as series } from "./series";
import { backupConfigurationSettings as settings } from "./settings";

export const backupConfiguration = batchJob({
  script: "backup-configuration",
  reads: { settings, series },
  purpose: "looks in the object store how old each system's last saved configuration is",
  schedule: "41 5 * * *",
  component: "Backups",
  severity: "warning",
  at: (site) => {
    const { backup_configuration: own, object_store: store } = site.batch ?? {};
    if (own === undefined || store === undefined) return "name batch.backup_configuration";
    const { values, calls } = objectStore(site, store);
    return { values: { ...values, S3_BUCKET: own.bucket, SYSTEMS: own.systems.map((one) => ({ ...one })) }, calls, schedule: own.schedule };
  },
});
