import { volumeStorageSeries } from "../../components/volume-storage/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { orAllOthers } from "../shared/or-all-others";

const {
  storage_disk_capacity_bytes: diskSize,
  storage_disk_reservation_bytes: diskReserved,
  storage_disk_status: disk,
  storage_disk_usage_bytes: diskUsed,
  storage_instance_manager_cpu_usage_millicpu: engineCpu,
  storage_manager_memory_usage_bytes: managerMemory,
  storage_node_count_total: nodes,
  storage_node_status: node,
  storage_node_storage_capacity_bytes: size,
  storage_node_storage_reservation_bytes: reserved,
  storage_node_storage_scheduled_bytes: promised,
  storage_node_storage_usage_bytes: used,
} = volumeStorageSeries;

const promisedShare = `max by (node) (${promised()} / (${size()} - ${reserved()}))`;
const fullness = `max by (node, disk) (${diskUsed()} / ${diskSize()})`;
const ofNode = (expr: string): string => `max by (node) (${expr})`;
const ofDisk = (expr: string): string => `max by (node, disk) (${expr})`;
const HOLDS = { 0: { text: "does not hold", color: "red" }, 1: { text: "holds", color: "green" } } as const;

export const storageNodes = dashboard({
  uid: "storage-nodes",
  title: "Storage nodes and disks",
  folder: "Storage",
  question: "Is there a node or a disk that takes no replicas, and room for those of one that fails?",
  asker: "whoever wants to take a node down, add a volume, or was told that a disk is full",
  next: ["storage-volumes", "storage-performance", "node-detail", "node-hardware"],
  areas: ["storage"],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Nodes failing a condition",
          description:
            "Not ready, not to be scheduled on, or unable to pass mounts on. A node that was taken out on purpose is one of them.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(count by (node) (${node()} == 0)) or vector(0)` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Disks failing a condition",
          description:
            "A disk that is not ready serves no replica; one that can't be scheduled on takes no new ones, mostly for want of room.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(count by (node, disk) (${disk()} == 0)) or vector(0)` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Fullest disk",
          description: "Used share. A full disk takes every replica on it down.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          asks: ["StorageDiskAlmostFull"],
          queries: [{ expr: `max(${fullness})` }],
          hasTrend: true,
        }),
        stat({
          title: "Most promised node",
          description: "Of what is not kept for others, the share that replicas may grow to. Above 1 more is promised than there is.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(${promisedShare})` }],
          thresholds: [warningAbove(1), criticalAbove(2)],
          hasTrend: true,
        }),
        stat({
          title: "Room without largest node",
          description:
            "What the others could still take of its replicas, by what they use: below nought not all of them would be made anew.",
          unit: "bytes",
          width: 4,
          // what is left on the others, less what the one that holds most uses
          queries: [
            {
              expr: `sum(${ofNode(size())} - ${ofNode(reserved())} - ${ofNode(used())}) - max(${ofNode(size())} - ${ofNode(reserved())})`,
            },
          ],
          thresholds: [{ at: 0, is: "warning", lessIsWorse: true }],
        }),
        stat({
          title: "Managers that are silent",
          description: "Nodes of the storage whose own manager is not heard of: what happens on them this page does not see.",
          unit: "count",
          width: 4,
          queries: [{ expr: `max(${nodes()}) - count(count by (node) (${node()}))` }],
          thresholds: [warningAbove(1)],
        }),
      ],
    },
    {
      title: "Conditions",
      panels: [
        timeline({
          title: "Which condition of which node fails?",
          description: "Ready is the manager's own; schedulable is that there is room; allowScheduling is what somebody chose.",
          unit: "flag",
          width: 12,
          asks: ["StorageNodeNotReady", "StorageNodeUnschedulable"],
          queries: [{ expr: orAllOthers(`min by (node, condition) (${node()}) == 0`, "node", 1), legend: "{{node}} {{condition}}" }],
          means: HOLDS,
        }),
        timeline({
          title: "Which condition of which disk fails?",
          description:
            "A disk that is not ready was unplugged, or another was mounted in its place: its identity is in its configuration file.",
          unit: "flag",
          width: 12,
          asks: ["StorageDiskNotReady", "StorageDiskUnschedulable"],
          queries: [
            {
              expr: orAllOthers(`min by (node, disk, condition) (${disk()}) == 0`, "node", 1),
              legend: "{{node}} {{disk}} {{condition}}",
            },
          ],
          means: HOLDS,
        }),
      ],
    },
    {
      title: "Room",
      panels: [
        graph({
          title: "Used share of each disk",
          description: "Of all that is on it, others' files too. What climbs towards the line needs fewer snapshots, or another disk.",
          unit: "ratio",
          min: 0,
          max: 1,
          asks: ["StorageDiskAlmostFull"],
          queries: [{ expr: fullness, legend: "{{node}} {{disk}}" }],
        }),
        graph({
          title: "Promised share of each node",
          description:
            "Of what is not kept for others. A new replica goes where this is lowest, and nowhere where it would pass the storage's own limit.",
          unit: "ratio",
          min: 0,
          queries: [{ expr: promisedShare, legend: "{{node}}" }],
          thresholds: [warningAbove(1)],
        }),
        graph({
          title: "Used space of each node",
          description: "Bytes on its disks. A step up is a rebuild that came here.",
          unit: "bytes",
          min: 0,
          isStacked: true,
          queries: [{ expr: ofNode(used()), legend: "{{node}}" }],
        }),
        graph({
          title: "Promised space of each node",
          description: "What its replicas may grow to. A step is a volume that was made or deleted, or a replica that moved.",
          unit: "bytes",
          min: 0,
          isStacked: true,
          queries: [{ expr: ofNode(promised()), legend: "{{node}}" }],
        }),
        table({
          title: "Nodes",
          description: "Those that have promised most of what they have are first.",
          by: { node: "Node" },
          columns: [
            { title: "Promised share", expr: promisedShare, unit: "ratio", decimals: 0, thresholds: [warningAbove(1)] },
            { title: "Promised", expr: ofNode(promised()), unit: "bytes" },
            { title: "Used", expr: ofNode(used()), unit: "bytes" },
            { title: "Kept for others", expr: ofNode(reserved()), unit: "bytes" },
            { title: "Size", expr: ofNode(size()), unit: "bytes" },
          ],
        }),
        table({
          title: "Disks",
          description: "The fullest are first.",
          by: { node: "Node", disk: "Disk" },
          columns: [
            { title: "Used share", expr: fullness, unit: "ratio", decimals: 0, asks: ["StorageDiskAlmostFull"] },
            { title: "Used", expr: ofDisk(diskUsed()), unit: "bytes" },
            { title: "Kept for others", expr: ofDisk(diskReserved()), unit: "bytes" },
            { title: "Size", expr: ofDisk(diskSize()), unit: "bytes" },
          ],
        }),
      ],
    },
    {
      title: "The storage's own programs",
      panels: [
        graph({
          title: "Processor time of engines, by node",
          description: "Of the instance managers, which carry every read and write. A busy one slows all volumes of its node.",
          unit: "millicores",
          min: 0,
          queries: [{ expr: `sum by (node) (${engineCpu()})`, legend: "{{node}}" }],
        }),
        graph({
          title: "Memory of managers, by node",
          description: "It grows with the number of volumes and snapshots; without end it is a leak.",
          unit: "bytes",
          min: 0,
          queries: [{ expr: `max by (node) (${managerMemory()})`, legend: "{{node}}" }],
        }),
      ],
    },
  ],
});
