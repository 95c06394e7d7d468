import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const backupConfigurationSeries = declareSeries({
  ...heartbeat("backup-configuration"),
  configuration_backup_age_days: gauge("days", "Days since the configuration of a system was last saved, -1 for never.", "job", "system"),
  backup_size_bytes: gauge("bytes", "Size of the newest backup.", "job", "backup"),
});
