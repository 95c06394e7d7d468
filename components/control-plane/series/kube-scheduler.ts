import { kubernetesProgram } from "../../../lib/metrics/go-series";
import { counter, declareSeries, gauge, histogram } from "../../../lib/series";

/** Series of the scheduler 1.35 that rules and dashboards may read (seen on a running kube-scheduler 1.35.0). */
export const schedulerSeries = declareSeries({
  ...kubernetesProgram,
  leader_election_master_status: gauge("flag", "1 on the one that works, 0 on those that wait for it to end.", "name"),
  scheduler_pending_pods: gauge("count", "Pods without a node, by what they wait for.", "queue"),
  scheduler_unschedulable_pods: gauge("count", "Pods that no node takes, by what refuses them.", "plugin", "profile"),
  scheduler_schedule_attempts_total: counter("count", "Attempts to find a node, by what came of them.", "profile", "result"),
  scheduler_preemption_attempts_total: counter("count", "Attempts to make room for a pod."),
  scheduler_scheduling_attempt_duration_seconds: histogram("seconds", "Time that finding a node took.", "profile", "result"),
  scheduler_scheduling_algorithm_duration_seconds: histogram("seconds", "Time that choosing a node took."),
  scheduler_pod_scheduling_sli_duration_seconds: histogram("seconds", "Time from a pod's first attempt until it had a node.", "attempts"),
});
