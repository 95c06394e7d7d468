import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { byNamespace } from "../lib/alerts/owner";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { days, hours, minutes } from "../lib/duration";
import { matches } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { POD } from "./proof-pod";

const {
  kube_cronjob_next_schedule_time: nextRun,
  kube_cronjob_spec_suspend: suspended,
  kube_cronjob_status_active: runs,
  kube_cronjob_status_last_schedule_time: lastRun,
  kube_cronjob_status_last_successful_time: lastSuccess,
  kube_job_failed: failed,
  kube_job_owner: owner,
  kube_job_status_active: active,
  kube_job_status_failed: failures,
  kube_job_status_start_time: started,
} = kubeStateMetricsSeries;

/** A night and its morning: what takes longer will meet its next run. */
const LONGEST_SECONDS = hours(12).seconds;
/** What never ran is a template; what ran, and has not for a day, was stopped and forgotten. */
const FORGOTTEN_SECONDS = days(1).seconds;
/** A controller that was started again has caught up by then. */
const LATE_SECONDS = minutes(15).seconds;
/** Runs in a row without a success: one may fail. */
const FAILED_RUNS = 3;
/** For what runs every few minutes, an hour may be bad. */
const LEAST_SECONDS = hours(1).seconds;

const CRON_JOB = { namespace: POD.namespace, cronjob: "mirror" };
const JOB = { namespace: POD.namespace, job_name: "mirror-29541600" };

/** CronJobs that tell of their runs themselves, and whose alerts are another component's than their namespace's. */
export interface TellingJobs {
  readonly namespace: string;
  readonly names: readonly string[];
}

/** Jobs of every namespace, and what starts them by the clock. */
export function jobs(site: Site, telling: TellingJobs): RuleBundle {
  return area("jobs", { component: byNamespace(site), severity: "warning", ...COMES_AND_GOES }, [
    jobFailed(telling),
    jobTakingLong(),
    cronJobSuspended(),
    cronJobNotRun(),
    cronJobNotSucceeding(telling),
  ]);
}

function jobFailed({ namespace, names }: TellingJobs) {
  const job = (isFailed: boolean): SeriesSet => ({
    [failed({ ...JOB, condition: "true" })]: isFailed ? "1x10" : "0x10",
    [failed({ ...JOB, condition: "false" })]: isFailed ? "0x10" : "1x10",
    [failed({ ...JOB, condition: "unknown" })]: "0x10",
    [started(JOB)]: "3600x10",
  });
  const gaveUp = (reason: string): SeriesSet => ({ [failures({ ...JOB, reason })]: "1x10", [started(JOB)]: "3600x10" });
  const ofCronJob: SeriesSet = {
    [owner({ ...JOB, owner_kind: "CronJob", owner_name: CRON_JOB.cronjob, owner_is_controller: "true" })]: "1x10",
  };
  const tells: SeriesSet = {
    [failed({ namespace, job_name: "own-1", condition: "true" })]: "1x10",
    [started({ namespace, job_name: "own-1" })]: "3600x10",
    [owner({ namespace, job_name: "own-1", owner_kind: "CronJob", owner_name: names[0] ?? "", owner_is_controller: "true" })]: "1x10",
  };
  const succeededAt = (moment: number): SeriesSet => ({ [lastSuccess(CRON_JOB)]: `${moment}x10` });
  return alert("JobFailed", {
    // a failed job stays as long as it is kept: what has succeeded since is no trouble any more
    expr: [
      "max by (namespace, job_name) (",
      `  ${failed({ condition: "true" })} or (${failures()} unless ${failures({ reason: "" })})`,
      ") == 1",
      "unless on (namespace, job_name) (",
      "  max by (namespace, job_name) (",
      `    label_replace(${owner({ owner_kind: "CronJob" })}, "cronjob", "$1", "owner_name", "(.+)")`,
      `    * on (namespace, cronjob) group_left () max by (namespace, cronjob) (${lastSuccess()})`,
      `  ) > max by (namespace, job_name) (${started()})`,
      ")",
      `unless on (namespace, job_name) ${owner({ owner_kind: "CronJob", namespace, owner_name: matches(names.join("|")) })}`,
    ].join("\n"),
    summary: "Job {{ $labels.namespace }}/{{ $labels.job_name }} failed",
    description: "It was tried as often as it may, and no later run has succeeded. Read the log of its last pod, then run it again.",
    fires: [job(true), gaveUp("DeadlineExceeded"), { ...job(true), ...ofCronJob }, { ...job(true), ...ofCronJob, ...succeededAt(3600) }],
    // a pod of it failed, and the next is tried
    silent: [
      job(false),
      tells,
      { [failures(JOB)]: "1x10", [started(JOB)]: "3600x10" },
      { ...job(true), ...ofCronJob, ...succeededAt(3601) },
    ],
  });
}

