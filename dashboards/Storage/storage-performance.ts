import { cadvisorSeries } from "../../components/exporters/series/kubelet";
import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { volumeStorageSeries } from "../../components/volume-storage/series";
import { mostShown } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { type GraphPanel, graph, stat, table } from "../../lib/dashboards/panel";
import { choice } from "../../lib/dashboards/variable";
import { matches, not, type Select } from "../../lib/series";

const {
  storage_volume_capacity_bytes: capacity,
  storage_volume_read_iops: reads,
  storage_volume_read_latency: readLatency,
  storage_volume_read_throughput: readBytes,
  storage_volume_write_iops: writes,
  storage_volume_write_latency: writeLatency,
  storage_volume_write_throughput: writtenBytes,
} = volumeStorageSeries;
const {
  node_disk_io_time_seconds_total: busy,
  node_disk_read_time_seconds_total: readTime,
  node_disk_reads_completed_total: readCount,
  node_disk_write_time_seconds_total: writeTime,
  node_disk_writes_completed_total: writeCount,
} = nodeExporterSeries;
const { container_fs_reads_total: containerReads, container_fs_writes_total: containerWrites } = cadvisorSeries;

const claims = { pvc_namespace: matches("$namespace") };
const NAMES = "pvc_namespace, pvc, volume";
const byVolume = (series: Select<"pvc_namespace">): string => `max by (${NAMES}) (${series(claims)})`;

type Drawn = Pick<GraphPanel, "title" | "description" | "unit" | "asks">;

/** The ten volumes that had most of it at any time. */
const most = (series: Select<"pvc_namespace">, panel: Drawn): GraphPanel =>
  graph({
    ...panel,
    min: 0,
    queries: [
      { expr: mostShown((range) => `max by (${NAMES}) (max_over_time(${series(claims)}${range}))`), legend: "{{pvc_namespace}} {{pvc}}" },
    ],
  });

const each = (time: string, count: string): string => `rate(${time}[$__rate_interval]) / (rate(${count}[$__rate_interval]) > 0)`;

