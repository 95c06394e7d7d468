import { pushedSeries } from "../../../components/batch/series";
import { kubeStateMetricsSeries } from "../../../components/exporters/series/kube-state-metrics";
import { days, hours } from "../../../lib/duration";
import { lately, START, still } from "../../../lib/world/course";
import { appears, becomes, earlier, freezes, goes, targetFails, targets, together } from "../../../lib/world/fault";
import { expected, type Faults, platform } from "./fault";

const { scheduler_cronjob_info: cronJobRuns, scheduler_schedule_interval_seconds: cadence } = pushedSeries;
const { kube_cronjob_spec_suspend: suspend } = kubeStateMetricsSeries;

export const batchFaults: Faults = () => [
  {
    title: "an hourly job of the backups does not run any more",
    change: freezes(pushedSeries.backup_age_last_run_timestamp_seconds({ job: "backup-age" })),
    expect: expected("Backups", "BatchJobStale", "warning", 121),
  },
  {
    title: "the hourly job of the time server does not run any more",
    change: freezes(pushedSeries.ntp_clients_last_run_timestamp_seconds()),
    expect: expected("NTP", "BatchJobStale", "warning", 121),
  },
  {
    title: "somebody suspends an hourly job",
    change: together(freezes(pushedSeries.backup_age_last_run_timestamp_seconds()), becomes(suspend({ cronjob: "backup-age" }), 1)),
    expect: { nothingFor: hours(5) },
  },
  {
    title: "somebody suspends a CronJob that is not called as the script that it runs, each hour",
    change: together(
      freezes(pushedSeries.cadence_map_last_run_timestamp_seconds({ job: "tidy" })),
      ...["tidy", ""].map((script) => becomes(cadence(script === "" ? { job: "tidy", script } : { script }), 3600)),
      ...[suspend({ cronjob: "tidy" }), cronJobRuns({ runs: "tidy" })].map(goes),
      appears("kube-state-metrics", 'kube_cronjob_spec_suspend{namespace="playground",cronjob="nightly"}', still(1)),
      appears("pushed", 'scheduler_cronjob_info{job="cadence-map",namespace="playground",cronjob="nightly",runs="tidy"}', still(1)),
    ),
    expect: { nothingFor: hours(5) },
  },
  {
    title: "an hourly job stops, and in another namespace one of its name is suspended",
    change: together(
      freezes(pushedSeries.backup_age_last_run_timestamp_seconds()),
      appears("kube-state-metrics", 'kube_cronjob_spec_suspend{namespace="playground",cronjob="backup-age"}', still(1)),
    ),
    expect: expected("Backups", "BatchJobStale", "warning", 121),
  },
  {
    title: "the CronJob of an hourly job is removed",
    change: together(freezes(pushedSeries.backup_age_last_run_timestamp_seconds()), goes(suspend({ cronjob: "backup-age" }))),
    expect: expected("Backups", "BatchJobRemoved", "warning", 36),
  },
  {
    title: "the job that asks for the volumes' backups fails each time",
    change: becomes(pushedSeries.backup_age_last_run_success(), 0),
    expect: expected("Backups", "BatchJobFailed", "warning", 1),
  },
  {
    title: "the job that looks at the certificates fails",
    change: becomes(pushedSeries.certificate_check_last_run_success(), 0),
    expect: platform("BatchJobFailed", "warning", 1),
  },
  {
    title: "a job pushes under another name than its script's",
    change: together(
      goes(pushedSeries.backup_nas_last_run_timestamp_seconds()),
      goes(pushedSeries.backup_nas_last_run_success()),
      appears("pushed", 'backup_nas_last_run_timestamp_seconds{job="backup_nas"}', still(START)),
    ),
    expect: expected("Backups", "BatchJobNeverRan", "warning", 32),
  },
  {
    title: "somebody's job has run for a day under a name that no schedule has",
    change: earlier(hours(26), appears("pushed", 'cadence_map_last_run_timestamp_seconds{job="sync"}', lately(hours(1)))),
    expect: platform("BatchJobCadenceMissing", "warning", 32),
  },
  {
    title: "a PUT wipes what somebody else's job tells of its runs",
    change: together(
      goes(pushedSeries.cadence_map_last_run_timestamp_seconds({ job: "tidy" })),
      goes(pushedSeries.cadence_map_last_run_success({ job: "tidy" })),
    ),
    expect: platform("BatchJobHeartbeatLost", "warning", 32),
  },
  {
    title: "a PUT of another script wipes what a job tells of its runs",
    change: together(
      goes(pushedSeries.certificate_check_last_run_timestamp_seconds()),
      goes(pushedSeries.certificate_check_last_run_success()),
    ),
    expect: platform("BatchJobNeverRan", "warning", 32),
  },
  {
    title: "a PUT wipes what a monthly job of somebody else tells of its runs",
    change: together(
      becomes(cadence({ script: "backup-volumes.sh" }), days(31).seconds),
      ...[pushedSeries.cadence_map_last_run_timestamp_seconds, pushedSeries.cadence_map_last_run_success].map((told) =>
        goes(told({ job: "backup-volumes.sh" })),
      ),
    ),
    expect: expected("Backups", "BatchJobNeverRan", "warning", 32),
  },
  {
    title: "a job's new release tells of its runs in milliseconds",
    change: becomes(pushedSeries.backup_age_last_run_timestamp_seconds(), 1000 * START),
    expect: expected("Backups", "BatchJobTimeAhead", "warning", 1),
  },
  {
    title: "a PUT wipes all cadences",
    change: goes(cadence()),
    expect: platform("BatchCadencesUnknown", "warning", 32),
  },
  {
    title: "a CronJob without a heartbeat is new",
    change: appears("pushed", 'scheduler_schedule_interval_seconds{job="cadence-map",script="clean-up"}', still(60)),
    expect: { nothingFor: hours(5) },
  },
  {
    title: "a job's new release pushes a series twice",
    change: together(
      freezes(pushedSeries.push_time_seconds({ job: "certificate-check" })),
      becomes(pushedSeries.push_failure_time_seconds({ job: "certificate-check" }), START + 3600),
    ),
    expect: platform("BatchPushRefused", "warning", 1),
  },
  {
    title: "the directory's certificate was not renewed",
    change: becomes(pushedSeries.certificate_inventory_days_left({ certificate: "directory" }), 13),
    expect: platform("InventoryCertificateExpiring", "warning", 1),
  },
  {
    title: "the Pushgateway is down, and with it all that was pushed",
    change: together(
      targetFails(targets({ service: "pushgateway" })),
      goes('{__name__=~".+",job=~"backup-.*|cadence-map|certificate-check|ntp-clients|tidy"}'),
    ),
    expect: platform("PushgatewayDown", "warning", 6, { others: ["BackupAgesGone"] }),
  },
];
