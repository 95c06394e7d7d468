import { counter, declareSeries, gauge, histogram } from "../../../lib/series";

/** Series of the kubelet (/metrics) that rules and dashboards may read (kubernetes-mixin). */
export const kubeletSeries = declareSeries({
  kubelet_certificate_manager_client_ttl_seconds: gauge("seconds", "Client certificate TTL."),
  kubelet_certificate_manager_server_ttl_seconds: gauge("seconds", "Server certificate TTL."),
  kubelet_evictions: counter("count", "Evictions.", "eviction_signal"),
  kubelet_node_name: gauge("count", "Node name of the kubelet.", "node"),
  kubelet_pleg_relist_duration_seconds: histogram("seconds", "PLEG latency."),
  kubelet_pod_worker_duration_seconds: histogram("seconds", "Pod worker latency.", "operation_type"),
  kubelet_running_pods: gauge("count", "Pods on node.", "node"),
  kubelet_server_expiration_renew_errors: counter("count", "Renew errors."),
  kubelet_volume_stats_available_bytes: gauge("bytes", "Bytes available.", "namespace", "persistentvolumeclaim"),
  kubelet_volume_stats_capacity_bytes: gauge("bytes", "Claim filesystem size.", "namespace", "persistentvolumeclaim"),
  kubelet_volume_stats_inodes: gauge("count", "Inodes.", "namespace", "persistentvolumeclaim"),
  kubelet_volume_stats_inodes_free: gauge("count", "Inodes free.", "namespace", "persistentvolumeclaim"),
  kubelet_volume_stats_inodes_used: gauge("count", "Inodes used.", "namespace", "persistentvolumeclaim"),
  kubelet_volume_stats_used_bytes: gauge("bytes", "Bytes used on a mounted claim.", "namespace", "persistentvolumeclaim"),
});

/** Series of the kubelet's cadvisor (/metrics/cadvisor) that rules and dashboards may read (kubernetes-mixin). */
export const cadvisorSeries = declareSeries({
  container_cpu_cfs_periods_total: counter("count", "CFS periods.", "namespace", "pod", "container"),
  container_cpu_cfs_throttled_periods_total: counter("count", "Throttled periods.", "namespace", "pod", "container"),
  container_cpu_usage_seconds_total: counter("seconds", "CPU seconds.", "namespace", "pod", "container", "cpu", "image", "id"),
  container_fs_reads_bytes_total: counter("bytes", "Bytes read.", "namespace", "pod", "container", "device"),
  container_fs_writes_bytes_total: counter("bytes", "Bytes written.", "namespace", "pod", "container", "device"),
  container_memory_cache: gauge("count", "Cache.", "namespace", "pod", "container"),
  container_memory_rss: gauge("count", "RSS.", "namespace", "pod", "container"),
  container_memory_swap: gauge("count", "Swap.", "namespace", "pod", "container"),
  container_memory_working_set_bytes: gauge("bytes", "Working set.", "namespace", "pod", "container"),
  container_network_receive_bytes_total: counter("bytes", "Bytes in (pod level).", "namespace", "pod", "interface"),
  container_network_receive_packets_dropped_total: counter("count", "Drops in.", "namespace", "pod", "interface"),
  container_network_transmit_bytes_total: counter("bytes", "Bytes out (pod level).", "namespace", "pod", "interface"),
  container_network_transmit_packets_dropped_total: counter("count", "Drops out.", "namespace", "pod", "interface"),
});
