import { kubeStateMetricsSeries as kube } from "../../../components/exporters/series/kube-state-metrics";
import { days, hours, minutes } from "../../../lib/duration";
import { START, since, still } from "../../../lib/world/course";
import { appears, becomes, freezes, goes, together } from "../../../lib/world/fault";
import { type Expected, expected, type Faults } from "./fault";

const platform = (alert: string, within: number): Expected => expected("Platform", alert, "warning", within);

/** What runs by the clock, in the namespace of the platform. */
export const jobFaults: Faults = ({ cluster: { jobs } }) => {
  const hourly = jobs.find(({ every, tells }) => !tells && every.seconds === hours(1).seconds);
  if (hourly === undefined) throw new Error("the world has no hourly job");
  const cronJob = { namespace: hourly.namespace, cronjob: hourly.name };
  const job = { namespace: hourly.namespace, job_name: `${hourly.name}-29541600` };
  const once = { namespace: hourly.namespace, job_name: "migrate-store" };
  const of = (name: "true" | "false" | "unknown", flag: number) =>
    appears("kube-state-metrics", kube.kube_job_failed({ ...once, condition: name }), still(flag));
  return [
    {
      title: "a migration is started by hand and fails",
      change: together(
        of("true", 1),
        of("false", 0),
        of("unknown", 0),
        appears("kube-state-metrics", kube.kube_job_status_start_time(once), since(hours(0))),
      ),
      expect: platform("JobFailed", 1),
    },
    ...["BackoffLimitExceeded", "DeadlineExceeded"].map((reason) => ({
      title: `a job gave up: ${reason}`,
      change: together(
        appears("kube-state-metrics", kube.kube_job_status_failed({ ...once, reason }), still(1)),
        appears("kube-state-metrics", kube.kube_job_status_start_time(once), since(hours(0))),
      ),
      expect: platform("JobFailed", 1),
    })),
    {
      title: "a job of last night still hangs on a lock",
      change: together(
        becomes(kube.kube_job_status_start_time(job), START - hours(13).seconds),
        becomes(kube.kube_job_status_active(job), 1),
      ),
      expect: platform("JobTakingLong", 1),
    },
    {
      title: "somebody suspended a job for an upgrade, two days ago, and forgot it",
      change: together(
        becomes(kube.kube_cronjob_spec_suspend(cronJob), 1),
        goes(kube.kube_cronjob_next_schedule_time(cronJob)),
        becomes(kube.kube_cronjob_status_last_schedule_time(cronJob), START - days(2).seconds),
        becomes(kube.kube_cronjob_status_last_successful_time(cronJob), START - days(2).seconds),
      ),
      expect: expected("Platform", "CronJobSuspended", "info", 61),
    },
    {
      title: "no job is started any more: an admission webhook refuses them",
      change: together(
        freezes(kube.kube_cronjob_next_schedule_time()),
        freezes(kube.kube_cronjob_status_last_schedule_time()),
        freezes(kube.kube_cronjob_status_last_successful_time()),
      ),
      expect: platform("CronJobNotRun", 80),
    },
    {
      title: "an hourly job is started and does not succeed, and its runs are cleaned up at once",
      change: freezes(kube.kube_cronjob_status_last_successful_time(cronJob)),
      // three runs may fail, and the fourth has an hour
      expect: { ...platform("CronJobNotSucceeding", 225), watchedFor: minutes(225) },
    },
    {
      title: "an hourly job fails once",
      change: together(
        appears("kube-state-metrics", kube.kube_job_failed({ ...job, condition: "true" }), still(0)),
        becomes(kube.kube_job_status_failed(job), 1),
      ),
      expect: { nothingFor: minutes(60) },
    },
  ];
};
