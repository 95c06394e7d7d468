import { counter, declareSeries, gauge, histogram } from "../../../lib/series";

const CLAIM = ["namespace", "persistentvolumeclaim"] as const;

/**
 * Series of the kubelet 1.35 (/metrics) that rules and dashboards may read (kubernetes v1.35.0, pkg/kubelet/metrics,
 * pkg/kubelet/certificate and cmd/kubelet/app/server.go; read, not run).
 */
export const kubeletSeries = declareSeries({
  kubelet_certificate_manager_client_ttl_seconds: gauge("seconds", "What is left of the client certificate, +Inf without one."),
  kubelet_certificate_manager_server_ttl_seconds: gauge("seconds", "What is left of the serving certificate, +Inf without one."),
  kubelet_evictions: counter("count", "Pods evicted, by what ran short.", "eviction_signal"),
  kubelet_node_name: gauge("flag", "1, with the name of the kubelet's node.", "node"),
  kubelet_pleg_relist_duration_seconds: histogram("seconds", "Time that listing the pods of the container runtime took."),
  kubelet_pod_worker_duration_seconds: histogram("seconds", "Time that bringing a pod to its wanted state took.", "operation_type"),
  kubelet_running_pods: gauge("count", "Pods that run on the node."),
  kubelet_server_expiration_renew_errors: counter("count", "Failed renewals of the serving certificate."),

  kubelet_volume_stats_available_bytes: gauge("bytes", "Bytes that are left in a mounted claim.", ...CLAIM),
  kubelet_volume_stats_capacity_bytes: gauge("bytes", "Size of a mounted claim's filesystem.", ...CLAIM),
  kubelet_volume_stats_inodes: gauge("count", "Inodes of a mounted claim's filesystem.", ...CLAIM),
  kubelet_volume_stats_inodes_free: gauge("count", "Inodes that are left in a mounted claim.", ...CLAIM),
  kubelet_volume_stats_inodes_used: gauge("count", "Inodes that a mounted claim uses.", ...CLAIM),
  kubelet_volume_stats_used_bytes: gauge("bytes", "Bytes that a mounted claim uses.", ...CLAIM),
});

/** A control group; those above the pods, and the pods' own, lack some of the names. */
const CGROUP = ["id", "namespace?", "pod?", "container?", "name?", "image?"] as const;

/**
 * Series of the kubelet's cAdvisor 0.53 (/metrics/cadvisor) that rules and dashboards may read (cadvisor v0.53.0,
 * metrics/prometheus.go; labels: kubernetes v1.35.0, pkg/kubelet/server/server.go; read, not run).
 */
export const cadvisorSeries = declareSeries({
  container_cpu_cfs_periods_total: counter("count", "Scheduler periods that passed; absent without a CPU limit.", ...CGROUP),
  container_cpu_cfs_throttled_periods_total: counter("count", "Scheduler periods that hit the CPU limit; absent without one.", ...CGROUP),
  // the kubelet keeps no times of single processors: `cpu` is "total"
  container_cpu_usage_seconds_total: counter("seconds", "CPU time.", ...CGROUP, "cpu"),

  container_memory_cache: gauge("bytes", "Page cache.", ...CGROUP),
  container_memory_rss: gauge("bytes", "Anonymous memory.", ...CGROUP),
  container_memory_swap: gauge("bytes", "Swap.", ...CGROUP),
  container_memory_working_set_bytes: gauge("bytes", "Memory in use that can't be freed at once.", ...CGROUP),

  container_fs_reads_bytes_total: counter("bytes", "Bytes read.", ...CGROUP, "device"),
  container_fs_writes_bytes_total: counter("bytes", "Bytes written.", ...CGROUP, "device"),

  // containers of a pod share its network, which stands on the pod
  container_network_receive_bytes_total: counter("bytes", "Bytes received.", ...CGROUP, "interface"),
  container_network_receive_packets_dropped_total: counter("count", "Received packets that were dropped.", ...CGROUP, "interface"),
  container_network_transmit_bytes_total: counter("bytes", "Bytes sent.", ...CGROUP, "interface"),
  container_network_transmit_packets_dropped_total: counter("count", "Packets to be sent that were dropped.", ...CGROUP, "interface"),
});
