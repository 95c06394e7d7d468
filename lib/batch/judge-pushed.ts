import { cadenceSeconds } from "../cron/cadence";
import { days, hours } from "../duration";
import { heartbeatNames } from "../heartbeat";
import { CADENCE_MAP, CADENCES_UNTIL_STALE, type DeclaredJob } from "./declaration";
import { jobMeant } from "./job-meant";
import type { PushedSample } from "./pushed-groups";

/** A job that ran too long ago. */
export interface StaleJob {
  readonly job: string;
  /** Seconds. */
  readonly ranAgo: number;
  /** @default - nobody knows how often it has to run, and the cadence map no CronJob that would */
  readonly cadence?: number;
  /** The cadence map knows no schedule of it, which no rule can tell: the cadence is the declared one. @default - it does */
  readonly isUnscheduled?: true;
}

/** A group of runs that belong to another job's name, or whose series have another job's name. */
export interface MisnamedGroup {
  readonly job: string;
  readonly because: string;
  /** The job that may be meant. @default - it may be any that tells of no run */
  readonly meant?: string;
}

/** A run that is told at no time that was: a job with it is never late. */
export interface MistimedRun {
  readonly job: string;
  readonly because: string;
}

export interface PushedReport {
  /** Declared jobs that tell of no run. */
  readonly missing: readonly string[];
  readonly misnamed: readonly MisnamedGroup[];
  readonly stale: readonly StaleJob[];
  readonly mistimed: readonly MistimedRun[];
  /** What is no mistake, and worth a look. */
  readonly notes: readonly string[];
}

const LAST_RUN = /^(.+)_last_run_timestamp_seconds$/;

/** Of a job whose schedule nobody knows: what ran so lately is not suspended for long, and is asked for its schedule (rules/batch.ts). */
const LATELY = days(2);

/** How far a clock may be ahead. */
const AHEAD = hours(1);

/** What is pushed, by the job, as the rules see it (rules/batch.ts). */
interface Pushed {
  readonly jobs: readonly DeclaredJob[];
  /** The names under which each job tells of runs. */
  readonly runs: ReadonlyMap<string, ReadonlySet<string>>;
  /** When each last ran, in seconds since the epoch. */
  readonly latest: ReadonlyMap<string, number>;
  readonly cadences: ReadonlyMap<string, number>;
  /** What CronJobs run, suspended ones too. */
  readonly scripts: ReadonlySet<string>;
  readonly now: number;
}

/** What a gateway holds of the jobs that a site declares. `now` in seconds since the epoch. */
export function judgePushed(jobs: readonly DeclaredJob[], samples: readonly PushedSample[], now: number): PushedReport {
  const told = samples.filter(({ name }) => LAST_RUN.test(name));
  const runs = new Map<string, Set<string>>();
  for (const { name, labels } of told) runs.set(jobOf(labels), (runs.get(jobOf(labels)) ?? new Set()).add(name));
  const latest = greatest(told.map(({ labels, value }) => [jobOf(labels), value]));
  const pushed: Pushed = { jobs, runs, latest, cadences: cadencesIn(samples), scripts: scriptsIn(samples), now };
  const missing = jobs.map(({ name }) => name).filter((name) => !runs.get(name)?.has(heartbeatNames(name).lastRun));
  const stale = staleIn(pushed);
  const { misnamed, unknown } = strangersIn(pushed, missing);
  return {
    missing,
    misnamed: [...underOtherNames(pushed), ...misnamed],
    stale,
    mistimed: mistimedIn(told, now),
    notes: [...withoutCadence(pushed, stale), ...unknown, ...peersIn(pushed), ...failed(samples), ...refused(samples)],
  };
}

const jobOf = (labels: ReadonlyMap<string, string>): string => labels.get("job") ?? "";

/** Of several of one job the greatest, as `max by (job)` takes it. What is no figure can't be late. */
function greatest(all: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [job, value] of all) if (Number.isFinite(value)) found.set(job, Math.max(value, found.get(job) ?? value));
  return found;
}

