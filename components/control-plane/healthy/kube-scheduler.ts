import { kubernetesProgramHealthy } from "../../../lib/world/built-in";
import { counts, never, still, taking } from "../../../lib/world/course";
import { by, each, eachBy, healthy } from "../../../lib/world/healthy";
import { schedulerSeries } from "../series/kube-scheduler";

const PROFILE = "default-scheduler";
const PLUGINS = ["NodeResourcesFit", "NodeAffinity"];
const profile = () => ({ profile: PROFILE });

export const schedulerHealthy = healthy(schedulerSeries, (cluster, { index }) => ({
  ...kubernetesProgramHealthy(cluster, { mebibytes: 60, processors: 0.01 }),
  leader_election_master_status: by("name", { "kube-scheduler": still(index === 0 ? 1 : 0) }),
  scheduler_pending_pods: by("queue", { active: still(0), backoff: still(0), gated: still(0), unschedulable: still(0) }),
  scheduler_unschedulable_pods: each(PLUGINS, (plugin) => ({ plugin, profile: PROFILE }), still(0)),
  scheduler_schedule_attempts_total: eachBy([PROFILE], profile, "result", { scheduled: counts(0.002), unschedulable: never, error: never }),
  scheduler_preemption_attempts_total: never,
  scheduler_scheduling_attempt_duration_seconds: eachBy([PROFILE], profile, "result", { scheduled: taking(0.002, 0.004) }),
  scheduler_scheduling_algorithm_duration_seconds: taking(0.002, 0.001),
  scheduler_pod_scheduling_sli_duration_seconds: by("attempts", { "1": taking(0.002, 0.006) }),
}));
