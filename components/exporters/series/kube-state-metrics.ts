import { counter, declareSeries, gauge, info } from "../../../lib/series";

const POD = ["namespace", "pod", "uid"] as const;
const CONTAINER = [...POD, "container"] as const;
/** Empty, and so absent, where nobody owns the object. */
const OWNER = ["owner_kind?", "owner_name?", "owner_is_controller?"] as const;
const DEPLOYMENT = ["namespace", "deployment"] as const;
const STATEFUL_SET = ["namespace", "statefulset"] as const;
const DAEMON_SET = ["namespace", "daemonset"] as const;
const AUTOSCALER = ["namespace", "horizontalpodautoscaler"] as const;
const JOB = ["namespace", "job_name"] as const;
const CRON_JOB = ["namespace", "cronjob"] as const;
const CLAIM = ["namespace", "persistentvolumeclaim"] as const;
const POLICY = ["namespace", "networkpolicy"] as const;
const BUDGET = ["namespace", "poddisruptionbudget"] as const;

/**
 * Series of kube-state-metrics 2.20 that rules and dashboards may read (kube-state-metrics v2.20.0, internal/store; seen on a running
 * one, over objects in many states). Labels of an object (`kube_pod_labels`) need a list of allowed ones, which the chart leaves
 * empty.
 */
