import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../components/exporters/series/kubelet";
import { byNamespace } from "../lib/alerts/owner";
import type { SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { GIB } from "../lib/bytes";
import { hours, minutes } from "../lib/duration";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { POD } from "./proof-pod";
import { steadilyLess, usesUp, usesUpProof } from "./uses-up";

const { kube_persistentvolumeclaim_status_phase: phase, kube_pod_spec_volumes_persistentvolumeclaims_info: mounts } =
  kubeStateMetricsSeries;
const {
  kubelet_volume_stats_available_bytes: available,
  kubelet_volume_stats_capacity_bytes: capacity,
  kubelet_volume_stats_inodes: inodes,
  kubelet_volume_stats_inodes_used: inodesUsed,
} = kubeletSeries;

/** It is gone with the next log, backup or compaction. */
const LAST_SHARE = 0.03;
/** Volumes are small: what comes and goes in them within an hour is a larger part. */
const TREND_FOR = hours(1);
/** Small files come by the thousand. */
const INODES_SHARE = 0.9;

const CLAIM = { namespace: POD.namespace, persistentvolumeclaim: "data" };
const MOUNTED = { ...CLAIM, node: "a" };

/** Claims of every namespace, beside how full they are (rules/workloads.ts). */
export function claims(site: Site): RuleBundle {
  const leftShare = `${available()} / ${capacity()}`;
  const falling = steadilyLess("kubelet_volume_stats:available_bytes:steadily_less30m", available(), "bytes", [usage, MOUNTED]);
  const filling = usesUp({ left: available(), whole: capacity() }, falling, TREND_FOR);
  const usedUp = usesUpProof(usage, 10 * GIB, TREND_FOR);
  return area("claims", { component: byNamespace(site), severity: "warning", ...COMES_AND_GOES }, [
    falling,
    alert("VolumeClaimFull", {
      // of what programs may use: a part is kept back for root, or for the filesystem itself
      expr: `min by (namespace, persistentvolumeclaim) (${leftShare}) < ${LAST_SHARE}`,
      for: minutes(5),
      severity: "critical",
      inhibits: [{ alerts: ["VolumeClaimFilling", "VolumeClaimFullSoon"], sharing: ["namespace", "persistentvolumeclaim"] }],
      summary: "Claim {{ $labels.namespace }}/{{ $labels.persistentvolumeclaim }} is full",
      description:
        "{{ $value | humanize }} of it is left (1 is all), and writes fail now or within hours. Enlarge it, or delete what may go.",
      fires: usage(`${LAST_SHARE * 10 * GIB - 4096}x10`),
      silent: usage(`${LAST_SHARE * 10 * GIB}x10`),
    }),
    alert("VolumeClaimFullSoon", {
      // while a pod moves, two nodes report the claim
      expr: `min by (namespace, persistentvolumeclaim) (\n${filling.expr}\n)`,
      for: filling.for,
      reads: filling.reads,
      inhibits: [{ alerts: ["VolumeClaimFilling"], sharing: ["namespace", "persistentvolumeclaim"] }],
      summary: "Claim {{ $labels.namespace }}/{{ $labels.persistentvolumeclaim }} will be full within days",
      description:
        "{{ $value | humanize }} of it is left (1 is all), and it becomes less and less. Find what writes so much, or enlarge it.",
      fires: usedUp.fires,
      silent: usedUp.silent,
    }),
    alert("VolumeClaimInodesFilling", {
      // file systems without a fixed number of inodes say that they have none
      expr: `max by (namespace, persistentvolumeclaim) (\n  ${inodesUsed()} / ${inodes()}\n) > ${INODES_SHARE}`,
      for: minutes(15),
      summary: "Claim {{ $labels.namespace }}/{{ $labels.persistentvolumeclaim }} runs out of inodes",
      description:
        "{{ $value | humanize }} of them are used: no file can be made without one, however much room there is. Find the many small files.",
      fires: files("589825x30", "655360x30"),
      silent: [files("589824x30", "655360x30"), files("0x30", "0x30")],
    }),
    alert("VolumeClaimLost", {
      expr: `max by (namespace, persistentvolumeclaim) (${phase({ phase: "Lost" })}) == 1`,
      for: minutes(2),
      severity: "critical",
      summary: "Claim {{ $labels.namespace }}/{{ $labels.persistentvolumeclaim }} has lost its volume",
      description: "The volume behind it is deleted. Keep the pod if it still runs, and restore the volume from its backup.",
      fires: inPhase("Lost"),
      silent: [inPhase("Bound"), inPhase("Pending")],
    }),
    alert("VolumeClaimPending", {
      // many wait for the first pod that mounts them, on purpose
      expr: [
        `max by (namespace, persistentvolumeclaim) (${phase({ phase: "Pending" })}) == 1`,
        `and on (namespace, persistentvolumeclaim) ${mounts()}`,
      ].join("\n"),
      for: minutes(10),
      inhibits: [{ alerts: ["PodUnschedulable", "PodPending"], sharing: ["namespace"] }],
      summary: "Claim {{ $labels.namespace }}/{{ $labels.persistentvolumeclaim }} gets no volume",
      description: "A pod waits for it for 10 minutes. Its events say why: no such class, no room, or a provisioner that does not answer.",
      fires: { ...inPhase("Pending"), ...mounted("data") },
      silent: [inPhase("Pending"), { ...inPhase("Pending"), ...mounted("other") }, { ...inPhase("Bound"), ...mounted("data") }],
    }),
  ]);
}

function usage(left: string): SeriesSet {
  return { [available(MOUNTED)]: left, [capacity(MOUNTED)]: `${10 * GIB}x3000` };
}

function files(count: string, of: string): SeriesSet {
  return { [inodesUsed(MOUNTED)]: count, [inodes(MOUNTED)]: of };
}

function inPhase(now: "Lost" | "Bound" | "Pending"): SeriesSet {
  const of = (one: string) => [phase({ ...CLAIM, phase: one }), one === now ? "1x20" : "0x20"];
  return Object.fromEntries(["Lost", "Bound", "Pending"].map(of));
}

function mounted(persistentvolumeclaim: string): SeriesSet {
  return { [mounts({ ...POD, volume: "data", persistentvolumeclaim, ephemeral: "false" })]: "1x20" };
}
