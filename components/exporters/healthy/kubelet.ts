import { MIB } from "../../../lib/bytes";
import { days } from "../../../lib/duration";
import { kubernetesProgramHealthy } from "../../../lib/world/built-in";
import type { Pod } from "../../../lib/world/cluster";
import { around, counts, never, still, taking } from "../../../lib/world/course";
import { by, each, eachBy, healthy } from "../../../lib/world/healthy";
import { cadvisorSeries, kubeletSeries } from "../series/kubelet";

/** Requests of the container runtime in a second. */
const REQUESTS = { container_status: 2, list_containers: 1, list_podsandbox: 1, create_container: 0.0005, remove_container: 0.0005 };
/** Those of client_golang, and of the kubelet where things take longer. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const START_BOUNDS = [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, 45, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800, 2700, 3600];
const CSI = "kubernetes.io/csi:driver.example";

export const kubeletHealthy = healthy(kubeletSeries, (cluster, { node }) => {
  const { claims, pods } = cluster;
  const running = still(pods.filter((pod) => pod.node === node).length);
  const mounted = claims.filter(({ pod }) => pod.node === node);
  const claim = ({ namespace, name }: (typeof claims)[number]) => ({ namespace, persistentvolumeclaim: name });
  const volumes = still(mounted.length);
  const requests = <Course extends object>(course: (perSecond: number) => Course) =>
    each(
      Object.entries(REQUESTS),
      ([operation_type]) => ({ operation_type }),
      ([, perSecond]) => course(perSecond),
    );
  return {
    ...kubernetesProgramHealthy(cluster, { mebibytes: 120, processors: 0.05 }),
    kubelet_certificate_manager_client_expiration_renew_errors: never,
    kubelet_certificate_manager_client_ttl_seconds: still(days(200).seconds),
    kubelet_certificate_manager_server_ttl_seconds: still(days(200).seconds),
    kubelet_evictions: by("eviction_signal", { "memory.available": never, "nodefs.available": never }),
    kubelet_node_name: still(1),
    kubelet_pleg_relist_duration_seconds: taking(1, 0.01, { bounds: BOUNDS }),
    kubelet_pleg_relist_interval_seconds: taking(1, 1),
    kubelet_pod_start_duration_seconds: taking(0.0005, 3, { bounds: START_BOUNDS }),
    kubelet_pod_worker_duration_seconds: by("operation_type", { sync: taking(0.5, 0.05), create: taking(0.001, 0.5) }),
    kubelet_running_pods: running,
    kubelet_running_containers: by("container_state", { running, exited: still(0) }),
    kubelet_runtime_operations_total: requests(counts),
    kubelet_runtime_operations_errors_total: requests(() => never),
    kubelet_runtime_operations_duration_seconds: requests((perSecond) => taking(perSecond, 0.004)),
    kubelet_server_expiration_renew_errors: never,
    kubelet_volume_stats_available_bytes: each(mounted, claim, ({ bytes }) => around(0.5 * bytes, 0.02 * bytes)),
    kubelet_volume_stats_capacity_bytes: each(mounted, claim, ({ bytes }) => still(bytes)),
    kubelet_volume_stats_inodes: each(mounted, claim, ({ bytes }) => still(bytes / 16_384)),
    kubelet_volume_stats_inodes_free: each(mounted, claim, ({ bytes }) => around((0.9 * bytes) / 16_384, 100)),
    kubelet_volume_stats_inodes_used: each(mounted, claim, ({ bytes }) => around((0.1 * bytes) / 16_384, 100)),
    kubelet_volume_stats_used_bytes: each(mounted, claim, ({ bytes }) => around(0.5 * bytes, 0.02 * bytes)),
    storage_operation_duration_seconds: ["volume_mount", "volume_unmount"].flatMap((operation_name) =>
      eachBy([operation_name], () => ({ volume_plugin: CSI, operation_name, migrated: "false" }), "status", {
        success: taking(0.001, 0.2),
        // a try that came too early, long ago
        "fail-unknown": taking(0, 0.2),
      }),
    ),
    volume_manager_total_volumes: eachBy([CSI], (plugin_name) => ({ plugin_name }), "state", {
      actual_state_of_world: volumes,
      desired_state_of_world: volumes,
    }),
  };
});

/** A container's group, and the pod's own, which has no container. */
const groupOf = ({ namespace, name: pod, uid, container }: Pod) => ({
  id: `/kubepods.slice/pod${uid}/${container}`,
  namespace,
  pod,
  container,
  name: container,
  image: `registry.example/${container}:1`,
});
const networkOf = ({ namespace, name: pod, uid }: Pod) => ({
  id: `/kubepods.slice/pod${uid}`,
  namespace,
  pod,
  image: "pause:3.10",
  interface: "eth0",
});

export const cadvisorHealthy = healthy(cadvisorSeries, ({ pods }, { node }) => {
  const own = pods.filter((pod) => pod.node === node);
  const containers = <Course extends object>(course: Course) => each(own, groupOf, course);
  const network = <Course extends object>(course: Course) => each(own, networkOf, course);
  return {
    container_cpu_cfs_periods_total: containers(counts(8)),
    container_cpu_cfs_throttled_periods_total: containers(counts(0.05)),
    container_cpu_usage_seconds_total: [...eachBy(own, groupOf, "cpu", { total: counts(0.03) }), [{ id: "/", cpu: "total" }, counts(1)]],
    container_memory_cache: containers(around(30 * MIB)),
    container_memory_rss: containers(around(90 * MIB)),
    container_memory_swap: containers(still(0)),
    container_memory_usage_bytes: containers(around(140 * MIB)),
    container_oom_events_total: containers(never),
    container_memory_working_set_bytes: [...containers(around(110 * MIB)), [{ id: "/" }, around(12_000 * MIB)]],
    container_pressure_cpu_waiting_seconds_total: containers(counts(0.002)),
    container_pressure_io_stalled_seconds_total: containers(counts(0.0005)),
    container_pressure_io_waiting_seconds_total: containers(counts(0.001)),
    container_pressure_memory_stalled_seconds_total: containers(counts(0.00005)),
    container_pressure_memory_waiting_seconds_total: containers(counts(0.0001)),
    container_fs_reads_total: eachBy(own, groupOf, "device", { "/dev/nvme0n1": counts(0.05) }),
    container_fs_writes_total: eachBy(own, groupOf, "device", { "/dev/nvme0n1": counts(0.2) }),
    container_fs_reads_bytes_total: eachBy(own, groupOf, "device", { "/dev/nvme0n1": counts(500) }),
    container_fs_writes_bytes_total: eachBy(own, groupOf, "device", { "/dev/nvme0n1": counts(2000) }),
    container_network_receive_bytes_total: network(counts(3000)),
    container_network_receive_packets_total: network(counts(12)),
    container_network_receive_packets_dropped_total: network(never),
    container_network_transmit_bytes_total: network(counts(2500)),
    container_network_transmit_packets_total: network(counts(10)),
    container_network_transmit_packets_dropped_total: network(never),
  };
});
