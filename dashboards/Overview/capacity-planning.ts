import { pushedSeries } from "../../components/batch/series";
import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../../components/exporters/series/kubelet";
import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { LOCAL } from "../../components/exporters/series/own-devices";
import { volumeStorageSeries } from "../../components/volume-storage/series";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table } from "../../lib/dashboards/panel";
import { criticalAbove, criticalBelow, type Threshold, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { days } from "../../lib/duration";
import { matchesNot, select } from "../../lib/series";

const { backup_target_capacity_bytes: targetSize, backup_target_free_bytes: targetLeft } = pushedSeries;
const { kube_node_status_allocatable: allocatable, kube_pod_container_resource_requests: requests } = kubeStateMetricsSeries;
const { kubelet_volume_stats_available_bytes: claimLeft, kubelet_volume_stats_capacity_bytes: claimSize } = kubeletSeries;
const { node_filesystem_avail_bytes: left, node_filesystem_size_bytes: size } = nodeExporterSeries;
const {
  storage_disk_capacity_bytes: diskSize,
  storage_disk_usage_bytes: diskUsed,
  storage_node_storage_capacity_bytes: nodeSize,
  storage_node_storage_scheduled_bytes: promised,
} = volumeStorageSeries;

/** Recorded beside the alerts on it (rules/metrics-store.ts). */
const storeDays = select("metrics_store:free_days:trend3d");

const local = { fstype: LOCAL };
const FILESYSTEM = "instance, mountpoint";
const CLAIM = "namespace, persistentvolumeclaim";

const DAY = days(1).seconds;
/** "Does not fill": a number all the same. */
const LONGEST_DAYS = 3650;
const FAR = { [LONGEST_DAYS]: { text: "over 10 years", color: "green" } } as const;
/** What is written at night and cleared by day is no trend, hence a whole day. */
const perDay = (by: string, of: string): string => `clamp_min(-${DAY} * max by (${by}) (deriv(${of}[1d])), 0)`;
const daysLeft = (by: string, of: string): string => `clamp_max(min by (${by}) (${of}) / ${perDay(by, of)}, ${LONGEST_DAYS})`;
const usedShare = (by: string, of: string, whole: string): string => `max by (${by}) (1 - ${of} / ${whole})`;

const SOON: readonly Threshold[] = [warningBelow(30), criticalBelow(7)];
const FULL: readonly Threshold[] = [warningAbove(0.85), criticalAbove(0.95)];
/** Of a resource that pods ask for: with one node away the others have to hold all. */
const ASKED: readonly Threshold[] = [warningAbove(0.75), criticalAbove(0.95)];

/** Processors and memory: what few pods ask for (ephemeral_storage, hugepages_2Mi, nvidia_com_gpu) would tell nothing of the nodes. */
const compute = { resource: matchesNot(".+_.+") };
const requestedBy = (resource: "cpu" | "memory"): string =>
  `sum by (node) (${requests({ resource })}) / sum by (node) (${allocatable({ resource })})`;

export const capacityPlanning = dashboard({
  uid: "capacity-planning",
  title: "Capacity planning",
  folder: "Overview",
  question: "What is full next, and when?",
  asker: "whoever orders disks and machines, once a month",
  alerts: ["MetricsStoreFilling", "NodeFilesystemFilling", "StorageDiskAlmostFull", "BackupTargetAlmostFull", "VolumeClaimFullSoon"],
  next: ["storage-claims", "storage-nodes", "node-detail", "vm-single", "home-overview", "k8s-cluster", "vpa-recommendations"],
  shows: "30d",
  refresh: "15m",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Days until a filesystem is full",
          description: "Of all nodes, by the trend of a day. What does not fill has over ten years.",
          unit: "days",
          decimals: 0,
          width: 4,
          queries: [{ expr: `min(${daysLeft(FILESYSTEM, left(local))})` }],
          thresholds: SOON,
          means: FAR,
        }),
        stat({
          title: "Days until a claim is full",
          description: "Of all claims, by the trend of a day. A claim can be enlarged while the storage has room.",
          unit: "days",
          decimals: 0,
          width: 4,
          queries: [{ expr: `min(${daysLeft(CLAIM, claimLeft())})` }],
          thresholds: SOON,
          means: FAR,
        }),
        stat({
          title: "Days of the metrics store",
          description: "By the trend of three days. Until its retention has passed it grows by plan.",
          unit: "days",
          decimals: 0,
          width: 4,
          asks: ["MetricsStoreFilling", "MetricsStoreFullSoon"],
          queries: [{ expr: `min by (job) (${storeDays()})` }],
        }),
        stat({
          title: "Space promised",
          description: "To all volumes, as a share of what the disks have. Above 1 not all of them can fill up.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(${promised()}) / sum(${nodeSize()})` }],
          thresholds: [warningAbove(1), criticalAbove(2)],
        }),
        stat({
          title: "What pods ask for",
          description:
            "Processors and memory, of what the nodes have. Above two thirds of three nodes, one can't go without pods that find no place.",
          unit: "ratio",
          decimals: 0,
          width: 8,
          queries: [
            { expr: `sum by (resource) (${requests(compute)}) / sum by (resource) (${allocatable(compute)})`, legend: "{{resource}}" },
          ],
          thresholds: ASKED,
        }),
      ],
    },
    {
      title: "Which disks?",
      panels: [
        table({
          title: "Filesystems of nodes",
          description:
            "Those that fill fastest are first, by the trend of a day. What grows on a node is most often images, logs or volumes.",
          width: 12,
          height: 10,
          by: { instance: "Node", mountpoint: "Mounted at" },
          leadsTo: { instance: { dashboard: "node-detail", variable: "node" } },
          columns: [
            { title: "In a day", expr: perDay(FILESYSTEM, left(local)), unit: "bytes" },
            { title: "Days left", expr: daysLeft(FILESYSTEM, left(local)), unit: "days", decimals: 0, thresholds: SOON, means: FAR },
            { title: "Used", expr: usedShare(FILESYSTEM, left(local), size(local)), unit: "ratio", decimals: 0, thresholds: FULL },
          ],
        }),
        table({
          title: "Claims",
          description: "Those that fill fastest are first, by the trend of a day. Days are of its size as it is now.",
          width: 12,
          height: 10,
          by: { namespace: "Namespace", persistentvolumeclaim: "Claim" },
          columns: [
            { title: "In a day", expr: perDay(CLAIM, claimLeft()), unit: "bytes" },
            { title: "Days left", expr: daysLeft(CLAIM, claimLeft()), unit: "days", decimals: 0, thresholds: SOON, means: FAR },
            { title: "Used", expr: usedShare(CLAIM, claimLeft(), claimSize()), unit: "ratio", decimals: 0, thresholds: FULL },
          ],
        }),
        bars({
          title: "Disks of the volume storage",
          description: "Used share of each. Replicas move off a full disk only where another has room.",
          unit: "ratio",
          decimals: 0,
          min: 0,
          max: 1,
          queries: [{ expr: `sort_desc(max by (node, disk) (${diskUsed()} / ${diskSize()}))`, legend: "{{node}} {{disk}}" }],
          thresholds: FULL,
        }),
        bars({
          title: "Left where backups are written",
          description: "Share that is free. The next backups fail when nothing is: keep them for less long, or enlarge it.",
          unit: "ratio",
          decimals: 0,
          min: 0,
          max: 1,
          asks: ["BackupTargetAlmostFull"],
          queries: [{ expr: `sort(max by (target) (${targetLeft()} / ${targetSize()}))`, legend: "{{target}}" }],
        }),
      ],
    },
    {
      title: "How did it get there?",
      panels: [
        graph({
          title: "The fullest filesystems",
          description: "Used share of the eight that have least left. A straight line up has its end where it meets 1.",
          unit: "ratio",
          min: 0,
          max: 1,
          queries: [{ expr: mostOver(8, usedShare(FILESYSTEM, left(local), size(local))), legend: "{{instance}} {{mountpoint}}" }],
          thresholds: FULL,
        }),
        graph({
          title: "The fullest claims",
          description: "Used share of the eight that have least left. A fall is a clean-up, or an enlarged claim.",
          unit: "ratio",
          min: 0,
          max: 1,
          queries: [
            {
              expr: mostOver(8, usedShare(CLAIM, claimLeft(), claimSize())),
              legend: "{{namespace}} {{persistentvolumeclaim}}",
            },
          ],
          thresholds: FULL,
        }),
        graph({
          title: "All that the claims hold",
          description: "Bytes in use of all of them together, and their size. The distance is what was bought ahead.",
          unit: "bytes",
          min: 0,
          queries: [
            { expr: `sum(max by (${CLAIM}) (${claimSize()} - ${claimLeft()}))`, legend: "used" },
            { expr: `sum(max by (${CLAIM}) (${claimSize()}))`, legend: "size" },
          ],
        }),
        graph({
          title: "Days until the metrics store is full, over time",
          description: "A line that falls faster than the days go by is growth that grows: look at the cardinality.",
          unit: "days",
          min: 0,
          asks: ["MetricsStoreFilling", "MetricsStoreFullSoon"],
          queries: [{ expr: `max by (job) (${storeDays()})`, legend: "{{job}}" }],
        }),
      ],
    },
    {
      title: "Which nodes?",
      panels: [
        graph({
          title: "Memory that pods ask for, by node",
          description: "Of what each has. Pods find no place where it is 1, whatever is in use.",
          unit: "ratio",
          min: 0,
          queries: [{ expr: requestedBy("memory"), legend: "{{node}}" }],
          thresholds: ASKED,
        }),
        graph({
          title: "Processors that pods ask for, by node",
          description: "Of what each has. Nodes far apart are pods that are bound to one.",
          unit: "ratio",
          min: 0,
          queries: [{ expr: requestedBy("cpu"), legend: "{{node}}" }],
          thresholds: ASKED,
        }),
      ],
    },
  ],
});
