import { batchJob } from "../../../../lib/batch/job";
import { cadenceMapSeries as series } from "./series";
import { cadenceMapLists, cadenceMapSettings as settings } from "./settings";

/** At every site: without it no job is ever stale. */
export const cadenceMap = batchJob({
  script: "cadence-map",
  reads: { settings, series },
  purpose: "tells how often each CronJob of the cluster runs",
  // once a day (specification, part 2): what BatchJobCadenceMissing waits for
  schedule: "57 3 * * *",
  component: "Platform",
  severity: "warning",
  at: () => ({ values: {}, lists: cadenceMapLists }),
});
