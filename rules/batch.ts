import { after } from "../lib/alerts/proof";
import { alert, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";

const LAST_RUN = 'max by (job) ({__name__=~".+_last_run_timestamp_seconds"})';

/**
 * The cadence of a job, by job. The cadence-map probe pushes to its own group and names the job in
 * `script`, so that no owner's PUT can wipe it; a cadence pushed into the job's own group counts too.
 */
const CADENCE = [
  "max by (job) (",
  '  label_replace(scheduler_schedule_interval_seconds{script!=""}, "job", "$1", "script", "(.+)")',
  '  or scheduler_schedule_interval_seconds{script=""}',
  ")",
].join("\n");

export function batch(): RuleBundle {
  const ran = 'backup_nas_last_run_timestamp_seconds{job="backup-nas.sh"}';
  const cadence = 'scheduler_schedule_interval_seconds{job="cadence-map.sh",script="backup-nas.sh"}';
  const ownCadence = 'scheduler_schedule_interval_seconds{job="backup-nas.sh"}';
  const justLate = { seconds: hours(2).seconds + 60 };
  return {
    area: "batch",
    groups: [
      {
        name: "batch",
        rules: [
          alert("BatchJobStale", {
            expr: `time() - ${LAST_RUN}\n> on (job) 2 * ${CADENCE}`,
            severity: "warning",
            component: "Platform",
            summary: "Batch job {{ $labels.job }} has missed two runs",
            description: "It last ran {{ $value | humanizeDuration }} ago, more than twice its schedule. Look at its last job's log.",
            fires: [
              after(justLate, { [ran]: "0x200", [cadence]: "3600x200" }),
              after(justLate, { [ran]: "0x200", [ownCadence]: "3600x200" }),
            ],
            silent: [
              after(hours(2), { [ran]: "0x200", [cadence]: "3600x200" }),
              after(justLate, { [ran]: "600x200", [cadence]: "3600x200" }),
            ],
          }),
          alert("BatchJobCadenceMissing", {
            // a job label that differs from the script's name joins nothing: without this guard it would be silent for ever
            expr: `${LAST_RUN} unless on (job) ${CADENCE}`,
            for: minutes(30),
            severity: "warning",
            component: "Platform",
            summary: "Batch job {{ $labels.job }} has no known schedule",
            description: "No cadence carries this job label, so BatchJobStale can't see it. The label must be the script's file name.",
            fires: { [ran]: "0x60", 'scheduler_schedule_interval_seconds{job="cadence-map.sh",script="backup-nas"}': "3600x60" },
            silent: { [ran]: "0x60", [cadence]: "3600x60" },
          }),
        ],
      },
    ],
  };
}
