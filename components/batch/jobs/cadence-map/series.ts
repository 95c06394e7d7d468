import { declareSeries, gauge } from "../../../../lib/series";
import { heartbeat } from "../heartbeat";

export const cadenceMapSeries = declareSeries({
  ...heartbeat("cadence-map"),
  scheduler_schedule_interval_seconds: gauge("seconds", "Longest time between two runs of the script.", "job", "script"),
  scheduler_cronjob_info: gauge(
    "flag",
    "1 for each CronJob, suspended or not: which script it runs.",
    "job",
    "namespace",
    "cronjob",
    "runs",
  ),
});