function jobTakingLong() {
  const job = (pods: number): SeriesSet => ({ [started(JOB)]: `${60 - LONGEST_SECONDS}x10`, [active(JOB)]: `${pods}x10` });
  return alert("JobTakingLong", {
    expr: [
      `time() - max by (namespace, job_name) (${started()}) > ${LONGEST_SECONDS}`,
      `and on (namespace, job_name) ${active()} > 0`,
    ].join("\n"),
    summary: "Job {{ $labels.namespace }}/{{ $labels.job_name }} has run for more than half a day",
    description: "It began {{ $value | humanizeDuration }} ago and does not end. Its log says whether it works or waits.",
    fires: after(minutes(2), job(1)),
    silent: job(0),
  });
}

function cronJobSuspended() {
  const cronJob = (isSuspended: number, last: string): SeriesSet => ({
    [suspended(CRON_JOB)]: `${isSuspended}x80`,
    [lastRun(CRON_JOB)]: last,
  });
  const longAgo = `${60 - FORGOTTEN_SECONDS}x80`;
  return alert("CronJobSuspended", {
    expr: [
      `max by (namespace, cronjob) (${suspended()}) == 1`,
      `and on (namespace, cronjob) time() - ${lastRun()} > ${FORGOTTEN_SECONDS}`,
    ].join("\n"),
    for: hours(1),
    // somebody said so: it is no trouble until whoever did looks at the list
    severity: "info",
    summary: "Cron job {{ $labels.namespace }}/{{ $labels.cronjob }} is suspended",
    description: "It used to run, and has not for a day. Whoever stopped it for a while may have forgotten it: resume it, or remove it.",
    fires: after(minutes(2 + 60), cronJob(1, longAgo)),
    silent: [cronJob(0, longAgo), cronJob(1, `${3660 - FORGOTTEN_SECONDS}x80`), cronJob(1, "_x80")],
  });
}

function cronJobNotRun() {
  const due = (moment: number, running = 0): SeriesSet => ({ [nextRun(CRON_JOB)]: `${moment}x30`, [runs(CRON_JOB)]: `${running}x30` });
  return alert("CronJobNotRun", {
    // one that may not overlap waits for the run before
    expr: [`time() - max by (namespace, cronjob) (${nextRun()}) > ${LATE_SECONDS}`, `unless on (namespace, cronjob) ${runs()} > 0`].join(
      "\n",
    ),
    summary: "Cron job {{ $labels.namespace }}/{{ $labels.cronjob }} was due and did not start",
    description:
      "It should have started {{ $value | humanizeDuration }} ago. Look at its events: the controller may be gone, or refuse it.",
    fires: after(minutes(16), due(1)),
    silent: [due(60), due(1, 1)],
  });
}

function cronJobNotSucceeding({ namespace, names }: TellingJobs) {
  const last = 40_000;
  const cronJob = (every: number, since: number, of = CRON_JOB): SeriesSet => ({
    [lastRun(of)]: `${last}x80`,
    [nextRun(of)]: `${last + every}x80`,
    [lastSuccess(of)]: `${last - since}x80`,
  });
  const of = (moment: string) => `max by (namespace, cronjob) (${moment})`;
  return alert("CronJobNotSucceeding", {
    // its runs may leave nothing behind that could be called failed
    expr: [
      `${of(lastRun())} - ${of(lastSuccess())}`,
      `>= clamp_min(${FAILED_RUNS} * (${of(nextRun())} - ${of(lastRun())}), ${LEAST_SECONDS})`,
      `unless on (namespace, cronjob) ${lastRun({ namespace, cronjob: matches(names.join("|")) })}`,
    ].join("\n"),
    for: hours(1),
    summary: "Cron job {{ $labels.namespace }}/{{ $labels.cronjob }} runs and does not succeed",
    description: "Its last success lies {{ $value | humanizeDuration }} before its last run. Read the logs of its runs.",
    fires: [cronJob(3600, 10_800), cronJob(600, 3600)],
    silent: [cronJob(3600, 10_799), cronJob(600, 3599), cronJob(3600, 10_800, { namespace, cronjob: names[0] ?? "" })],
  });
}
