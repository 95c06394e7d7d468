import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const backupAgeSeries = declareSeries({
  ...heartbeat("backup-age"),
  storage_backup_age_days: gauge("days", "Days since the last backup of a volume, -1 for none.", "job", "volume"),
});
