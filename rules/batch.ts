import { pushedSeries } from "../components/pending/series/pushed";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes, seconds } from "../lib/duration";
import { not } from "../lib/series";

const { backup_age_last_run_timestamp_seconds, scheduler_schedule_interval_seconds } = pushedSeries;

const LAST_RUN = 'max by (job) ({__name__=~".+_last_run_timestamp_seconds"})';

/**
 * The cadence of a job, by job. The cadence-map probe pushes to its own group and names the job in
 * `script`, so that no owner's PUT can wipe it; a cadence pushed into the job's own group counts too.
 */
const CADENCE = [
  "max by (job) (",
  `  label_replace(${scheduler_schedule_interval_seconds({ script: not("") })}, "job", "$1", "script", "(.+)")`,
  `  or ${scheduler_schedule_interval_seconds({ script: "" })}`,
  ")",
].join("\n");

export function batch(): RuleBundle {
  const ran = (at: string) => ({ [backup_age_last_run_timestamp_seconds({ job: "backup-age" })]: at });
  const cadence = (script: string) => ({ [scheduler_schedule_interval_seconds({ job: "cadence-map", script })]: "3600x200" });
  const ownCadence = { [scheduler_schedule_interval_seconds({ job: "backup-age" })]: "3600x200" };
  const justLate = seconds(hours(2).seconds + 60);
  return area("batch", { component: "Platform", severity: "warning" }, [
    alert("BatchJobStale", {
      expr: `time() - ${LAST_RUN}\n> on (job) 2 * ${CADENCE}`,
      summary: "Batch job {{ $labels.job }} has missed two runs",
      description: "It last ran {{ $value | humanizeDuration }} ago, more than twice its schedule. Look at its last job's log.",
      fires: [after(justLate, { ...ran("0x200"), ...cadence("backup-age") }), after(justLate, { ...ran("0x200"), ...ownCadence })],
      silent: [
        after(hours(2), { ...ran("0x200"), ...cadence("backup-age") }),
        after(justLate, { ...ran("600x200"), ...cadence("backup-age") }),
      ],
    }),
    alert("BatchJobCadenceMissing", {
      // a job label that differs from the script's name joins nothing: without this guard it would be silent for ever
      expr: `${LAST_RUN} unless on (job) ${CADENCE}`,
      for: minutes(30),
      summary: "Batch job {{ $labels.job }} has no known schedule",
      description: "No cadence carries this job label, so BatchJobStale can't see it. The label must be the script's file name.",
      fires: { ...ran("0x200"), ...cadence("backup-age.sh") },
      silent: { ...ran("0x200"), ...cadence("backup-age") },
    }),
  ]);
}
