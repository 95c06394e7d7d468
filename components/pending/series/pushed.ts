import { declareSeries, gauge } from "../../../lib/series";

/**
 * What batch jobs push, and what the Pushgateway 1.11 adds (specification, parts 4 and 5; the Pushgateway's own seen on a running
 * 1.11.0). The group that a sample was pushed to is its `job`, which the scrape keeps.
 */
export const pushedSeries = declareSeries({
  push_time_seconds: gauge("timestamp", "When a push to the group last succeeded.", "job"),
  push_failure_time_seconds: gauge("timestamp", "When a push to the group last failed, 0 for never.", "job"),

  // the map of all cadences names each job in `script`; one in a job's own group needs no name
  scheduler_schedule_interval_seconds: gauge("seconds", "Longest time between two runs of a job.", "job", "script?"),

  // each job has a series of its own name
  backup_age_last_run_timestamp_seconds: gauge("timestamp", "When the job that looks at the backups last ran.", "job"),
  storage_backup_age_days: gauge("days", "Days since the last backup of a volume, -1 for none.", "job", "volume"),
});
