/** Series of the kubelet (/metrics) that rules and dashboards may read (kubernetes-mixin). */
export const KUBELET_SERIES = [
  "kubelet_certificate_manager_client_ttl_seconds",
  "kubelet_certificate_manager_server_ttl_seconds",
  "kubelet_evictions",
  "kubelet_node_name",
  "kubelet_pleg_relist_duration_seconds_bucket",
  "kubelet_pod_worker_duration_seconds_bucket",
  "kubelet_running_pods",
  "kubelet_server_expiration_renew_errors",
  "kubelet_volume_stats_available_bytes",
  "kubelet_volume_stats_capacity_bytes",
  "kubelet_volume_stats_inodes",
  "kubelet_volume_stats_inodes_free",
  "kubelet_volume_stats_inodes_used",
  "kubelet_volume_stats_used_bytes",
] as const;

/** Series of the kubelet's cadvisor (/metrics/cadvisor) that rules and dashboards may read (kubernetes-mixin). */
export const CADVISOR_SERIES = [
  "container_cpu_cfs_periods_total",
  "container_cpu_cfs_throttled_periods_total",
  "container_cpu_usage_seconds_total",
  "container_fs_reads_bytes_total",
  "container_fs_writes_bytes_total",
  "container_memory_cache",
  "container_memory_rss",
  "container_memory_swap",
  "container_memory_working_set_bytes",
  "container_network_receive_bytes_total",
  "container_network_receive_packets_dropped_total",
  "container_network_transmit_bytes_total",
  "container_network_transmit_packets_dropped_total",
] as const;
