import { days } from "../../lib/duration";
import { around, lately, still } from "../../lib/world/course";
import { absent, each, eachBy, healthy, oneOf } from "../../lib/world/healthy";
import { volumeStorageSeries } from "./series";

const VOLUME_STATES = ["unknown", "creating", "attached", "detached", "attaching", "detaching", "deleting"] as const;
const ROBUSTNESS = ["unknown", "healthy", "degraded", "faulted"] as const;

export const volumeStorageHealthy = healthy(volumeStorageSeries, (cluster, target) => {
  const { seed } = cluster;
  // each manager tells of its own node; of an address nobody knows which that is, and the first tells of all
  const isOwn = (node: (typeof cluster.nodes)[number]) => (target.node === undefined ? target.index === 0 : node === target.node);
  const nodes = cluster.nodes.filter(isOwn);
  const claims = cluster.claims.filter(({ pod }) => isOwn(pod.node));
  // half of the worlds have a release before 1.11: one series with a number, and not one for each state
  const isNumbered = seed % 2 === 0;
  const volume = ({ volume: name, pod, name: pvc, namespace: pvc_namespace }: (typeof claims)[number]) => ({
    volume: name,
    node: pod.node.name,
    pvc,
    pvc_namespace,
  });
  const backup = ({ volume: name }: (typeof claims)[number]) => ({
    backup: `backup-${name.slice(-12)}`,
    volume: name,
    recurring_job: "daily",
  });
  const node = ({ name }: (typeof nodes)[number]) => ({ node: name });
  const disk = ({ name }: (typeof nodes)[number]) => ({ node: name, disk: `disk-${name}` });
  const [gib, space] = [2 ** 30, 500 * 2 ** 30];
  return {
    storage_volume_actual_size_bytes: each(claims, volume, ({ bytes }) => around(0.6 * bytes, 0.02 * bytes)),
    storage_volume_capacity_bytes: each(claims, volume, ({ bytes }) => still(bytes)),
    storage_volume_file_system_read_only: absent("no filesystem is read-only that should not be"),
    storage_volume_last_backup_at: each(claims, volume, lately(days(1))),
    storage_volume_robustness: isNumbered ? each(claims, volume, still(1)) : eachBy(claims, volume, "state", oneOf(ROBUSTNESS, "healthy")),
    storage_volume_state: isNumbered ? each(claims, volume, still(2)) : eachBy(claims, volume, "state", oneOf(VOLUME_STATES, "attached")),
    storage_volume_read_iops: each(claims, volume, around(4, 3)),
    storage_volume_read_latency: each(claims, volume, around(600_000)),
    storage_volume_read_throughput: each(claims, volume, around(100_000, 50_000)),
    storage_volume_write_iops: each(claims, volume, around(12, 6)),
    storage_volume_write_latency: each(claims, volume, around(2_000_000)),
    storage_volume_write_throughput: each(claims, volume, around(200_000, 90_000)),
    storage_engine_rebuild_progress: absent("no replica is being rebuilt"),
    storage_backup_actual_size_bytes: each(claims, backup, ({ bytes }) => still(0.5 * bytes)),
    storage_backup_state: each(claims, backup, still(3)),
    storage_snapshot_actual_size_bytes: each(
      claims,
      ({ volume: name }) => ({ snapshot: `daily-${name.slice(-12)}`, volume: name, user_created: "false" }),
      around(gib / 4),
    ),
    storage_node_count_total: still(cluster.nodes.length),
    storage_node_status: eachBy(nodes, node, "condition", {
      ready: still(1),
      mountPropagation: still(1),
      allowScheduling: still(1),
      schedulable: still(1),
    }),
    storage_node_storage_capacity_bytes: each(nodes, node, still(space)),
    storage_node_storage_reservation_bytes: each(nodes, node, still(0.3 * space)),
    storage_node_storage_scheduled_bytes: each(nodes, node, around(0.5 * space, gib)),
    storage_node_storage_usage_bytes: each(nodes, node, around(0.4 * space, gib)),
    storage_disk_capacity_bytes: each(nodes, disk, still(space)),
    storage_disk_reservation_bytes: each(nodes, disk, still(0.3 * space)),
    storage_disk_status: eachBy(nodes, disk, "condition", { ready: still(1), schedulable: still(1) }),
    storage_disk_usage_bytes: each(nodes, disk, around(0.4 * space, gib)),
    storage_instance_manager_cpu_usage_millicpu: each(
      nodes,
      ({ name }) => ({ node: name, instance_manager: `instance-manager-${name}`, instance_manager_type: "aio" }),
      around(90, 40),
    ),
    storage_manager_memory_usage_bytes: each(
      nodes,
      ({ name }) => ({ node: name, manager: `longhorn-manager-${name}` }),
      around(150 * 2 ** 20),
    ),
  };
});
