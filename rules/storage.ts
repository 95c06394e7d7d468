import { pushedSeries } from "../components/batch/series";
import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../components/exporters/series/kubelet";
import { volumeStorageSeries } from "../components/volume-storage/series";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { type AlertDraft, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { GIB } from "../lib/bytes";
import { hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches, not } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { exporterDown } from "./exporter-down";
import { growing } from "./proof-counter";
import { inPhase, POD } from "./proof-pod";

const { kube_node_status_condition, kube_pod_spec_volumes_persistentvolumeclaims_info, kube_pod_status_phase } = kubeStateMetricsSeries;
const { storage_backup_age_days } = pushedSeries;
const {
  storage_backup_state,
  storage_disk_capacity_bytes,
  storage_disk_status,
  storage_disk_usage_bytes,
  storage_engine_rebuild_progress,
  storage_node_count_total,
  storage_node_status,
  storage_volume_actual_size_bytes,
  storage_volume_capacity_bytes,
  storage_volume_file_system_read_only,
  storage_volume_robustness,
  storage_volume_read_latency,
  storage_volume_state,
  storage_volume_write_latency,
} = volumeStorageSeries;

/** One flat threshold for all volumes (observability specification, part 8). */
const BACKUP_STALE_DAYS = 40;

/** Of a disk: replicas that grow on it have nowhere to go soon, and a full one takes every replica on it down. */
const FULL_DISK_SHARE = 0.9;
/** Times a volume's size: the volume itself, and as much again in snapshots. */
const SNAPSHOTS_SHARE = 2;
/** A disk that turns takes a hundredth; what waits for a whole second feels it, and a database more than once in a request. */
const SLOW_NANOSECONDS = 1e9;
/** In a quarter of an hour, on one node: the kubelet tries at least every two minutes. */
const FAILED_MOUNTS = 3;

/**
 * Robustness comes as a number in older releases of the volume storage (2 degraded, 3 faulted) and
 * as a `state` label on a 0/1 series in newer ones: both forms are read, neither can be taken for the other.
 */
const robustness = (number: number, state: string): string =>
  `(${storage_volume_robustness({ state: "" })} == ${number}) or (${storage_volume_robustness({ state })} == 1)`;

/** A volume as the storage names it, and the claim that it is bound to. */
const VOLUME = { volume: "pvc-8b7e1c52", node: "a", pvc: "data", pvc_namespace: POD.namespace };

export function storage(scraped: Scraped): RuleBundle {
  const age = (days: string) => ({ [storage_backup_age_days({ job: "backup-age", volume: VOLUME.volume })]: days });
  const numbered = (number: number) => ({ [storage_volume_robustness(VOLUME)]: `${number}x20` });
  const labelled = (state: string, flag: number) => ({ [storage_volume_robustness({ ...VOLUME, state })]: `${flag}x20` });
  const runningPod = [
    `max by (namespace, pod, persistentvolumeclaim) (${kube_pod_spec_volumes_persistentvolumeclaims_info()})`,
    `* on (namespace, pod) group_left () max by (namespace, pod) (${kube_pod_status_phase({ phase: "Running" })} == 1)`,
  ].join("\n");
  const readOnly = (phase: "Running" | "Succeeded", persistentvolumeclaim = "data") => ({
    [storage_volume_file_system_read_only(VOLUME)]: "1x20",
    [kube_pod_spec_volumes_persistentvolumeclaims_info({ ...POD, volume: "repositories", persistentvolumeclaim, ephemeral: "false" })]:
      "1x20",
    ...inPhase(phase),
  });

  return area("storage", { component: "Backups", severity: "warning", ...COMES_AND_GOES }, [
    alert("StorageBackupStale", {
      expr: `${storage_backup_age_days()} > ${BACKUP_STALE_DAYS}`,
      summary: "The last backup of volume {{ $labels.volume }} is too old",
      description: "It is {{ $value | humanize }} days old. Look at the volume's backup schedule and the backup target.",
      fires: age("41x10"),
      silent: [age("40x10"), age("-1x10")],
    }),
    alert("StorageBackupMissing", {
      expr: `${storage_backup_age_days()} == -1`,
      summary: "Volume {{ $labels.volume }} has no backup",
      description: "The volume was never backed up. Add it to a backup schedule, or exempt it by name.",
      fires: age("-1x10"),
      silent: age("0x10"),
    }),
    alert("StorageVolumeDegraded", {
      expr: robustness(2, "degraded"),
      for: minutes(10),
      summary: "Volume {{ $labels.volume }} runs with fewer replicas than it should",
      description: "A replica is missing for 10 minutes. It rebuilds by itself when its node and disk are back.",
      fires: [numbered(2), labelled("degraded", 1)],
      silent: [numbered(1), numbered(3), labelled("degraded", 0), labelled("healthy", 1)],
    }),
    alert("StorageVolumeFaulted", {
      expr: robustness(3, "faulted"),
      severity: "critical",
      summary: "Volume {{ $labels.volume }} has no working replica",
      description: "Reads and writes fail. Salvage a replica or restore from the last backup.",
      fires: [numbered(3), labelled("faulted", 1)],
      silent: [numbered(2), labelled("faulted", 0), labelled("degraded", 1)],
    }),
    alert("StorageVolumeReadOnlyRemount", {
      // the series exists only while a filesystem is read-only; a volume nobody runs on may stay so. Nobody else tells it: the node
      // exporter leaves out what the kubelet mounts
      expr: [
        runningPod,
        "and on (namespace, persistentvolumeclaim) label_replace(label_replace(",
        `  ${storage_volume_file_system_read_only()} == 1, "namespace", "$1", "pvc_namespace", "(.+)"`,
        '), "persistentvolumeclaim", "$1", "pvc", "(.+)")',
      ].join("\n"),
      for: minutes(2),
      severity: "critical",
      summary: "Pod {{ $labels.namespace }}/{{ $labels.pod }} writes to a volume that turned read-only",
      description: "Claim {{ $labels.persistentvolumeclaim }} was remounted read-only under the pod. Restart the pod.",
      fires: readOnly("Running"),
      silent: [readOnly("Succeeded"), readOnly("Running", "cache")],
    }),
    detachedInUse(runningPod),
    attachStuck(),
    rebuildStuck(),
    snapshotsPilingUp(),
    backupFailed(),
    volumeSlow(),
    nodeNotReady(),
    nodeUnschedulable(),
    diskNotReady(),
    diskUnschedulable(),
    diskAlmostFull(),
    managersGone(scraped),
    managerMissing(),
    mountFailing(),
  ]);
}

type Draft = AlertDraft<"component" | "severity">;

/** What a volume's state is, in the newer form. */
const inState = (now: string): SeriesSet =>
  Object.fromEntries(
    ["attached", "detached", "attaching", "detaching"].map((state) => [
      storage_volume_state({ ...VOLUME, state }),
      `${state === now ? 1 : 0}x30`,
    ]),
  );
/** In the older one. */
const numberedState = (number: number): SeriesSet => ({ [storage_volume_state(VOLUME)]: `${number}x30` });

function detachedInUse(runningPod: string): AlertDraft<"component"> {
  const used = (phase: "Running" | "Succeeded", persistentvolumeclaim = "data"): SeriesSet => ({
    [kube_pod_spec_volumes_persistentvolumeclaims_info({ ...POD, volume: "repositories", persistentvolumeclaim, ephemeral: "false" })]:
      "1x30",
    ...inPhase(phase),
  });
  return alert("StorageVolumeDetachedInUse", {
    expr: [
      runningPod,
      "and on (namespace, persistentvolumeclaim) label_replace(label_replace(",
      `  (${storage_volume_state({ state: "attached" })} == 0) or (${storage_volume_state({ state: "" })} != 2),`,
      '  "namespace", "$1", "pvc_namespace", "(.+)"), "persistentvolumeclaim", "$1", "pvc", "(.+)")',
    ].join("\n"),
    for: minutes(5),
    severity: "critical",
    summary: "Pod {{ $labels.namespace }}/{{ $labels.pod }} runs on a volume that is not attached",
    description: "Claim {{ $labels.persistentvolumeclaim }} has no engine for 5 minutes: reads and writes hang or fail. Restart the pod.",
    fires: [
      { ...used("Running"), ...inState("detached") },
      { ...used("Running"), ...numberedState(3) },
    ],
    silent: [
      { ...used("Running"), ...inState("attached") },
      { ...used("Running"), ...numberedState(2) },
      { ...used("Succeeded"), ...inState("detached") },
      { ...used("Running", "cache"), ...inState("detached") },
    ],
  });
}

function attachStuck(): Draft {
  const state = storage_volume_state({ state: "" });
  return alert("StorageVolumeAttachStuck", {
    expr: [
      `max by (volume) (${storage_volume_state({ state: matches("attaching|detaching") })}) == 1`,
      `or max by (volume) (${state} == 4 or ${state} == 5)`,
    ].join("\n"),
    for: minutes(15),
    summary: "Volume {{ $labels.volume }} is neither attached nor detached",
    description: "It is on the way for 15 minutes, and its pod waits. Look at the node that it goes to, and at its replicas.",
    fires: [inState("attaching"), inState("detaching"), numberedState(4), numberedState(5)],
    silent: [inState("attached"), inState("detached"), numberedState(2), numberedState(3), numberedState(6)],
  });
}

function rebuildStuck(): Draft {
  const rebuild = (percent: string, robust: SeriesSet): SeriesSet => ({
    [storage_engine_rebuild_progress({
      node: "a",
      engine: `${VOLUME.volume}-e-0`,
      rebuild_src: "tcp://10.42.0.21:10000",
      rebuild_dst: "tcp://10.42.1.22:10000",
      pvc: VOLUME.pvc,
      pvc_namespace: VOLUME.pvc_namespace,
    })]: percent,
    ...robust,
  });
  const numbered = (number: number): SeriesSet => ({ [storage_volume_robustness(VOLUME)]: `${number}x120` });
  const labelled = (state: string): SeriesSet => ({ [storage_volume_robustness({ ...VOLUME, state })]: "1x120" });
  const stands = "10x19 20x100";
  return alert("StorageRebuildStuck", {
    // a page needs a name that somebody has seen
    severity: "info",
    expr: [
      `max by (volume) (label_replace(changes(${storage_engine_rebuild_progress()}[30m]), "volume", "$1", "engine", "(.+)-e-[0-9a-z]+")) == 0`,
      `and on (volume) (${robustness(2, "degraded")})`,
    ].join("\n"),
    for: minutes(30),
    summary: "The replica of volume {{ $labels.volume }} that is being rebuilt makes no progress",
    description:
      "For an hour. Until it is whole the volume has one failure less to give. Look at both ends' nodes and at the disk it goes to.",
    fires: [after(minutes(80), rebuild(stands, labelled("degraded"))), after(minutes(80), rebuild(stands, numbered(2)))],
    silent: [
      rebuild("10x19 20+1x100", labelled("degraded")),
      rebuild(stands, labelled("healthy")),
      rebuild(stands, numbered(1)),
      rebuild(stands, numbered(3)),
    ],
  });
}

function snapshotsPilingUp(): Draft {
  const size = (gib: number): SeriesSet => ({
    [storage_volume_actual_size_bytes(VOLUME)]: `${gib * GIB}x80`,
    [storage_volume_capacity_bytes(VOLUME)]: `${10 * GIB}x80`,
  });
  return alert("StorageSnapshotsPilingUp", {
    expr: `max by (volume) (${storage_volume_actual_size_bytes()} / ${storage_volume_capacity_bytes()}) > ${SNAPSHOTS_SHARE}`,
    for: hours(1),
    summary: "Volume {{ $labels.volume }} takes far more space than its size",
    description:
      "{{ $value | humanize }} times, on each of its disks: snapshots that nobody removes. Look at its snapshots and their schedule.",
    fires: size(20.5),
    silent: size(20),
  });
}

function backupFailed(): Draft {
  const backup = (state: number): SeriesSet => ({
    [storage_backup_state({ backup: "backup-3f9a", volume: VOLUME.volume, recurring_job: "daily" })]: `${state}x10`,
  });
  return alert("StorageBackupFailed", {
    // a failed one is kept for a day
    expr: `max by (volume) (${storage_backup_state()} == 4)`,
    summary: "A backup of volume {{ $labels.volume }} failed",
    description: "The one before it is still there. If other volumes' fail as well, the backup target is the cause.",
    fires: backup(4),
    silent: [backup(3), backup(2), backup(5)],
  });
}

function volumeSlow(): Draft {
  const of = (latency: typeof storage_volume_read_latency, nanoseconds: number): SeriesSet => ({ [latency(VOLUME)]: `${nanoseconds}x40` });
  const each = [storage_volume_write_latency, storage_volume_read_latency];
  return alert("StorageVolumeSlow", {
    expr: each.map((latency) => `max by (volume) (${latency()}) > ${SLOW_NANOSECONDS}`).join("\nor "),
    for: minutes(10),
    summary: "Volume {{ $labels.volume }} takes long for each write or read",
    description: "{{ $value | humanize }} nanoseconds for one. Look at the disks of its replicas, then at the network between their nodes.",
    fires: each.map((latency) => of(latency, SLOW_NANOSECONDS * 1.02)) as [SeriesSet, ...SeriesSet[]],
    silent: each.map((latency) => of(latency, SLOW_NANOSECONDS * 0.98)) as [SeriesSet, ...SeriesSet[]],
  });
}

const node = (condition: string, holds: number, condition_reason = ""): SeriesSet => ({
  [storage_node_status({ node: "a", condition, condition_reason })]: `${holds}x80`,
});

function nodeNotReady(): Draft {
  return alert("StorageNodeNotReady", {
    expr: `max by (node) (${storage_node_status({ condition: "ready" })}) == 0`,
    for: minutes(5),
    inhibits: [
      {
        alerts: ["StorageNodeUnschedulable", "StorageDiskNotReady", "StorageDiskUnschedulable"],
        sharing: ["node"],
      },
      { alerts: ["StorageVolumeDegraded"] },
    ],
    summary: "The volume storage does not count on node {{ $labels.node }}",
    description: "For 5 minutes: its replicas there are as good as gone. The node's condition in the storage's own interface says why.",
    fires: node("ready", 0, "KubernetesNodeNotReady"),
    silent: [node("ready", 1), node("schedulable", 0, "KubernetesNodeCordoned")],
  });
}

function nodeUnschedulable(): Draft {
  return alert("StorageNodeUnschedulable", {
    // switched off in the storage itself, it is meant
    expr: [
      `max by (node) (${storage_node_status({ condition: "schedulable" })}) == 0`,
      `unless on (node) ${storage_node_status({ condition: "allowScheduling" })} == 0`,
    ].join("\n"),
    for: hours(1),
    summary: "The volume storage puts no replica on node {{ $labels.node }}",
    description: "For an hour: it is cordoned, mostly. Volumes that lost a replica can't rebuild it there. Uncordon the node.",
    fires: { ...node("schedulable", 0, "KubernetesNodeCordoned"), ...node("allowScheduling", 1) },
    silent: [
      { ...node("schedulable", 1), ...node("allowScheduling", 1) },
      { ...node("schedulable", 0), ...node("allowScheduling", 0) },
    ],
  });
}

const disk = (condition: string, holds: number, condition_reason = ""): SeriesSet => ({
  [storage_disk_status({ node: "a", disk: "disk-1", condition, condition_reason })]: `${holds}x40`,
});

function diskNotReady(): Draft {
  return alert("StorageDiskNotReady", {
    expr: `max by (node, disk) (${storage_disk_status({ condition: "ready" })}) == 0`,
    for: minutes(5),
    inhibits: [{ alerts: ["StorageDiskUnschedulable"], sharing: ["node", "disk"] }, { alerts: ["StorageVolumeDegraded"] }],
    summary: "Disk {{ $labels.disk }} of node {{ $labels.node }} is not ready for the volume storage",
    description: "For 5 minutes: the replicas on it are as good as gone. Is it mounted, and does the kernel say errors of it?",
    fires: disk("ready", 0, "NoDiskInfo"),
    silent: [disk("ready", 1), disk("schedulable", 0, "DiskPressure")],
  });
}

function diskUnschedulable(): Draft {
  return alert("StorageDiskUnschedulable", {
    expr: `max by (node, disk) (${storage_disk_status({ condition: "schedulable" })}) == 0`,
    for: minutes(30),
    summary: "Disk {{ $labels.disk }} of node {{ $labels.node }} takes no new replicas",
    description: "For half an hour: too little of it is free, or too much promised. A volume that lost a replica may find no place for it.",
    fires: disk("schedulable", 0, "DiskPressure"),
    silent: [disk("schedulable", 1), disk("ready", 0, "NoDiskInfo")],
  });
}

function diskAlmostFull(): Draft {
  const usage = (gib: number): SeriesSet => ({
    [storage_disk_usage_bytes({ node: "a", disk: "disk-1" })]: `${gib * GIB}x40`,
    [storage_disk_capacity_bytes({ node: "a", disk: "disk-1" })]: `${500 * GIB}x40`,
  });
  return alert("StorageDiskAlmostFull", {
    expr: `max by (node, disk) (${storage_disk_usage_bytes()} / ${storage_disk_capacity_bytes()}) > ${FULL_DISK_SHARE}`,
    for: minutes(10),
    inhibits: [{ alerts: ["StorageDiskUnschedulable"], sharing: ["node", "disk"] }],
    summary: "Disk {{ $labels.disk }} of node {{ $labels.node }} is almost full",
    description:
      "{{ $value | humanize }} of it is used. When it is full every replica on it fails at once: remove snapshots, or add a disk.",
    fires: usage(451),
    silent: usage(450),
  });
}

/** How many nodes the cluster itself knows to be down: what is missing on them is told by that. */
const NODES_DOWN = `(count(${kube_node_status_condition({ condition: "Ready", status: "true" })} == 0) or vector(0))`;

const clusterNode = (name: string, isReady: boolean): SeriesSet => ({
  [kube_node_status_condition({ node: name, condition: "Ready", status: "true" })]: isReady ? "1x20" : "0x20",
  [kube_node_status_condition({ node: name, condition: "Ready", status: "unknown" })]: isReady ? "0x20" : "1x20",
});

function managersGone(scraped: Scraped) {
  return exporterDown("StorageManagersGone", scraped, {
    severity: "warning",
    summary: "No manager of the volume storage answers",
    description: "For 5 minutes no volume can be attached, rebuilt or backed up, and nobody knows their state. What is attached works on.",
  });
}

function managerMissing(): Draft {
  const told = (...nodes: readonly string[]): SeriesSet => ({
    [storage_node_count_total({ instance: "10.42.0.17:9500" })]: "3x20",
    ...Object.fromEntries(nodes.map((name) => [storage_node_status({ node: name, condition: "ready", condition_reason: "" }), "1x20"])),
  });
  const allReady = { ...clusterNode("a", true), ...clusterNode("b", true), ...clusterNode("c", true) };
  const oneDown = { ...clusterNode("a", true), ...clusterNode("b", true), ...clusterNode("c", false) };
  return alert("StorageManagerMissing", {
    expr: [
      `max(${storage_node_count_total()}) - count(count by (node) (${storage_node_status({ condition: "ready" })}))`,
      `> ${NODES_DOWN}`,
    ].join("\n"),
    for: minutes(10),
    summary: "The volume storage's manager is missing on a node that is up",
    description: "On {{ $value }} nodes for 10 minutes: nobody knows of the volumes and disks there, nor acts on them. Look at its pods.",
    fires: [
      { ...told("a", "b"), ...allReady },
      { ...told("a"), ...oneDown },
    ],
    silent: [
      { ...told("a", "b", "c"), ...allReady },
      { ...told("a", "b"), ...oneDown },
    ],
  });
}

function mountFailing(): Draft {
  const failures = (count: string, status = "fail-unknown"): SeriesSet => ({
    [kubeletSeries.storage_operation_duration_seconds.count({
      node: "a",
      volume_plugin: "kubernetes.io/csi:driver.longhorn.io",
      operation_name: "volume_mount",
      status,
      migrated: "false",
    })]: count,
  });
  const failed = kubeletSeries.storage_operation_duration_seconds.count({
    volume_plugin: matches("kubernetes.io/csi.*"),
    status: not("success"),
  });
  return alert("StorageMountFailing", {
    expr: `sum by (node) (increase(${failed}[15m])) > ${FAILED_MOUNTS}`,
    for: minutes(5),
    summary: "Volumes can't be mounted on node {{ $labels.node }}",
    description:
      "{{ $value | humanize }} tries failed within 15 minutes. The events of the pods that wait there have the driver's message.",
    fires: [after(minutes(29), failures("0x19 0+1x60")), after(minutes(35), failures(`0x19 ${growing(3)}`))],
    silent: [failures(growing(5)), failures("0x19 0+1x60", "success")],
  });
}
