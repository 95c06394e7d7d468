import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const backupOffsiteSeries = declareSeries({
  ...heartbeat("backup-offsite"),
  offsite_copy_age_days: gauge("days", "Days since backups were last copied to another place, -1 for never.", "job", "source"),
});
