import { days, hours, minutes } from "../../../lib/duration";
import type { BatchJob } from "../../../lib/world/batch-jobs";
import type { App, Claim, Cluster, Node, Pod } from "../../../lib/world/cluster";
import { counts, lately, never, next, since, still } from "../../../lib/world/course";
import { absent, each, eachBy, healthy, oneOf, told } from "../../../lib/world/healthy";
import { kubeStateMetricsSeries, objectExporterSeries } from "../series/kube-state-metrics";

const PHASES = ["Pending", "Running", "Succeeded", "Failed", "Unknown"] as const;
const CONDITION = ["true", "false", "unknown"] as const;
/** A run ends when the next is due a period later: its moments are one schedule's. */
const SCHEDULED = 0.4;

const podOf = ({ namespace, name: pod, uid }: Pod) => ({ namespace, pod, uid });
const containerOf = (pod: Pod) => ({ ...podOf(pod), container: pod.container });
const claimOf = ({ namespace, name }: Claim) => ({ namespace, persistentvolumeclaim: name });
const nodeOf = ({ name: node }: Node) => ({ node });
const jobOf = ({ namespace, name }: BatchJob) => ({ namespace, job_name: `${name}-29541600` });
const cronJobOf = ({ namespace, name }: BatchJob) => ({ namespace, cronjob: name });
const owner = (kind: string, name: string) => ({ owner_kind: kind, owner_name: name, owner_is_controller: "true" });
const makerOf = ({ kind, name, replicaSet }: App) => (kind === "Deployment" ? owner("ReplicaSet", replicaSet) : owner(kind, name));

export const kubeStateMetricsHealthy = healthy(kubeStateMetricsSeries, (cluster) => ({
  ...pods(cluster),
  ...controllers(cluster),
  ...jobs(cluster),
  ...nodes(cluster),
  ...volumesAndPolicies(cluster),
}));

function pods({ pods: all, claims }: Cluster) {
  return {
    kube_pod_info: told(all, (pod) => {
      const { owner_kind: created_by_kind, owner_name: created_by_name } = makerOf(pod.app);
      const { name: node, address: host_ip } = pod.node;
      return { ...podOf(pod), host_network: "false", node, host_ip, pod_ip: pod.address, created_by_kind, created_by_name };
    }),
    kube_pod_owner: told(all, (pod) => ({ ...podOf(pod), ...makerOf(pod.app) })),
    kube_pod_spec_volumes_persistentvolumeclaims_info: told(claims, ({ pod, name }) => ({
      ...podOf(pod),
      volume: "data",
      persistentvolumeclaim: name,
      ephemeral: "false",
    })),
    kube_pod_created: each(all, podOf, since(days(31))),
    kube_pod_deletion_timestamp: absent("no pod is being deleted"),
    kube_pod_status_unschedulable: absent("every pod has a node"),
    kube_pod_status_phase: eachBy(all, podOf, "phase", oneOf(PHASES, "Running")),
    kube_pod_status_ready: eachBy(all, podOf, "condition", oneOf(CONDITION, "true")),
    kube_pod_status_reason: absent("nothing was evicted"),
    kube_pod_container_info: told(all, (pod) => ({
      ...containerOf(pod),
      image_spec: `registry.example/${pod.container}:1`,
      image: `registry.example/${pod.container}:1`,
      image_id: `registry.example/${pod.container}@sha256:0`,
      container_id: `containerd://${pod.uid}`,
    })),
    kube_pod_container_resource_limits: resources(all, "limits"),
    kube_pod_container_resource_requests: resources(all, "requests"),
    kube_pod_container_status_ready: each(all, containerOf, still(1)),
    kube_pod_container_status_restarts_total: each(all, containerOf, never),
    kube_pod_container_status_running: each(all, containerOf, still(1)),
    kube_pod_init_container_status_waiting_reason: absent("no container waits"),
    kube_pod_container_status_waiting_reason: absent("no container waits"),
    kube_pod_container_status_terminated_reason: absent("no container has ended"),
    kube_pod_container_status_last_terminated_reason: absent("no container was started again"),
    kube_pod_container_status_last_terminated_exitcode: absent("no container was started again"),
    kube_pod_container_status_last_terminated_timestamp: absent("no container was started again"),
  };
}

function resources(all: readonly Pod[], kind: "requests" | "limits") {
  const of = (resource: "cpu" | "memory", unit: string) =>
    each(
      all,
      (pod) => ({ ...containerOf(pod), resource, unit, node: pod.node.name }),
      ({ app }) => still(app[kind][resource]),
    );
  return [...of("cpu", "core"), ...of("memory", "byte")];
}

