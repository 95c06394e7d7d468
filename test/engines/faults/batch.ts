import { pushedSeries } from "../../../components/pending/series/pushed";
import { minutes } from "../../../lib/duration";
import { freezes, goes } from "../../../lib/world/fault";
import type { Faults } from "./fault";

export const batchFaults: Faults = () => [
  {
    title: "an hourly job does not run any more",
    change: freezes(pushedSeries.backup_age_last_run_timestamp_seconds({ job: "backup-age" })),
    expect: { alert: "BatchJobStale", component: "Platform", severity: "warning", within: minutes(121) },
  },
  {
    title: "a job was renamed, and its schedule was not",
    change: goes(pushedSeries.scheduler_schedule_interval_seconds({ script: "backup-age" })),
    expect: { alert: "BatchJobCadenceMissing", component: "Platform", severity: "warning", within: minutes(32) },
  },
];
