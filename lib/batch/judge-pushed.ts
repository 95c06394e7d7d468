import { heartbeatNames } from "../heartbeat";
import { didYouMean } from "../site/did-you-mean";
import type { DeclaredJob } from "./declaration";
import type { PushedSample } from "./pushed-groups";

/** A job that ran too long ago. */
export interface StaleJob {
  readonly job: string;
  /** Seconds. */
  readonly ranAgo: number;
  readonly cadence: number;
}

/** A group of runs that no schedule knows by its name, or whose series have another job's name. */
export interface MisnamedGroup {
  readonly job: string;
  readonly because: string;
  /** The job that may be meant. @default - none is like it */
  readonly meant?: string;
}

export interface PushedReport {
  /** Declared jobs that tell of no run. */
  readonly missing: readonly string[];
  readonly misnamed: readonly MisnamedGroup[];
  readonly stale: readonly StaleJob[];
  /** What is no mistake, and worth a look. */
  readonly notes: readonly string[];
}

const LAST_RUN = /^(.+)_last_run_timestamp_seconds$/;

/** What a gateway holds of the jobs that a site declares, as the rules would judge it. `now` in seconds since the epoch. */
export function judgePushed(jobs: readonly DeclaredJob[], samples: readonly PushedSample[], now: number): PushedReport {
  const cadences = cadencesIn(samples);
  const runs = samples.flatMap(({ name, labels, value }) => {
    const [, part] = LAST_RUN.exec(name) ?? [];
    return part === undefined ? [] : [{ job: labels.get("job") ?? "", name, value }];
  });
  const names = jobs.map(({ name }) => name);
  const missing = names.filter((name) => !runs.some((run) => run.job === name && run.name === heartbeatNames(name).lastRun));
  const misnamed = runs.flatMap(({ job, name }): MisnamedGroup[] => {
    const meant = didYouMean(job, [...missing, ...[...cadences.keys()].filter((one) => !runs.some((run) => run.job === one))]);
    if (names.includes(job)) {
      const { lastRun } = heartbeatNames(job);
      return name === lastRun ? [] : [{ job, because: `it tells of a run as ${name}, and its own is ${lastRun}` }];
    }
    return cadences.has(job)
      ? []
      : [{ job, because: "no schedule and no declaration has that name", ...(meant !== undefined && { meant }) }];
  });
  const latest = new Map<string, number>();
  for (const { job, value } of runs) latest.set(job, Math.max(value, latest.get(job) ?? Number.NEGATIVE_INFINITY));
  const stale = [...latest].flatMap(([job, ran]): StaleJob[] => {
    const cadence = cadences.get(job);
    return cadence === undefined || now - ran <= 2 * cadence ? [] : [{ job, ranAgo: Math.round(now - ran), cadence }];
  });
  return {
    missing,
    misnamed: unique(misnamed),
    stale,
    notes: [...withoutCadence(names, latest, cadences), ...failed(samples), ...refused(samples)],
  };
}

/** By the job: the map's, or one in the job's own group. */
function cadencesIn(samples: readonly PushedSample[]): ReadonlyMap<string, number> {
  const found = samples.filter(({ name }) => name === "scheduler_schedule_interval_seconds");
  return new Map(found.map(({ labels, value }) => [labels.get("script") || (labels.get("job") ?? ""), value]));
}

function unique(groups: readonly MisnamedGroup[]): MisnamedGroup[] {
  return [...new Map(groups.map((one) => [`${one.job} ${one.because}`, one])).values()];
}

function withoutCadence(names: readonly string[], latest: ReadonlyMap<string, number>, cadences: ReadonlyMap<string, number>): string[] {
  return names
    .filter((name) => latest.has(name) && !cadences.has(name))
    .map((name) => `${name} has no cadence: it is suspended, or cadence-map has not run since it is there`);
}

function failed(samples: readonly PushedSample[]): string[] {
  return samples
    .filter(({ name, value }) => /_last_run_success$/.test(name) && value === 0)
    .map(({ labels }) => `${labels.get("job")}: its last run failed`);
}

/** Pushes that the gateway did not take. */
function refused(samples: readonly PushedSample[]): string[] {
  const at = (name: string) => new Map(samples.filter((one) => one.name === name).map(({ labels, value }) => [labels.get("job"), value]));
  const [failures, pushes] = [at("push_failure_time_seconds"), at("push_time_seconds")];
  return [...failures].flatMap(([job, time]) => (time > (pushes.get(job) ?? 0) ? [`${job}: the gateway refused its last push`] : []));
}
