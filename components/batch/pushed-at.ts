import type { DeclaredJob } from "../../lib/batch/declaration";
import type { AbsentExporter } from "../../lib/metrics/observed";
import { type Series, seriesOf } from "../../lib/series";
import type { Site } from "../../lib/site/schema";
import { absentJobs } from "./jobs/at-site";
import { groupSeries, pushedSeries } from "./series";

/** What others' jobs would tell, as those are called whom nobody has named. */
export const FOREIGN_JOBS = "foreign-jobs";

/** What is pushed at a site, and what would be if all jobs ran. */
export function pushedAt(site: Site, jobs: readonly DeclaredJob[]): { given: readonly Series[]; absent: readonly AbsentExporter[] } {
  const all = seriesOf(groupSeries);
  const names = new Set([...all, ...jobs.flatMap(({ gauges }) => gauges)].map(({ name }) => name));
  const given = seriesOf(pushedSeries).filter(({ name }) => names.has(name));
  const lacking = (series: readonly Series[]) => series.filter(({ name }) => !names.has(name));
  const absent = absentJobs(site).map(
    ({ job, lacks }): AbsentExporter => ({
      name: job.script,
      series: lacking(seriesOf(job.reads.series)),
      until: lacks,
      isOff: true,
    }),
  );
  const told = new Set([...names, ...absent.flatMap(({ series }) => series.map(({ name }) => name))]);
  const others = seriesOf(pushedSeries).filter(({ name }) => !told.has(name));
  return {
    given,
    absent: [
      ...absent,
      ...(others.length === 0
        ? []
        : [
            {
              name: FOREIGN_JOBS,
              series: others,
              until: "name a job in batch.foreign that tells of it, and what it tells in its gauges",
              isOff: true as const,
            },
          ]),
    ],
  };
}