function controllers({ apps }: Cluster) {
  const of = (kind: App["kind"]) => apps.filter((app) => app.kind === kind);
  const [deployments, statefulSets, daemonSets] = [of("Deployment"), of("StatefulSet"), of("DaemonSet")];
  const deployment = ({ namespace, name }: App) => ({ namespace, deployment: name });
  const statefulSet = ({ namespace, name }: App) => ({ namespace, statefulset: name });
  const daemonSet = ({ namespace, name }: App) => ({ namespace, daemonset: name });
  const revision = ({ namespace, name }: App) => ({ namespace, statefulset: name, revision: `${name}-6f7c9` });
  const scaled = deployments.slice(0, 1);
  const autoscaler = ({ namespace, name }: App) => ({ namespace, horizontalpodautoscaler: name });
  const budget = ({ namespace, name }: App) => ({ namespace, poddisruptionbudget: name });
  const size = ({ pods: own }: App) => still(own.length);
  const met = (condition: string, reason: string) =>
    eachBy(deployments, (app) => ({ ...deployment(app), condition, reason }), "status", oneOf(CONDITION, "true"));
  return {
    kube_deployment_metadata_generation: each(deployments, deployment, still(4)),
    kube_deployment_spec_paused: each(deployments, deployment, still(0)),
    kube_deployment_spec_replicas: each(deployments, deployment, size),
    kube_deployment_status_condition: [...met("Available", "MinimumReplicasAvailable"), ...met("Progressing", "NewReplicaSetAvailable")],
    kube_deployment_status_observed_generation: each(deployments, deployment, still(4)),
    kube_deployment_status_replicas_available: each(deployments, deployment, size),
    kube_deployment_status_replicas_unavailable: each(deployments, deployment, still(0)),
    kube_deployment_status_replicas_updated: each(deployments, deployment, size),
    kube_replicaset_owner: told(deployments, ({ namespace, name, replicaSet }) => ({
      namespace,
      replicaset: replicaSet,
      ...owner("Deployment", name),
    })),
    kube_horizontalpodautoscaler_spec_max_replicas: each(scaled, autoscaler, ({ pods: own }) => still(2 * own.length)),
    kube_horizontalpodautoscaler_spec_min_replicas: each(scaled, autoscaler, still(1)),
    kube_horizontalpodautoscaler_status_condition: ["ScalingActive", "AbleToScale"].flatMap((condition) =>
      eachBy(scaled, (app) => ({ ...autoscaler(app), condition }), "status", oneOf(CONDITION, "true")),
    ),
    kube_horizontalpodautoscaler_status_current_replicas: each(scaled, autoscaler, size),
    kube_horizontalpodautoscaler_status_desired_replicas: each(scaled, autoscaler, size),
    kube_statefulset_metadata_generation: each(statefulSets, statefulSet, still(2)),
    kube_statefulset_replicas: each(statefulSets, statefulSet, size),
    kube_statefulset_status_current_revision: told(statefulSets, revision),
    kube_statefulset_status_observed_generation: each(statefulSets, statefulSet, still(2)),
    kube_statefulset_status_replicas_ready: each(statefulSets, statefulSet, size),
    kube_statefulset_status_replicas_updated: each(statefulSets, statefulSet, size),
    kube_statefulset_status_update_revision: told(statefulSets, revision),
    kube_daemonset_status_current_number_scheduled: each(daemonSets, daemonSet, size),
    kube_daemonset_status_desired_number_scheduled: each(daemonSets, daemonSet, size),
    kube_daemonset_status_number_ready: each(daemonSets, daemonSet, size),
    kube_daemonset_status_number_available: each(daemonSets, daemonSet, size),
    kube_daemonset_status_number_misscheduled: each(daemonSets, daemonSet, still(0)),
    kube_daemonset_status_number_unavailable: each(daemonSets, daemonSet, still(0)),
    kube_daemonset_status_updated_number_scheduled: each(daemonSets, daemonSet, size),
    kube_poddisruptionbudget_status_current_healthy: each(deployments, budget, size),
    kube_poddisruptionbudget_status_desired_healthy: each(deployments, budget, ({ pods: own }) => still(own.length - 1)),
    kube_poddisruptionbudget_status_pod_disruptions_allowed: each(deployments, budget, still(1)),
  };
}

function jobs({ jobs: declared }: Cluster) {
  const cronJobs = declared.filter(({ isOutside }) => isOutside !== true);
  const all = cronJobs.filter(({ isSuspended }) => isSuspended !== true);
  return {
    kube_job_owner: told(all, (job) => ({ ...jobOf(job), ...owner("CronJob", job.name) })),
    kube_job_complete: eachBy(all, jobOf, "condition", oneOf(CONDITION, "true")),
    kube_job_status_completion_time: each(all, jobOf, since(minutes(115))),
    kube_job_failed: absent("no job failed"),
    kube_job_status_active: each(all, jobOf, still(0)),
    kube_job_status_failed: each(all, jobOf, still(0)),
    kube_job_status_start_time: each(all, jobOf, since(hours(2))),
    kube_job_status_succeeded: each(all, jobOf, still(1)),
    kube_cronjob_next_schedule_time: each(all, cronJobOf, ({ every }) => next(every, SCHEDULED)),
    kube_cronjob_status_active: each(cronJobs, cronJobOf, still(0)),
    kube_cronjob_spec_suspend: each(cronJobs, cronJobOf, ({ isSuspended }) => still(isSuspended ? 1 : 0)),
    kube_cronjob_status_last_schedule_time: each(all, cronJobOf, ({ every }) => lately(every, SCHEDULED)),
    kube_cronjob_status_last_successful_time: each(all, cronJobOf, ({ every }) => lately(every, SCHEDULED)),
  };
}

