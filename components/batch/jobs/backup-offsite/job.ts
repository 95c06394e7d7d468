import { batchJob } from "../../../../lib/batch/job";
import { listings } from "../../listings";
import { backupOffsiteSeries as series } from "./series";
import { backupOffsiteSettings as settings } from "./settings";

export const backupOffsite = batchJob({
  script: "backup-offsite",
  reads: { settings, series },
  purpose: "lists the snapshots of the repositories in another place, and tells how old each one's last is",
  schedule: "49 1,7,13,19 * * *",
  component: "Backups",
  severity: "warning",
  at: (site) => {
    const own = site.batch?.backup_offsite;
    if (own === undefined) return "name batch.backup_offsite";
    const { sources, username, schedule } = own;
    const places = sources.map(({ repository, addresses }) => ({ place: repository, addresses }));
    const { values, calls } = listings(site, "backup-offsite", "the other place", { places, username });
    return { values: { ...values, SOURCES: sources.map(({ addresses: _, ...one }) => one) }, calls, schedule };
  },
});