export const storagePerformance = dashboard({
  uid: "storage-performance",
  title: "Volume performance",
  folder: "Storage",
  question: "Is a volume slow, and is it the volume, the disk below it or whoever writes?",
  asker: "whoever is told that a program hangs, and suspects its disk",
  next: ["storage-volumes", "storage-nodes", "storage-stall", "node-detail", "node-use"],
  alerts: ["StorageVolumeSlow", "NodeDiskSlow"],
  variables: [choice("namespace", "Namespace", { of: capacity, label: "pvc_namespace" })],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Slowest write",
          description:
            "Time of a write on the volume where it takes longest. Each has to reach all replicas: the slowest disk or link decides.",
          unit: "nanoseconds",
          width: 4,
          asks: ["StorageVolumeSlow"],
          queries: [{ expr: `max(${writeLatency(claims)})` }],
          hasTrend: true,
        }),
        stat({
          title: "Slowest read",
          description: "Time of a read on the volume where it takes longest. One replica is enough for it.",
          unit: "nanoseconds",
          width: 4,
          asks: ["StorageVolumeSlow"],
          queries: [{ expr: `max(${readLatency(claims)})` }],
          hasTrend: true,
        }),
        stat({
          title: "Writes",
          description: "On all chosen volumes.",
          unit: "per second",
          width: 4,
          queries: [{ expr: `sum(${byVolume(writes)})` }],
          hasTrend: true,
        }),
        stat({
          title: "Reads",
          description: "On all chosen volumes. What is read again and again comes from memory, and is not counted.",
          unit: "per second",
          width: 4,
          queries: [{ expr: `sum(${byVolume(reads)})` }],
          hasTrend: true,
        }),
        stat({
          title: "Written",
          description: "To all chosen volumes; each replica writes as much, and all but one of them over the network.",
          unit: "bytes per second",
          width: 4,
          queries: [{ expr: `sum(${byVolume(writtenBytes)})` }],
          hasTrend: true,
        }),
        stat({
          title: "Busiest disk of a node",
          description: "Share of the time in which it had something to do. At 1 it is as fast as it gets, and everything on it waits.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(rate(${busy()}[5m]))` }],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "Which volumes are slow?",
      panels: [
        most(writeLatency, {
          title: "Time of a write",
          description: "The ten slowest. All of them at once is a disk, a node or the network; one alone is busy, or has a bad replica.",
          unit: "nanoseconds",
          asks: ["StorageVolumeSlow"],
        }),
        most(readLatency, {
          title: "Time of a read",
          description: "The ten slowest. Slow reads with quick writes beside are reads that no memory keeps.",
          unit: "nanoseconds",
          asks: ["StorageVolumeSlow"],
        }),
        table({
          title: "Volumes by the time of a write",
          description: "Slow with many writes is a volume at its limit; slow with few is a disk or a link below it.",
          by: { pvc_namespace: "Namespace", pvc: "Claim", volume: "Volume" },
          columns: [
            { title: "Write takes", expr: byVolume(writeLatency), unit: "nanoseconds", asks: ["StorageVolumeSlow"] },
            { title: "Read takes", expr: byVolume(readLatency), unit: "nanoseconds", asks: ["StorageVolumeSlow"] },
            { title: "Writes", expr: byVolume(writes), unit: "per second" },
            { title: "Reads", expr: byVolume(reads), unit: "per second" },
            { title: "Written", expr: byVolume(writtenBytes), unit: "bytes per second" },
            { title: "Read", expr: byVolume(readBytes), unit: "bytes per second" },
          ],
        }),
      ],
    },
    {
      title: "What is asked of them?",
      panels: [
        most(writes, {
          title: "Writes, by volume",
          description: "The ten with most. A database that commits often writes often and little.",
          unit: "per second",
        }),
        most(reads, {
          title: "Reads, by volume",
          description: "The ten with most. A step is often a backup, a scan, or a program that lost its cache.",
          unit: "per second",
        }),
        most(writtenBytes, {
          title: "Written, by volume",
          description: "The ten with most. One that takes the whole link slows the replicas of all others.",
          unit: "bytes per second",
        }),
        most(readBytes, {
          title: "Read, by volume",
          description: "The ten with most. It does not tell what is read from the memory of the node.",
          unit: "bytes per second",
        }),
      ],
    },
    {
      title: "The disks below them",
      panels: [
        graph({
          title: "Time of a write on the disks of nodes",
          description:
            "Waiting in the queue is part of it. Some milliseconds on a disk that turns, less than one on others; a tenth of a second hurts.",
          unit: "seconds",
          min: 0,
          asks: ["NodeDiskSlow"],
          queries: [{ expr: each(writeTime(), writeCount()), legend: "{{instance}} {{device}}" }],
        }),
        graph({
          title: "Time of a read on the disks of nodes",
          description: "Waiting in the queue is part of it. A disk that gets slower from week to week may be failing.",
          unit: "seconds",
          min: 0,
          asks: ["NodeDiskSlow"],
          queries: [{ expr: each(readTime(), readCount()), legend: "{{instance}} {{device}}" }],
        }),
      ],
    },
    {
      title: "Who asks",
      panels: [
        graph({
          title: "Writes of containers",
          description: "The ten that write most often, whatever they write to: volumes, and disks of the node.",
          unit: "per second",
          min: 0,
          queries: [{ expr: heaviest(containerWrites({ container: not("") })), legend: "{{namespace}} {{pod}}" }],
        }),
        graph({
          title: "Reads of containers",
          description: "The ten that read most often from a disk.",
          unit: "per second",
          min: 0,
          queries: [{ expr: heaviest(containerReads({ container: not("") })), legend: "{{namespace}} {{pod}}" }],
        }),
      ],
    },
  ],
});

function heaviest(series: string): string {
  return mostShown((range) => `sum by (namespace, pod) (rate(${series}${range}))`);
}
