import type { Series } from "../../lib/series";
import { kubeStateMetricsSeries as objects } from "./series/kube-state-metrics";
import { cadvisorSeries as containers, kubeletSeries as kubelet } from "./series/kubelet";
import { nodeExporterSeries as nodes } from "./series/node-exporter";

/** What of a workload is kept beside its logs too: how it was when the line was written. */
export const CURATED_SERIES: readonly Series[] = [
  containers.container_cpu_usage_seconds_total,
  containers.container_cpu_cfs_periods_total,
  containers.container_cpu_cfs_throttled_periods_total,
  containers.container_memory_working_set_bytes,
  containers.container_network_receive_bytes_total,
  containers.container_network_transmit_bytes_total,
  kubelet.kubelet_volume_stats_used_bytes,
  kubelet.kubelet_volume_stats_capacity_bytes,
  objects.kube_pod_container_resource_limits,
  objects.kube_pod_container_status_restarts_total,
  // OOMKilled is one of its reasons
  objects.kube_pod_container_status_last_terminated_reason,
  objects.kube_deployment_spec_replicas,
  objects.kube_deployment_status_replicas_available,
  objects.kube_statefulset_replicas,
  objects.kube_statefulset_status_replicas_ready,
  objects.kube_daemonset_status_desired_number_scheduled,
  objects.kube_daemonset_status_number_available,
  // of the node: what all of its pods wait for
  nodes.node_pressure_cpu_waiting_seconds_total,
  nodes.node_pressure_io_waiting_seconds_total,
  nodes.node_pressure_memory_waiting_seconds_total,
].map(({ series }) => series);
