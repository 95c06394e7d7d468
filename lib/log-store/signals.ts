/** What a record tells that a series tells too: an alert on such records would say what a rule on the series says. */
export interface Signal {
  readonly stream: string;
  /** A record of it, by its columns. */
  readonly record: Readonly<Record<string, string | number | boolean>>;
  /** A rule that reads one of them watches it. */
  readonly series: readonly string[];
}

/** Reasons of the cluster's events, and the series that change with them. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  BackOff: ["kube_pod_container_status_waiting_reason", "kube_pod_container_status_restarts_total"],
  BackoffLimitExceeded: ["kube_job_failed", "kube_job_status_failed"],
  DeadlineExceeded: ["kube_job_failed"],
  ErrImageNeverPull: ["kube_pod_container_status_waiting_reason"],
  Evicted: ["kubelet_evictions"],
  EvictionThresholdMet: ["kubelet_evictions", "kube_node_status_condition"],
  Failed: ["kube_pod_container_status_waiting_reason"],
  FailedAttachVolume: ["storage_operation_duration_seconds"],
  FailedBinding: ["kube_persistentvolumeclaim_status_phase"],
  FailedComputeMetricsReplicas: ["kube_horizontalpodautoscaler_status_condition"],
  FailedCreate: ["kube_deployment_status_replicas_unavailable", "kube_statefulset_status_replicas_ready"],
  FailedCreatePodSandBox: ["kubelet_runtime_operations_errors_total"],
  FailedGetResourceMetric: ["kube_horizontalpodautoscaler_status_condition"],
  FailedMapVolume: ["storage_operation_duration_seconds"],
  FailedMount: ["storage_operation_duration_seconds"],
  FailedScheduling: ["kube_pod_status_unschedulable"],
  InspectFailed: ["kube_pod_container_status_waiting_reason"],
  NetworkNotReady: ["kube_node_status_condition"],
  NodeNotReady: ["kube_node_status_condition"],
  OOMKilling: ["kube_pod_container_status_last_terminated_reason", "node_vmstat_oom_kill"],
  ProvisioningFailed: ["kube_persistentvolumeclaim_status_phase"],
  Rebooted: ["node_boot_time_seconds"],
  SystemOOM: ["node_vmstat_oom_kill"],
  TooManyMissedTimes: ["kube_cronjob_status_last_schedule_time"],
  Unhealthy: ["kube_pod_status_ready"],
  VolumeFailedDelete: ["kube_persistentvolume_status_phase"],
};

/** Those that rules know: what else an event warns of, nobody watches. */
export const KNOWN_REASONS = Object.keys(REASONS) as [string, ...string[]];

const answered = (status: number): Signal => ({
  stream: "ingress_access",
  record: { vhost: "www.example.org", status, method: "GET", path: "/", client_ip: "198.51.100.77", bytes_sent: 512, request_time: 0.1 },
  series: ["nginx_ingress_controller_requests"],
});

export const SIGNALS: readonly Signal[] = [
  ...Object.entries(REASONS).map(([reason, series]) => ({
    stream: "k8s_events",
    record: {
      reason,
      type: "Warning",
      verb: "ADDED",
      namespace: "notes",
      object_kind: "Pod",
      object_name: "editor-0",
      service_name: "editor",
    },
    series,
  })),
  ...[401, 403, 404, 429, 500, 502, 503, 504].map(answered),
  {
    stream: "pod_logs",
    record: { log: "Out of memory: Killed process 4711 (indexer)", unit: "kernel", origin: "journal", node: "node-1", log_level: "error" },
    series: ["node_vmstat_oom_kill"],
  },
  {
    stream: "network_switch",
    record: {
      log: "%LINK-3-UPDOWN: Interface GigabitEthernet1/0/7, changed state to down",
      message_facility: "LINK",
      mnemonic: "UPDOWN",
      severity: 3,
      port: "GigabitEthernet1/0/7",
      state: "down",
    },
    series: ["ifOperStatus"],
  },
  {
    stream: "dns_queries",
    record: { query_name: "example.org", query_type: "A", answer: "SERVFAIL", client_ip: "192.168.1.77" },
    series: ["coredns_dns_responses_total", "bind_responses_total"],
  },
];