function mistimedIn(told: readonly PushedSample[], now: number): MistimedRun[] {
  return told
    .filter(({ value }) => !Number.isFinite(value) || value - now > AHEAD.seconds)
    .map(({ name, labels, value }) => ({ job: jobOf(labels), because: `${name} is ${value}, which is no time that was` }));
}

const scriptsIn = (samples: readonly PushedSample[]): ReadonlySet<string> =>
  new Set(samples.flatMap(({ name, labels }) => (name === "scheduler_cronjob_info" ? [labels.get("runs") ?? ""] : [])));

/** By the job: the map's, or one in the job's own group. */
function cadencesIn(samples: readonly PushedSample[]): ReadonlyMap<string, number> {
  const found = samples.filter(({ name }) => name === "scheduler_schedule_interval_seconds");
  return greatest(found.map(({ labels, value }) => [labels.get("script") || jobOf(labels), value]));
}

/** How often a job has to run by its declaration; undefined where that stands in its CronJob alone. */
function declaredCadence({ runs }: DeclaredJob, now: number): number | undefined {
  if (runs.by === "belfry") return cadenceSeconds(runs.schedule, runs.timeZone, now * 1000);
  return runs.by === "elsewhere" ? runs.everySeconds : undefined;
}

/**
 * A declared job without a schedule in the cluster is suspended or removed, and its rules are silent then: here it is late by its declaration,
 * which says that it runs. Where that says no more, it is when the map knows no CronJob that runs it, and it has not run for days.
 */
function staleIn({ jobs, latest, cadences, scripts, now }: Pushed): StaleJob[] {
  return [...latest].flatMap(([job, ran]): StaleJob[] => {
    const known = cadences.get(job);
    const declared = jobs.find(({ name }) => name === job);
    const cadence = known ?? (declared === undefined ? undefined : declaredCadence(declared, now));
    const ranAgo = Math.round(now - ran);
    if (cadence === undefined) {
      const isGone = declared !== undefined && cadences.size > 0 && !scripts.has(job) && now - ran > LATELY.seconds;
      return isGone ? [{ job, ranAgo, isUnscheduled: true }] : [];
    }
    if (now - ran <= CADENCES_UNTIL_STALE * cadence) return [];
    return [{ job, ranAgo, cadence: Math.round(cadence), ...(known === undefined && { isUnscheduled: true as const }) }];
  });
}

/** Declared jobs that tell of runs by the series of another name alone. Beside its own they may be a peer's. */
function underOtherNames({ jobs, runs }: Pushed): MisnamedGroup[] {
  return jobs.flatMap(({ name: job }) => {
    const [told, { lastRun }] = [runs.get(job), heartbeatNames(job)];
    if (told === undefined || told.has(lastRun)) return [];
    return [...told].map((name) => ({ job, because: `it tells of a run as ${name}, and its own is ${lastRun}` }));
  });
}

/** Declared jobs in whose group another tells of its runs too: whoever of both uses PUT takes the other's away. */
function peersIn({ jobs, runs }: Pushed): string[] {
  return jobs.flatMap(({ name: job }) => {
    const [told, { lastRun }] = [runs.get(job), heartbeatNames(job)];
    if (told === undefined || !told.has(lastRun)) return [];
    return [...told].flatMap((name) => (name === lastRun ? [] : [`${job}: another tells of its runs in this group, as ${name}`]));
  });
}

const UNSCHEDULED = "its CronJob is suspended, or has a schedule that is never due or can't be read";
const NAMELESS = "no schedule and no declaration has that name";
const UNDECLARED = "no declaration has that name, though a CronJob runs what is called so";

