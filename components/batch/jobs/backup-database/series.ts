import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const backupDatabaseSeries = declareSeries({
  ...heartbeat("backup-database"),
  database_backup_age_days: gauge(
    "days",
    "Days since the last backup of a database, written namespace/name, -1 for none.",
    "job",
    "database",
  ),
});
