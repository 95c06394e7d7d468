import { pushedSeries } from "../components/batch/series";
import type { SeriesSet } from "../lib/alerts/proof";
import { type Duration, days, hours, seconds, toPrometheus } from "../lib/duration";
import { heartbeatNames } from "../lib/heartbeat";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { select } from "../lib/series";
import type { Owned } from "./batch-owned";

/** What the gateway has of jobs, as expressions by job and as series of proofs. */

const { scheduler_schedule_interval_seconds } = pushedSeries;
const { up } = targetSeries;

/** The map of all cadences is made once a day: what it does not tell after this long, it does not know. */
export const MAPPED = hours(26);
/** What ran so lately was not suspended before the map was last made. */
export const LATELY = days(2);
/** A job that told of a run so lately tells of the last one still, unless somebody took that away. */
export const WEEK = days(7);

export const CADENCE_MAP = "cadence-map";

type Asked = Pick<Owned, "jobs">;

const lastRuns = ({ jobs }: Asked): string => `{__name__=~".+_last_run_timestamp_seconds",job${jobs.op}${JSON.stringify(jobs.value)}}`;

/** When jobs last ran, by job. */
export const lastRun = (of: Asked, offset?: Duration): string => `max by (job) (${lastRuns(of)}${back(offset)})`;

/** When jobs last ran that told so within a week, though they may not tell it any more. */
export const lastRunOfWeek = (of: Asked): string => `max by (job) (last_over_time(${lastRuns(of)}[${toPrometheus(WEEK)}]))`;

export const back = (offset: Duration | undefined): string => (offset === undefined ? "" : ` offset ${toPrometheus(offset)}`);

/**
 * The cadence of jobs, by job. The map of all cadences pushes to a group of its own and names the job in `script`, so that no owner's PUT can
 * wipe it; a cadence pushed into the job's own group counts too.
 */
export function cadence({ jobs }: Asked, ask: (selector: string) => string = (selector) => selector): string {
  const mapped = scheduler_schedule_interval_seconds({ script: jobs });
  const all = jobs.op === "=~" ? mapped : mapped.replace("{", '{script!="",');
  return [
    "max by (job) (",
    `  label_replace(${ask(all)}, "job", "$1", "script", "(.+)")`,
    `  or ${ask(scheduler_schedule_interval_seconds({ script: "", job: jobs }))}`,
    ")",
  ].join("\n");
}

export const cadenceBack = (of: Asked, offset: Duration): string => cadence(of, (selector) => `${selector}${back(offset)}`);

export const cadenceWithin = (of: Asked, range: Duration): string =>
  cadence(of, (selector) => `max_over_time(${selector}[${toPrometheus(range)}])`);

export const isUp = ({ job }: Scraped): string => `on () max(${up({ job })}) == 1`;

export const indented = (expr: string): string => expr.replaceAll("\n", "\n  ");

/** Series of a proof. */
export const ran = (job: string, values: string): SeriesSet => ({ [select(heartbeatNames(known(job)).lastRun)({ job })]: values });
export const succeeded = (job: string, values: string): SeriesSet => ({ [select(heartbeatNames(known(job)).success)({ job })]: values });
/** The catalogue has no names for what others tell of their runs: any that ends so will do. */
const known = (job: string): string => (heartbeatNames(job).lastRun in pushedSeries ? job : CADENCE_MAP);
export const mapped = (script: string, values: string): SeriesSet => ({
  [scheduler_schedule_interval_seconds({ job: CADENCE_MAP, script })]: values,
});
export const ownCadence = (job: string, values: string): SeriesSet => ({ [scheduler_schedule_interval_seconds({ job })]: values });
export const answers = ({ job }: Scraped, values: string): SeriesSet => ({ [up({ job, instance: "10.42.0.17:9091" })]: values });

export const oneMinuteAfter = ({ seconds: time }: Duration): Duration => seconds(time + 60);
