import { batchJob } from "../../../../lib/batch/job";
import { objectStore } from "../../object-store";
import { backupObjectStoreSeries as series } from "./series";
import { backupObjectStoreSettings as settings } from "./settings";

export const backupObjectStore = batchJob({
  script: "backup-object-store",
  reads: { settings, series },
  purpose: "counts the objects of each bucket",
  schedule: "57 1,7,13,19 * * *",
  component: "Backups",
  severity: "warning",
  at: (site) => {
    const { backup_object_store: own, object_store: store } = site.batch ?? {};
    if (own === undefined || store === undefined) return "name batch.backup_object_store";
    const { values, calls } = objectStore(site, store);
    return { values: { ...values, BUCKETS: [...own.buckets] }, calls, schedule: own.schedule };
  },
});