function nodes({ nodes: all }: Cluster) {
  const resource = (name: string, unit: string, value: (node: Node) => number) =>
    each(
      all,
      (node) => ({ ...nodeOf(node), resource: name, unit }),
      (node) => still(value(node)),
    );
  const met = (condition: string, holds: (typeof CONDITION)[number]) =>
    eachBy(all, (node) => ({ ...nodeOf(node), condition }), "status", oneOf(CONDITION, holds));
  const capacity = [
    ...resource("cpu", "core", ({ processors }) => processors),
    ...resource("memory", "byte", ({ memoryBytes }) => memoryBytes),
    ...resource("pods", "integer", () => 110),
  ];
  return {
    kube_node_info: told(all, (node) => ({
      ...nodeOf(node),
      kernel_version: "6.12.0",
      os_image: "Linux",
      container_runtime_version: "containerd://2.1",
      kubelet_version: "v1.35.0",
      kubeproxy_version: "deprecated",
      system_uuid: node.uid,
      internal_ip: node.address,
    })),
    kube_node_role: told(all, (node) => ({ ...nodeOf(node), role: node.index === 0 ? "control-plane" : "worker" })),
    kube_node_spec_taint: told(all.slice(0, 1), (node) => ({
      ...nodeOf(node),
      key: "example.org/control-plane",
      effect: "PreferNoSchedule",
    })),
    kube_node_spec_unschedulable: each(all, nodeOf, still(0)),
    kube_node_status_allocatable: capacity,
    kube_node_status_capacity: capacity,
    kube_node_status_condition: [
      ...met("Ready", "true"),
      ...met("MemoryPressure", "false"),
      ...met("DiskPressure", "false"),
      ...met("PIDPressure", "false"),
    ],
  };
}

function volumesAndPolicies({ claims, namespaces }: Cluster) {
  const volume = ({ volume: persistentvolume }: Claim) => ({ persistentvolume });
  const size = ({ bytes }: Claim) => still(bytes);
  const quota = (type: string, value: number) =>
    each(namespaces.slice(0, 1), (namespace) => ({ namespace, resourcequota: "default", resource: "pods", type }), still(value));
  const policy = (namespace: string) => ({ namespace, networkpolicy: "default-deny" });
  return {
    kube_persistentvolume_capacity_bytes: each(claims, volume, size),
    kube_persistentvolumeclaim_resource_requests_storage_bytes: each(claims, claimOf, size),
    kube_persistentvolume_claim_ref: told(claims, (claim) => ({
      ...volume(claim),
      name: claimOf(claim).persistentvolumeclaim,
      claim_namespace: claimOf(claim).namespace,
    })),
    kube_persistentvolume_status_phase: eachBy(
      claims,
      volume,
      "phase",
      oneOf(["Pending", "Available", "Bound", "Released", "Failed"], "Bound"),
    ),
    kube_persistentvolumeclaim_access_mode: told(claims, (claim) => ({ ...claimOf(claim), access_mode: "ReadWriteOnce" })),
    kube_persistentvolumeclaim_info: told(claims, (claim) => ({
      ...claimOf(claim),
      volumemode: "Filesystem",
      storageclass: "storage",
      volumename: claim.volume,
    })),
    kube_persistentvolumeclaim_status_phase: eachBy(claims, claimOf, "phase", oneOf(["Lost", "Bound", "Pending"], "Bound")),
    kube_networkpolicy_created: each(namespaces, policy, since(days(90))),
    kube_networkpolicy_spec_ingress_rules: each(namespaces, policy, still(1)),
    kube_networkpolicy_spec_egress_rules: each(namespaces, policy, still(2)),
    kube_namespace_status_phase: eachBy(namespaces, (namespace) => ({ namespace }), "phase", oneOf(["Active", "Terminating"], "Active")),
    kube_resourcequota: [...quota("hard", 50), ...quota("used", 6)],
  };
}

const WATCHED = ["*v1.Deployment", "*v1.Node", "*v1.Pod"];

export const objectExporterHealthy = healthy(objectExporterSeries, () => ({
  kube_state_metrics_list_total: eachBy(WATCHED, (resource) => ({ resource }), "result", { success: counts(1 / 3600), error: never }),
  kube_state_metrics_watch_total: eachBy(WATCHED, (resource) => ({ resource }), "result", { success: counts(1 / 400), error: never }),
}));
