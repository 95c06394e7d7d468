import { pushedSeries } from "../../../components/batch/series";
import { kubeStateMetricsSeries } from "../../../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../../../components/exporters/series/kubelet";
import { volumeStorageSeries } from "../../../components/volume-storage/series";
import { minutes } from "../../../lib/duration";
import { still } from "../../../lib/world/course";
import { appears, becomes, countsFaster, goes, moves, targetFails, targetGoes, targets, together } from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const {
  storage_backup_state,
  storage_disk_status,
  storage_disk_usage_bytes,
  storage_engine_rebuild_progress,
  storage_node_status,
  storage_volume_actual_size_bytes,
  storage_volume_robustness,
  storage_volume_state,
} = volumeStorageSeries;

const backups = expectedFor("Backups");

export const storageFaults: Faults = ({ cluster: { claims, nodes } }) => {
  const [claim] = claims;
  if (claim === undefined) throw new Error("the world has no claim");
  const { volume } = claim;
  const turns = (state: string) =>
    together(
      becomes(volumeStorageSeries.storage_volume_robustness({ volume, state: "healthy" }), 0),
      becomes(volumeStorageSeries.storage_volume_robustness({ volume, state }), 1),
    );
  const node = claim.pod.node.name;
  const stateBecomes = (state: string) =>
    together(becomes(storage_volume_state({ volume, state: "attached" }), 0), becomes(storage_volume_state({ volume, state }), 1));
  const condition = (name: string, reason: string) =>
    together(
      goes(storage_node_status({ node, condition: name })),
      appears("volume-storage", storage_node_status({ node, condition: name, condition_reason: reason }), still(0)),
    );
  const onDisk = (name: string, reason: string) =>
    together(
      goes(storage_disk_status({ node, condition: name })),
      appears("volume-storage", storage_disk_status({ node, disk: `disk-${node}`, condition: name, condition_reason: reason }), still(0)),
    );
  const others = claims.filter(({ pod }) => pod.node.name === node);
  const degraded = others.map(({ volume: one }) =>
    together(
      becomes(storage_volume_robustness({ volume: one, state: "healthy" }), 0),
      becomes(storage_volume_robustness({ volume: one, state: "degraded" }), 1),
    ),
  );
  return [
    {
      title: "somebody detached a volume by hand below its pod",
      change: stateBecomes("detached"),
      expect: backups("StorageVolumeDetachedInUse", "critical", 6),
    },
    {
      title: "a disk below a volume fails slowly",
      change: moves(volumeStorageSeries.storage_volume_write_latency({ volume }), 2e9, minutes(5)),
      expect: backups("StorageVolumeSlow", "warning", 15),
    },
    {
      title: "a volume does not get off the node where its pod ended",
      change: together(
        stateBecomes("detaching"),
        goes(kubeStateMetricsSeries.kube_pod_spec_volumes_persistentvolumeclaims_info({ namespace: claim.namespace, pod: claim.pod.name })),
      ),
      expect: backups("StorageVolumeAttachStuck", "warning", 16),
    },
    {
      title: "a replica is rebuilt over a network that drops everything",
      change: together(
        turns("degraded"),
        appears(
          "volume-storage",
          storage_engine_rebuild_progress({
            node,
            engine: `${volume}-e-0`,
            rebuild_src: "tcp://10.42.0.21:10000",
            rebuild_dst: "tcp://10.42.1.22:10000",
            pvc: claim.name,
            pvc_namespace: claim.namespace,
          }),
          still(12),
        ),
      ),
      expect: backups("StorageRebuildStuck", "info", 61),
    },
    {
      title: "a schedule of snapshots keeps all of them",
      change: becomes(storage_volume_actual_size_bytes({ volume }), 2.5 * claim.bytes),
      expect: backups("StorageSnapshotsPilingUp", "warning", 61),
    },
    {
      title: "the backup target refuses the credentials",
      change: becomes(storage_backup_state(), 4),
      expect: backups("StorageBackupFailed", "warning", 1),
    },
    {
      title: "the storage loses a node to its pressure, with the replicas there",
      change: together(
        condition("ready", "KubernetesNodePressure"),
        condition("schedulable", "KubernetesNodePressure"),
        onDisk("ready", "NodeNotReady"),
        ...degraded,
      ),
      expect: backups("StorageNodeNotReady", "warning", 6),
    },
    {
      title: "a node was cordoned for an upgrade, and stayed so",
      change: together(
        condition("schedulable", "KubernetesNodeCordoned"),
        becomes(kubeStateMetricsSeries.kube_node_spec_unschedulable({ node }), 1),
      ),
      expect: backups("StorageNodeUnschedulable", "warning", 61),
    },
    {
      title: "a disk was not mounted after a boot",
      change: together(onDisk("ready", "NoDiskInfo"), onDisk("schedulable", "DiskNotReady"), ...degraded),
      expect: backups("StorageDiskNotReady", "warning", 6),
    },
    {
      title: "a disk of the storage comes below the free space that new replicas need",
      change: together(onDisk("schedulable", "DiskPressure"), becomes(storage_disk_usage_bytes({ node }), 0.8 * 500 * 2 ** 30)),
      expect: { ...backups("StorageDiskUnschedulable", "warning", 31), never: ["StorageDiskAlmostFull"] },
    },
    {
      title: "snapshots fill a disk of the storage within an hour",
      change: together(moves(storage_disk_usage_bytes({ node }), 0.96 * 500 * 2 ** 30, minutes(60)), onDisk("schedulable", "DiskPressure")),
      expect: backups("StorageDiskAlmostFull", "warning", 70),
    },
    {
      title: "the managers of the storage crash after an upgrade",
      change: targetFails(targets({ job: "volume-storage" })),
      expect: backups("StorageManagersGone", "warning", 16),
    },
    {
      title: "the storage was removed with its namespace",
      change: targetGoes(targets({ job: "volume-storage" })),
      expect: backups("StorageManagersGone", "warning", 16),
    },
    {
      title: "the manager of one node does not answer",
      change: targetFails((target) => target.labels.job === "volume-storage" && target.node === nodes[0]),
      expect: backups("StorageManagerMissing", "warning", 16),
    },
    {
      title: "the driver of a node can't mount anything",
      change: countsFaster(
        kubeletSeries.storage_operation_duration_seconds.count({ operation_name: "volume_mount", status: "fail-unknown", node }),
        1 / 60,
      ),
      expect: backups("StorageMountFailing", "warning", 16),
    },
    {
      title: "a volume's backups have failed for weeks",
      change: becomes(pushedSeries.storage_backup_age_days({ volume }), 41),
      expect: backups("StorageBackupStale", "warning", 1),
    },
    {
      title: "a volume was put into no backup schedule",
      change: becomes(pushedSeries.storage_backup_age_days({ volume }), -1),
      expect: backups("StorageBackupMissing", "warning", 1),
    },
    { title: "a volume lost a replica", change: turns("degraded"), expect: backups("StorageVolumeDegraded", "warning", 11) },
    { title: "a volume lost every replica", change: turns("faulted"), expect: backups("StorageVolumeFaulted", "critical", 1) },
    {
      title: "a filesystem turned read-only under its pod",
      change: appears(
        "volume-storage",
        volumeStorageSeries.storage_volume_file_system_read_only({
          volume,
          node: claim.pod.node.name,
          pvc: claim.name,
          pvc_namespace: claim.namespace,
        }),
        still(1),
      ),
      expect: backups("StorageVolumeReadOnlyRemount", "critical", 3),
    },
  ];
};
