import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../../components/exporters/series/kubelet";
import { leastNow, mostNow } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { days } from "../../lib/duration";
import { matches, not, select } from "../../lib/series";
import { orAllOthers } from "../shared/or-all-others";

const {
  kubelet_volume_stats_available_bytes: available,
  kubelet_volume_stats_capacity_bytes: capacity,
  kubelet_volume_stats_inodes: inodes,
  kubelet_volume_stats_inodes_used: inodesUsed,
  kubelet_volume_stats_used_bytes: used,
} = kubeletSeries;
const {
  kube_persistentvolume_status_phase: volumePhase,
  kube_persistentvolumeclaim_info: info,
  kube_persistentvolumeclaim_resource_requests_storage_bytes: requested,
  kube_persistentvolumeclaim_status_phase: phase,
} = kubeStateMetricsSeries;
/** Seconds until a claim is full that fills steadily; next to for ever of one that does not (rules/claims.ts). */
const fullIn = select("kubelet_volume_stats:available_bytes:steadily_less30m");

const chosen = { namespace: matches("$namespace") };
/** Beyond it nobody plans. */
const FURTHEST = days(90).seconds;
const FAR = { [FURTHEST]: { text: "over 90 days", color: "green" } } as const;

const byClaim = (expr: string): string => `max by (namespace, persistentvolumeclaim) (${expr})`;
const leastByClaim = (expr: string): string => `min by (namespace, persistentvolumeclaim) (${expr})`;
const freeShareAt = (at: string): string => leastByClaim(`${available(chosen)}${at} / ${capacity(chosen)}${at}`);
const inodeShareAt = (at: string): string => byClaim(`${inodesUsed(chosen)}${at} / ${inodes(chosen)}${at}`);
const timeLeftAt = (at: string): string => leastByClaim(`clamp_max(${fullIn(chosen)}${at}, ${FURTHEST})`);
const [freeShare, inodeShare, timeLeft] = [freeShareAt(""), inodeShareAt(""), timeLeftAt("")];
const CLAIM = "{{namespace}} {{persistentvolumeclaim}}";
const inPhase = (name: string): string => `count(${byClaim(phase({ ...chosen, phase: name }))} == 1) or vector(0)`;