export const kubeStateMetricsSeries = declareSeries({
  // pods
  kube_pod_info: info(
    "Where a pod runs and what made it.",
    ...POD,
    "host_network",
    "node?",
    "host_ip?",
    "pod_ip?",
    "priority_class?",
    "created_by_kind?",
    "created_by_name?",
  ),
  kube_pod_owner: gauge("flag", "1 for each owner of a pod.", ...POD, ...OWNER),
  kube_pod_spec_volumes_persistentvolumeclaims_info: info(
    "A claim that a pod mounts, one made for the pod alone included.",
    ...POD,
    "volume",
    "persistentvolumeclaim",
    "ephemeral",
  ),
  kube_pod_created: gauge("timestamp", "When a pod was made.", ...POD),
  kube_pod_deletion_timestamp: gauge("timestamp", "When a pod is to be gone; absent until it is deleted.", ...POD),
  kube_pod_status_unschedulable: gauge("flag", "1 when no node takes a pod; absent otherwise.", ...POD),
  kube_pod_status_phase: gauge("flag", "1 for the phase that a pod is in, 0 for the others.", ...POD, "phase"),
  kube_pod_status_ready: gauge("flag", "1 for what is true of a pod's readiness: true, false or unknown.", ...POD, "condition"),
  kube_pod_status_reason: gauge("flag", "1 for a reason that is set (Evicted, NodeLost, ...); absent otherwise.", ...POD, "reason"),

  // containers
  kube_pod_container_info: info(
    "The image that a container was asked for and got.",
    ...CONTAINER,
    "image_spec",
    "image?",
    "image_id?",
    "container_id?",
  ),
  kube_pod_container_resource_limits: gauge("mixed", "Limit, in the unit that its label names.", ...CONTAINER, "resource", "unit", "node?"),
  kube_pod_container_resource_requests: gauge(
    "mixed",
    "Request, in the unit that its label names.",
    ...CONTAINER,
    "resource",
    "unit",
    "node?",
  ),
  kube_pod_container_status_ready: gauge("flag", "1 when a container passes its readiness probe.", ...CONTAINER),
  kube_pod_container_status_restarts_total: counter("count", "Restarts of a container.", ...CONTAINER),
  kube_pod_container_status_running: gauge("flag", "1 while a container runs.", ...CONTAINER),
  kube_pod_init_container_status_waiting_reason: gauge(
    "flag",
    "1 while a container that runs before the others waits, for the reason why; absent otherwise.",
    ...CONTAINER,
    "reason?",
  ),
  kube_pod_container_status_waiting_reason: gauge(
    "flag",
    "1 while a container waits, for the reason why (CrashLoopBackOff, ...); absent otherwise.",
    ...CONTAINER,
    "reason?",
  ),
  kube_pod_container_status_terminated_reason: gauge(
    "flag",
    "1 while a container is terminated, for the reason why; absent otherwise.",
    ...CONTAINER,
    "reason?",
  ),
  kube_pod_container_status_last_terminated_reason: gauge(
    "flag",
    "1 for the reason of a container's last termination (OOMKilled, Error, ...), as long as the pod lives.",
    ...CONTAINER,
    "reason?",
  ),
  kube_pod_container_status_last_terminated_exitcode: gauge("state", "Exit code of a container's last termination.", ...CONTAINER),
  kube_pod_container_status_last_terminated_timestamp: gauge("timestamp", "When a container was last terminated.", ...CONTAINER),

  // deployments
  kube_deployment_metadata_generation: gauge("count", "Generation of the wanted state.", ...DEPLOYMENT),
  kube_deployment_spec_paused: gauge("flag", "1 when the wanted state is not followed.", ...DEPLOYMENT),
  kube_deployment_spec_replicas: gauge("count", "Wanted pods.", ...DEPLOYMENT),
  kube_deployment_status_condition: gauge(
    "flag",
    "1 for what is true of a condition (Available, Progressing): true, false or unknown.",
    ...DEPLOYMENT,
    "condition",
    "status",
    "reason",
  ),
  kube_deployment_status_observed_generation: gauge("count", "Generation that the controller has seen.", ...DEPLOYMENT),
  kube_deployment_status_replicas_available: gauge("count", "Pods that are available.", ...DEPLOYMENT),
  kube_deployment_status_replicas_unavailable: gauge("count", "Pods that are missing or not available.", ...DEPLOYMENT),
  kube_deployment_status_replicas_updated: gauge("count", "Pods of the newest template.", ...DEPLOYMENT),
  kube_replicaset_owner: gauge("flag", "1 for each owner of a replica set.", "namespace", "replicaset", ...OWNER),
  kube_horizontalpodautoscaler_spec_max_replicas: gauge("count", "Most pods that are made.", ...AUTOSCALER),
  kube_horizontalpodautoscaler_spec_min_replicas: gauge("count", "Fewest pods that are kept.", ...AUTOSCALER),
  kube_horizontalpodautoscaler_status_condition: gauge(
    "flag",
    "1 for what is true of a condition (ScalingActive, AbleToScale, ...): true, false or unknown.",
    ...AUTOSCALER,
    "condition",
    "status",
  ),
  kube_horizontalpodautoscaler_status_current_replicas: gauge("count", "Pods of what is scaled.", ...AUTOSCALER),
  kube_horizontalpodautoscaler_status_desired_replicas: gauge("count", "Pods that the load asks for.", ...AUTOSCALER),

  // stateful sets
  kube_statefulset_metadata_generation: gauge("count", "Generation of the wanted state.", ...STATEFUL_SET),
  kube_statefulset_replicas: gauge("count", "Wanted pods.", ...STATEFUL_SET),
  kube_statefulset_status_current_revision: gauge("flag", "1 for the revision that the old pods have.", ...STATEFUL_SET, "revision?"),
  kube_statefulset_status_observed_generation: gauge("count", "Generation that the controller has seen.", ...STATEFUL_SET),
  kube_statefulset_status_replicas_ready: gauge("count", "Pods that are ready.", ...STATEFUL_SET),
  kube_statefulset_status_replicas_updated: gauge("count", "Pods of the newest revision.", ...STATEFUL_SET),
  kube_statefulset_status_update_revision: gauge("flag", "1 for the revision that new pods get.", ...STATEFUL_SET, "revision?"),

  // daemon sets
  kube_daemonset_status_current_number_scheduled: gauge("count", "Nodes that run a pod and should.", ...DAEMON_SET),
  kube_daemonset_status_desired_number_scheduled: gauge("count", "Nodes that should run a pod.", ...DAEMON_SET),
  kube_daemonset_status_number_ready: gauge("count", "Nodes whose pod is ready.", ...DAEMON_SET),
  kube_daemonset_status_number_available: gauge("count", "Nodes whose pod is available.", ...DAEMON_SET),
  kube_daemonset_status_number_misscheduled: gauge("count", "Nodes that run a pod and should not.", ...DAEMON_SET),
  kube_daemonset_status_number_unavailable: gauge("count", "Nodes whose pod is missing or not available.", ...DAEMON_SET),
  kube_daemonset_status_updated_number_scheduled: gauge("count", "Nodes whose pod has the newest template.", ...DAEMON_SET),

  // jobs
  kube_job_owner: gauge("flag", "1 for each owner of a job.", ...JOB, ...OWNER),
  kube_job_complete: gauge(
    "flag",
    "1 for what is true of a job's completion: true, false or unknown; absent until it is complete.",
    ...JOB,
    "condition",
  ),
  kube_job_status_completion_time: gauge("timestamp", "When a job was complete.", ...JOB),
  kube_job_failed: gauge(
    "flag",
    "1 for what is true of a job's failure: true, false or unknown; absent until it fails.",
    ...JOB,
    "condition",
  ),
  kube_job_status_active: gauge("count", "Pods of a job that run.", ...JOB),
  kube_job_status_failed: gauge(
    "count",
    "0 as long as no pod failed, then 1 for the reason that the job gives, or the number of failed pods while it gives none.",
    ...JOB,
    "reason?",
  ),
  kube_job_status_start_time: gauge("timestamp", "When a job began.", ...JOB),
  kube_job_status_succeeded: gauge("count", "Pods of a job that succeeded.", ...JOB),
  kube_cronjob_next_schedule_time: gauge("timestamp", "When the next run is due; absent while suspended.", ...CRON_JOB),
  kube_cronjob_status_active: gauge("count", "Runs that go on.", ...CRON_JOB),
  kube_cronjob_spec_suspend: gauge("flag", "1 when no runs are started.", ...CRON_JOB),
  kube_cronjob_status_last_schedule_time: gauge("timestamp", "When the last run was started.", ...CRON_JOB),
  kube_cronjob_status_last_successful_time: gauge("timestamp", "When a run last succeeded.", ...CRON_JOB),

  // nodes
  kube_node_info: info(
    "Releases and addresses of a node.",
    "node",
    "kernel_version",
    "os_image",
    "container_runtime_version",
    "kubelet_version",
    "kubeproxy_version",
    "system_uuid",
    "provider_id?",
    "pod_cidr?",
    "internal_ip?",
  ),
  kube_node_role: gauge("flag", "1 for each role of a node.", "node", "role"),
  kube_node_spec_taint: gauge("flag", "1 for each taint of a node.", "node", "key", "effect", "value?"),
  kube_node_spec_unschedulable: gauge("flag", "1 when a node takes no new pods.", "node"),
  kube_node_status_allocatable: gauge(
    "mixed",
    "What pods may use of a resource, in the unit that its label names.",
    "node",
    "resource",
    "unit",
  ),
  kube_node_status_capacity: gauge("mixed", "What a node has of a resource, in the unit that its label names.", "node", "resource", "unit"),
  kube_node_status_condition: gauge(
    "flag",
    "1 for what is true of a condition (Ready, ...): true, false or unknown.",
    "node",
    "condition",
    "status",
  ),

  // volumes
  kube_persistentvolume_capacity_bytes: gauge("bytes", "Size of a volume.", "persistentvolume"),
  kube_persistentvolumeclaim_resource_requests_storage_bytes: gauge("bytes", "Size that a claim asks for.", ...CLAIM),
  kube_persistentvolume_claim_ref: info("The claim that a volume is, or was, bound to.", "persistentvolume", "name", "claim_namespace"),
  kube_persistentvolume_status_phase: gauge("flag", "1 for the phase that a volume is in, 0 for the others.", "persistentvolume", "phase"),
  kube_persistentvolumeclaim_access_mode: gauge("flag", "1 for each access mode that a claim asks for.", ...CLAIM, "access_mode"),
  kube_persistentvolumeclaim_info: info(
    "The volume behind a claim, and its class.",
    ...CLAIM,
    "volumemode",
    "storageclass?",
    "volumename?",
  ),
  kube_persistentvolumeclaim_status_phase: gauge("flag", "1 for the phase that a claim is in, 0 for the others.", ...CLAIM, "phase"),

  // policies
  kube_namespace_status_phase: gauge("flag", "1 for the phase that a namespace is in, 0 for the other.", "namespace", "phase"),
  kube_networkpolicy_created: gauge("timestamp", "When a network policy was made.", ...POLICY),
  kube_networkpolicy_spec_ingress_rules: gauge("count", "Rules of a network policy for what comes in.", ...POLICY),
  kube_networkpolicy_spec_egress_rules: gauge("count", "Rules of a network policy for what goes out.", ...POLICY),
  kube_poddisruptionbudget_status_pod_disruptions_allowed: gauge("count", "Pods that may go now.", ...BUDGET),
  kube_poddisruptionbudget_status_current_healthy: gauge("count", "Healthy pods.", ...BUDGET),
  kube_poddisruptionbudget_status_desired_healthy: gauge("count", "Pods that have to stay healthy.", ...BUDGET),
  kube_resourcequota: gauge(
    "mixed",
    "Limit (`hard`) and use (`used`) of a resource, in its own unit.",
    "namespace",
    "resourcequota",
    "resource",
    "type",
  ),
});

/** What the exporter tells of itself, on a port of its own. */
export const objectExporterSeries = declareSeries({
  kube_state_metrics_list_total: counter("count", "Lists that it asked for, by kind and how it went.", "resource", "result"),
  kube_state_metrics_watch_total: counter("count", "Watches that it began, by kind and how it went.", "resource", "result"),
});
