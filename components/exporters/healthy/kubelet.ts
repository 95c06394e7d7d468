import { days } from "../../../lib/duration";
import type { Pod } from "../../../lib/world/cluster";
import { around, counts, never, still, taking } from "../../../lib/world/course";
import { by, each, eachBy, healthy } from "../../../lib/world/healthy";
import { cadvisorSeries, kubeletSeries } from "../series/kubelet";

const MIB = 2 ** 20;

export const kubeletHealthy = healthy(kubeletSeries, ({ claims, pods }, { node }) => {
  const mounted = claims.filter(({ pod }) => pod.node === node);
  const claim = ({ namespace, name }: (typeof claims)[number]) => ({ namespace, persistentvolumeclaim: name });
  return {
    kubelet_certificate_manager_client_ttl_seconds: still(days(200).seconds),
    kubelet_certificate_manager_server_ttl_seconds: still(days(200).seconds),
    kubelet_evictions: by("eviction_signal", { "memory.available": never, "nodefs.available": never }),
    kubelet_node_name: still(1),
    kubelet_pleg_relist_duration_seconds: taking(1, 0.01),
    kubelet_pod_worker_duration_seconds: by("operation_type", { sync: taking(0.5, 0.05), create: taking(0.001, 0.5) }),
    kubelet_running_pods: still(pods.filter((pod) => pod.node === node).length),
    kubelet_server_expiration_renew_errors: never,
    kubelet_volume_stats_available_bytes: each(mounted, claim, ({ bytes }) => around(0.5 * bytes, 0.02 * bytes)),
    kubelet_volume_stats_capacity_bytes: each(mounted, claim, ({ bytes }) => still(bytes)),
    kubelet_volume_stats_inodes: each(mounted, claim, ({ bytes }) => still(bytes / 16_384)),
    kubelet_volume_stats_inodes_free: each(mounted, claim, ({ bytes }) => around((0.9 * bytes) / 16_384, 100)),
    kubelet_volume_stats_inodes_used: each(mounted, claim, ({ bytes }) => around((0.1 * bytes) / 16_384, 100)),
    kubelet_volume_stats_used_bytes: each(mounted, claim, ({ bytes }) => around(0.5 * bytes, 0.02 * bytes)),
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
    container_memory_working_set_bytes: [...containers(around(110 * MIB)), [{ id: "/" }, around(12_000 * MIB)]],
    container_fs_reads_bytes_total: eachBy(own, groupOf, "device", { "/dev/nvme0n1": counts(500) }),
    container_fs_writes_bytes_total: eachBy(own, groupOf, "device", { "/dev/nvme0n1": counts(2000) }),
    container_network_receive_bytes_total: network(counts(3000)),
    container_network_receive_packets_dropped_total: network(never),
    container_network_transmit_bytes_total: network(counts(2500)),
    container_network_transmit_packets_dropped_total: network(never),
  };
});
