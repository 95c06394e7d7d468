import { kubernetesProgram } from "../../../lib/metrics/go-series";
import { counter, declareSeries, gauge, histogram, unconfirmed } from "../../../lib/series";

const CLAIM = ["namespace", "persistentvolumeclaim"] as const;

/** Series of the kubelet 1.35 (/metrics) that rules and dashboards may read (seen on a running kubelet 1.35.0, with a runtime that runs nothing). */
export const kubeletSeries = declareSeries({
  ...kubernetesProgram,

  kubelet_certificate_manager_client_expiration_renew_errors: counter("count", "Failed renewals of the client certificate."),
  kubelet_certificate_manager_client_ttl_seconds: gauge("seconds", "What is left of the client certificate, +Inf without one."),
  kubelet_certificate_manager_server_ttl_seconds: gauge("seconds", "What is left of the serving certificate, +Inf without one."),
  kubelet_evictions: counter("count", "Pods evicted, by what ran short.", "eviction_signal"),
  kubelet_node_name: gauge("flag", "1, with the name of the kubelet's node.", "node"),
  kubelet_pleg_relist_duration_seconds: histogram("seconds", "Time that listing the pods of the container runtime took."),
  kubelet_pleg_relist_interval_seconds: histogram("seconds", "Time from one listing of the pods to the next."),
  kubelet_pod_start_duration_seconds: histogram("seconds", "Time from seeing a pod until it ran."),
  kubelet_pod_worker_duration_seconds: histogram("seconds", "Time that bringing a pod to its wanted state took.", "operation_type"),
  kubelet_running_containers: gauge("count", "Containers on the node, by their state.", "container_state"),
  kubelet_runtime_operations_total: counter("count", "Requests of the container runtime.", "operation_type"),
  kubelet_runtime_operations_errors_total: unconfirmed(
    counter("count", "Requests that the container runtime failed at.", "operation_type"),
  ),
  kubelet_runtime_operations_duration_seconds: histogram("seconds", "Time that requests of the container runtime took.", "operation_type"),
  kubelet_running_pods: gauge("count", "Pods that run on the node."),
  kubelet_server_expiration_renew_errors: counter("count", "Failed renewals of the serving certificate."),

  kubelet_volume_stats_available_bytes: gauge("bytes", "Bytes that are left in a mounted claim.", ...CLAIM),
  kubelet_volume_stats_capacity_bytes: gauge("bytes", "Size of a mounted claim's filesystem.", ...CLAIM),
  kubelet_volume_stats_inodes: gauge("count", "Inodes of a mounted claim's filesystem.", ...CLAIM),
  kubelet_volume_stats_inodes_free: gauge("count", "Inodes that are left in a mounted claim.", ...CLAIM),
  kubelet_volume_stats_inodes_used: gauge("count", "Inodes that a mounted claim uses.", ...CLAIM),
  kubelet_volume_stats_used_bytes: gauge("bytes", "Bytes that a mounted claim uses.", ...CLAIM),
  storage_operation_duration_seconds: histogram(
    "seconds",
    "Time that mounting, unmounting and the like took.",
    "volume_plugin",
    "operation_name",
    "status",
    "migrated",
  ),
  volume_manager_total_volumes: gauge("count", "Volumes that should be there, and that are.", "plugin_name", "state"),
});

/** A control group; those above the pods, and the pods' own, lack some of the names. */
const CGROUP = ["id", "namespace?", "pod?", "container?", "name?", "image?"] as const;

/**
 * Series of the kubelet's cAdvisor 0.53 (/metrics/cadvisor) that rules and dashboards may read: seen on a running kubelet 1.35.0, of control
 * groups alone, whose names of pods and containers are there and empty (pkg/kubelet/server/server.go fills them in).
 */
export const cadvisorSeries = declareSeries({
  container_cpu_cfs_periods_total: unconfirmed(counter("count", "Scheduler periods that passed; absent without a CPU limit.", ...CGROUP)),
  container_cpu_cfs_throttled_periods_total: unconfirmed(
    counter("count", "Scheduler periods that hit the CPU limit; absent without one.", ...CGROUP),
  ),
  // the kubelet keeps no times of single processors: `cpu` is "total"
  container_cpu_usage_seconds_total: counter("seconds", "CPU time.", ...CGROUP, "cpu"),

  container_memory_cache: gauge("bytes", "Page cache.", ...CGROUP),
  container_memory_rss: gauge("bytes", "Anonymous memory.", ...CGROUP),
  container_memory_swap: gauge("bytes", "Swap.", ...CGROUP),
  container_memory_usage_bytes: gauge("bytes", "Memory, the page cache included.", ...CGROUP),
  container_oom_events_total: counter("count", "Processes killed for lack of memory.", ...CGROUP),
  container_memory_working_set_bytes: gauge("bytes", "Memory in use that can't be freed at once.", ...CGROUP),

  // time in which some (waiting) or all (stalled) tasks were held up
  container_pressure_cpu_waiting_seconds_total: counter("seconds", "Time in which a task waited for a processor.", ...CGROUP),
  container_pressure_io_stalled_seconds_total: counter("seconds", "Time in which all tasks waited for I/O.", ...CGROUP),
  container_pressure_io_waiting_seconds_total: counter("seconds", "Time in which a task waited for I/O.", ...CGROUP),
  container_pressure_memory_stalled_seconds_total: counter("seconds", "Time in which all tasks waited for memory.", ...CGROUP),
  container_pressure_memory_waiting_seconds_total: counter("seconds", "Time in which a task waited for memory.", ...CGROUP),

  container_fs_reads_total: counter("count", "Reads.", ...CGROUP, "device"),
  container_fs_writes_total: counter("count", "Writes.", ...CGROUP, "device"),
  container_fs_reads_bytes_total: unconfirmed(counter("bytes", "Bytes read.", ...CGROUP, "device")),
  container_fs_writes_bytes_total: unconfirmed(counter("bytes", "Bytes written.", ...CGROUP, "device")),

  // containers of a pod share its network, which stands on the pod
  container_network_receive_bytes_total: counter("bytes", "Bytes received.", ...CGROUP, "interface"),
  container_network_receive_packets_total: counter("count", "Packets received.", ...CGROUP, "interface"),
  container_network_transmit_packets_total: counter("count", "Packets sent.", ...CGROUP, "interface"),
  container_network_receive_packets_dropped_total: counter("count", "Received packets that were dropped.", ...CGROUP, "interface"),
  container_network_transmit_bytes_total: counter("bytes", "Bytes sent.", ...CGROUP, "interface"),
  container_network_transmit_packets_dropped_total: counter("count", "Packets to be sent that were dropped.", ...CGROUP, "interface"),
});