/**
 * Groups that nobody declared. One that a schedule knows is another's, unless its name is much like that of a declared job that tells of no run:
 * then file and label agree, and the declaration is another. One that no schedule knows is misnamed where it ran lately, or where a job tells of
 * no run that this may be: of a name like its own, any that is declared, or any other if this one ran after the map was made. What is left was
 * removed.
 */
function strangersIn({ jobs, runs, latest, cadences, scripts, now }: Pushed, missing: readonly string[]) {
  const declared = new Map(jobs.map((job) => [job.name, job]));
  const silent = [...new Set([...missing, ...cadences.keys()])].filter((name) => missing.includes(name) || !runs.has(name));
  const cadenceOf = (name: string) => {
    const job = declared.get(name);
    return cadences.get(name) ?? (job && declaredCadence(job, now));
  };
  const mapMade = latest.get(CADENCE_MAP) ?? Number.POSITIVE_INFINITY;
  const misnamed: MisnamedGroup[] = [];
  const unknown: string[] = [];
  for (const job of runs.keys()) {
    if (declared.has(job)) continue;
    const ranAgo = now - (latest.get(job) ?? Number.NEGATIVE_INFINITY);
    const isScheduled = cadences.has(job) || scripts.has(job);
    // one that was not run for so long can't be a job that is due more often
    const isPossible = (name: string) => ranAgo <= 2 * (cadences.get(job) ?? cadenceOf(name) ?? LATELY.seconds);
    const possible = (isScheduled ? missing : silent).filter(isPossible);
    const alike = jobMeant(job, possible);
    if (alike !== undefined) {
      misnamed.push({ job, because: isScheduled ? UNDECLARED : NAMELESS, meant: alike });
    } else if (isScheduled) {
      if (!cadences.has(job)) unknown.push(`${job} has no cadence: ${UNSCHEDULED}`);
    } else {
      const others = possible.filter((name) => missing.includes(name) || now - ranAgo > mapMade);
      const [meant] = others;
      if (meant !== undefined && others.length === 1) misnamed.push({ job, because: NAMELESS, meant });
      // without a map nobody knows what has a schedule
      else if (others.length > 0 || (cadences.size > 0 && ranAgo < LATELY.seconds)) misnamed.push({ job, because: NAMELESS });
      else unknown.push(`${job}: ${NAMELESS}: it was suspended or removed`);
    }
  }
  return { misnamed, unknown };
}

function withoutCadence({ jobs, latest, cadences, scripts }: Pushed, stale: readonly StaleJob[]): string[] {
  if (cadences.size === 0) return [`no schedule of any job is known: ${CADENCE_MAP} tells of none; run it once and read its log`];
  const mapMade = latest.get(CADENCE_MAP) ?? Number.NEGATIVE_INFINITY;
  return jobs.flatMap(({ name }) => {
    const ran = latest.get(name);
    if (ran === undefined || cadences.has(name) || stale.some(({ job }) => job === name)) return [];
    if (scripts.has(name)) return [`${name} has no cadence: ${UNSCHEDULED}`];
    const why =
      ran > mapMade
        ? `it is suspended, or ${CADENCE_MAP} has not run since it is there`
        : "its CronJob is suspended or removed, or runs a script of another name";
    return [`${name} has no cadence: ${why}`];
  });
}

function failed(samples: readonly PushedSample[]): string[] {
  const jobs = samples.filter(({ name, value }) => /_last_run_success$/.test(name) && value === 0).map(({ labels }) => jobOf(labels));
  return [...new Set(jobs)].map((job) => `${job}: its last run failed`);
}

/** Pushes that the gateway did not take. */
function refused(samples: readonly PushedSample[]): string[] {
  const at = (name: string) => greatest(samples.filter((one) => one.name === name).map(({ labels, value }) => [jobOf(labels), value]));
  const [failures, pushes] = [at("push_failure_time_seconds"), at("push_time_seconds")];
  return [...failures].flatMap(([job, time]) => (time > (pushes.get(job) ?? 0) ? [`${job}: the gateway refused its last push`] : []));
}
