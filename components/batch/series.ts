import { counter, declareSeries, gauge, info } from "../../lib/series";
import { backupAgeSeries } from "./jobs/backup-age/series";
import { backupConfigurationSeries } from "./jobs/backup-configuration/series";
import { backupDatabaseSeries } from "./jobs/backup-database/series";
import { backupNasSeries } from "./jobs/backup-nas/series";
import { backupObjectStoreSeries } from "./jobs/backup-object-store/series";
import { backupOffsiteSeries } from "./jobs/backup-offsite/series";
import { cadenceMapSeries } from "./jobs/cadence-map/series";
import { certificateCheckSeries } from "./jobs/certificate-check/series";
import { logStoreSettingsSeries } from "./jobs/log-store-settings/series";
import { ntpClientsSeries } from "./jobs/ntp-clients/series";

/** What the Pushgateway tells of itself (seen on a running 1.11.3). */
export const pushgatewaySeries = declareSeries({
  pushgateway_build_info: info("Release of the program.", "version", "revision?", "branch?", "goversion", "goos", "goarch", "tags?"),
  pushgateway_http_requests_total: counter("count", "Requests, pushes among them.", "code", "handler", "method"),
});

/** What it adds to each group, and the cadences, whoever pushes them. The group that a sample was pushed to is its `job`. */
export const groupSeries = declareSeries({
  push_time_seconds: gauge("timestamp", "When a push to the group last succeeded.", "job"),
  push_failure_time_seconds: gauge("timestamp", "When a push to the group last failed, 0 for never.", "job"),

  // the map of all cadences names each job in `script`; one in a job's own group needs no name
  scheduler_schedule_interval_seconds: gauge("seconds", "Longest time between two runs of a job.", "job", "script?"),
});

/** What rules read and no job of ours tells: whoever writes the backups knows it. */
const othersSeries = declareSeries({
  backup_target_capacity_bytes: gauge("bytes", "Size of what backups are written to.", "job", "target"),
  backup_target_free_bytes: gauge("bytes", "Bytes that are left on what backups are written to.", "job", "target"),
});

/** All that is pushed anywhere: what each job of ours tells, what others may tell, and what the gateway adds to each group. */
export const pushedSeries = {
  ...backupAgeSeries,
  ...backupConfigurationSeries,
  ...backupDatabaseSeries,
  ...backupNasSeries,
  ...backupObjectStoreSeries,
  ...backupOffsiteSeries,
  ...cadenceMapSeries,
  ...certificateCheckSeries,
  ...logStoreSettingsSeries,
  ...ntpClientsSeries,
  ...othersSeries,
  // a cadence may be in a job's own group as well, where it needs no name
  ...groupSeries,
};
