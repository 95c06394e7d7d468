import { batchJob } from "../../../../lib/batch/job";
import { listings } from "../../listings";
import { backupNasSeries as series } from "./series";
import { backupNasSettings as settings } from "./settings";

export const backupNas = batchJob({
  script: "backup-nas",
  reads: { settings, series },
  purpose: "lists the snapshots of the NAS, and tells how old each share's last one is",
  schedule: "41 1,7,13,19 * * *",
  component: "Backups",
  severity: "warning",
  at: (site) => {
    const own = site.batch?.backup_nas;
    if (own === undefined) return "name batch.backup_nas";
    const { shares, username, schedule } = own;
    const places = shares.map(({ listing, addresses }) => ({ place: listing, addresses }));
    const { values, calls } = listings(site, "backup-nas", "the NAS", { places, username });
    return { values: { ...values, SHARES: shares.map(({ addresses: _, ...one }) => one) }, calls, schedule };
  },
});