export const storageClaims = dashboard({
  uid: "storage-claims",
  title: "Claim fill",
  folder: "Storage",
  question: "Which claim is full first, and when?",
  asker: "whoever was told that a claim fills up, and whoever plans for the next months",
  shows: "24h",
  next: ["storage-volumes", "storage-performance", "storage-readonly", "capacity-planning"],
  areas: ["claims"],
  alerts: ["PersistentVolumeFailed"],
  variables: [choice("namespace", "Namespace", { of: capacity, label: "namespace" })],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Least free share",
          description: "Of the fullest one. At nought its program can't write, and often can't start either.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          asks: ["VolumeClaimFull"],
          queries: [{ expr: `min(${freeShare})` }],
          hasTrend: true,
        }),
        stat({
          title: "First claim is full in",
          description: "If it goes on as in the last half hour, of those that fill steadily. Beyond 90 days nobody plans.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `min(${timeLeft})` }],
          means: FAR,
          thresholds: [warningBelow(days(7).seconds)],
        }),
        stat({
          title: "Claims with a tenth left",
          description: "As many as want room soon, whether they grow or not.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${freeShare} < 0.1) or vector(0)` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Most inodes in use",
          description: "Share of the files that a claim may hold. When they are used up no file can be made, however much room is left.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          asks: ["VolumeClaimInodesFilling"],
          queries: [{ expr: `max(${inodeShare})` }],
        }),
        stat({
          title: "Claims that wait",
          description: "Pending. Right where its class waits for a pod; else no volume can be made, and the pod does not start.",
          unit: "count",
          width: 4,
          queries: [{ expr: inPhase("Pending") }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Claims with a lost volume",
          description: "The volume that held their data is gone. Touch neither claim nor pod before you know whether it still exists.",
          unit: "count",
          width: 4,
          queries: [{ expr: inPhase("Lost") }],
          thresholds: [criticalAbove(1)],
        }),
      ],
    },
    {
      title: "Room",
      panels: [
        graph({
          title: "Free share of the ten fullest",
          description: "A straight line down is growth, a saw is somebody who cleans up, a step is a claim that was enlarged.",
          unit: "ratio",
          min: 0,
          asks: ["VolumeClaimFull"],
          queries: [{ expr: leastNow(freeShareAt), legend: CLAIM }],
        }),
        graph({
          title: "Time until the next ten are full",
          description: "If each goes on as in the half hour before; at the top are those that do not fill steadily.",
          unit: "seconds",
          min: 0,
          queries: [{ expr: leastNow(timeLeftAt), legend: CLAIM }],
        }),
        graph({
          title: "Growth of the ten that grow fastest",
          description: "Bytes a day, by the last six hours. Compare it with what is left.",
          unit: "bytes",
          queries: [{ expr: mostNow((at) => `${byClaim(`deriv(${used(chosen)}[6h]${at})`)} * ${days(1).seconds}`), legend: CLAIM }],
        }),
        graph({
          title: "Used inodes of the ten with most",
          description: "Share of the files that a claim may hold. Caches and mail folders use them up before their bytes.",
          unit: "ratio",
          min: 0,
          asks: ["VolumeClaimInodesFilling"],
          queries: [{ expr: mostNow(inodeShareAt), legend: CLAIM }],
        }),
        table({
          title: "Claims",
          description:
            "Those with least left are first; sort by any head. What asks for much and uses little can be made smaller only by moving it.",
          by: { namespace: "Namespace", persistentvolumeclaim: "Claim" },
          isLeastFirst: true,
          columns: [
            { title: "Free share", expr: freeShare, unit: "ratio", decimals: 0, asks: ["VolumeClaimFull"] },
            { title: "Left", expr: leastByClaim(available(chosen)), unit: "bytes" },
            { title: "Used", expr: byClaim(used(chosen)), unit: "bytes" },
            { title: "Size", expr: byClaim(capacity(chosen)), unit: "bytes" },
            { title: "Full in", expr: timeLeft, unit: "seconds", thresholds: [warningBelow(days(7).seconds)], means: FAR },
            { title: "Used inodes", expr: inodeShare, unit: "ratio", decimals: 0, asks: ["VolumeClaimInodesFilling"] },
          ],
        }),
      ],
    },
    {
      title: "Claims and volumes as objects",
      panels: [
        timeline({
          title: "Which claims are not bound?",
          description: "Pending ones wait, lost ones have lost their volume. A claim that nobody uses may wait for ever.",
          unit: "flag",
          queries: [
            {
              expr: orAllOthers(
                `max by (namespace, persistentvolumeclaim, phase) (${phase({ ...chosen, phase: not("Bound") })}) == 1`,
                "persistentvolumeclaim",
                0,
              ),
              legend: `${CLAIM} {{phase}}`,
            },
          ],
          means: { 0: { text: "bound", color: "green" }, 1: { text: "not bound", color: "red" } },
        }),
        graph({
          title: "Volumes by phase",
          description:
            "Released volumes hold what belonged to a claim that was deleted: look before you clear them away. Failed ones could not be.",
          unit: "count",
          min: 0,
          queries: [{ expr: `sum by (phase) (${volumePhase()})`, legend: "{{phase}}" }],
        }),
        graph({
          title: "Asked for, by class",
          description: "What the claims of each storage class ask for together, in the chosen namespaces.",
          unit: "bytes",
          min: 0,
          isStacked: true,
          queries: [
            {
              expr: `sum by (storageclass) (${byClaim(requested(chosen))} * on (namespace, persistentvolumeclaim) group_left (storageclass) max by (namespace, persistentvolumeclaim, storageclass) (${info(chosen)}))`,
              legend: "{{storageclass}}",
            },
          ],
        }),
      ],
    },
  ],
});
