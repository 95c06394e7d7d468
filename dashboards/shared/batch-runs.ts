import { pushedSeries } from "../../components/batch/series";
import { CADENCES_UNTIL_STALE, type DeclaredJob } from "../../lib/batch/declaration";
import { escapePattern } from "../../lib/metrics/promql";
import { not } from "../../lib/series";

const { scheduler_schedule_interval_seconds: interval } = pushedSeries;

/** As the gateway has them, whoever pushes: each job's series has its own name. */
const ofJobs = (ending: string, jobs: readonly string[] | undefined): string => {
  const asked = jobs === undefined ? "" : `,job=~${JSON.stringify(jobs.map(escapePattern).join("|"))}`;
  return `{__name__=~".+_last_run_${ending}"${asked}}`;
};

/** When jobs last ran, by job. @param jobs by name; all where nothing is given */
export const lastRun = (jobs?: readonly string[]): string => `max by (job) (${ofJobs("timestamp_seconds", jobs)})`;

/** Whether the last run was well, by job: of several in one group each has to be. */
export const lastSuccess = (jobs?: readonly string[]): string => `min by (job) (${ofJobs("success", jobs)})`;

/** How often jobs have to run, by job: by the map of all cadences, or in the job's own group. */
export const cadence = `max by (job) (label_replace(${interval({ script: not("") })}, "job", "$1", "script", "(.+)") or ${interval({ script: "" })})`;

/** Since when a job has not run, as a share of the time after which it is late: above 1 it is. */
export const patience = `(time() - ${lastRun()}) / on (job) (${CADENCES_UNTIL_STALE} * ${cadence})`;

export const RUN_STATES = {
  0: { text: "never heard of", color: "gray" },
  1: { text: "well", color: "green" },
  2: { text: "failed", color: "red" },
  3: { text: "late", color: "orange" },
} as const;

/** What stands of each job in {@link RUN_STATES}: of one that is late and failed, that it is late. @param declared so that one that was never heard of has a line */
export function runStates(declared: readonly Pick<DeclaredJob, "name">[]): string {
  return [
    `0 * (${patience} > 1) + 3`,
    `0 * (${lastSuccess()} == 0) + 2`,
    `0 * ${lastRun()} + 1`,
    ...declared.map(({ name }) => `label_replace(vector(0), "job", ${JSON.stringify(name)}, "", "")`),
  ].join("\nor ");
}
