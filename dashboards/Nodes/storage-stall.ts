import { cadvisorSeries } from "../../components/exporters/series/kubelet";
import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { choice, following } from "../../lib/dashboards/variable";
import { matches, not } from "../../lib/series";

const {
  node_disk_io_time_seconds_total: diskBusy,
  node_memory_Dirty_bytes: dirty,
  node_memory_MemAvailable_bytes: available,
  node_memory_MemTotal_bytes: total,
  node_memory_Writeback_bytes: writeback,
  node_pressure_cpu_waiting_seconds_total: cpuWaiting,
  node_pressure_io_stalled_seconds_total: ioStalled,
  node_pressure_io_waiting_seconds_total: ioWaiting,
  node_pressure_memory_stalled_seconds_total: memoryStalled,
  node_pressure_memory_waiting_seconds_total: memoryWaiting,
  node_procs_blocked: blocked,
  node_vmstat_pgmajfault: majorFaults,
} = nodeExporterSeries;
const {
  container_pressure_cpu_waiting_seconds_total: containerCpu,
  container_pressure_io_waiting_seconds_total: containerIo,
  container_pressure_memory_waiting_seconds_total: containerMemory,
} = cadvisorSeries;

const node = { instance: matches("$node") };
const container = { container: not(""), node: matches("$host") };
const share = (series: string): string => `max by (instance) (rate(${series}[$__rate_interval]))`;
const worst = (series: string): string => `max(rate(${series}[5m]))`;
const worstContainers = (series: string): string => `topk(10, sum by (namespace, pod, container) (rate(${series}[$__rate_interval])))`;

/** Of the time. Above the second everything on the node is late. */
const SOME = [warningAbove(0.1), criticalAbove(0.3)];
const ALL = [warningAbove(0.05), criticalAbove(0.2)];

export const storageStall = dashboard({
  uid: "storage-stall",
  title: "Pressure stall early warning",
  folder: "Nodes",
  question: "Do tasks wait for memory, disks or processors, and who makes them wait?",
  asker: "whoever was told that a node is slow, before something on it fails",
  alerts: ["NodeMemoryStallPSI"],
  next: ["node-detail"],
  variables: [
    choice("node", "Node", { of: nodeExporterSeries.node_uname_info, label: "instance" }),
    following("host", { of: nodeExporterSeries.node_uname_info(node), label: "nodename" }),
  ],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Worst stall for memory",
          description: "Share of the last five minutes in which every task of a node waited for memory, on the node where it is worst.",
          unit: "ratio",
          queries: [{ expr: worst(memoryStalled(node)) }],
          thresholds: ALL,
          hasTrend: true,
        }),
        stat({
          title: "Worst stall for disks",
          description: "Share of the last five minutes in which every task of a node waited for I/O, on the node where it is worst.",
          unit: "ratio",
          queries: [{ expr: worst(ioStalled(node)) }],
          thresholds: ALL,
          hasTrend: true,
        }),
        stat({
          title: "Worst wait for processors",
          description: "Share of the last five minutes in which some task of a node waited for a processor, on the node where it is worst.",
          unit: "ratio",
          queries: [{ expr: worst(cpuWaiting(node)) }],
          thresholds: [warningAbove(0.5), criticalAbove(0.8)],
          hasTrend: true,
        }),
        stat({
          title: "Processes that wait for I/O",
          description:
            "As many as can't go on until a disk answers, on all chosen nodes. More than a few for minutes is a disk that hangs.",
          unit: "count",
          queries: [{ expr: `sum(${blocked(node)})` }],
          thresholds: [warningAbove(10), criticalAbove(50)],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "Memory",
      panels: [
        graph({
          title: "Some task waits for memory",
          description:
            "Share of the time in which at least one task waited for memory. It climbs minutes before the kernel kills something.",
          unit: "ratio",
          queries: [{ expr: share(memoryWaiting(node)), legend: "{{instance}}" }],
          thresholds: SOME,
          min: 0,
        }),
        graph({
          title: "Every task waits for memory",
          description: "Share of the time in which nothing on the node could go on for want of memory.",
          unit: "ratio",
          queries: [{ expr: share(memoryStalled(node)), legend: "{{instance}}" }],
          thresholds: ALL,
          min: 0,
        }),
        graph({
          title: "Memory that is left",
          description: "Share of the node's memory that programs can still have without swapping.",
          unit: "ratio",
          queries: [{ expr: `${available(node)} / ${total(node)}`, legend: "{{instance}}" }],
          min: 0,
          max: 1,
        }),
        graph({
          title: "Page faults that read from a disk",
          description: "Pages that were thrown out and are needed again. Many of them with stalls beside is a node that thrashes.",
          unit: "per second",
          queries: [{ expr: share(majorFaults(node)), legend: "{{instance}}" }],
          min: 0,
        }),
      ],
    },
    {
      title: "Disks",
      panels: [
        graph({
          title: "Some task waits for a disk",
          description: "Share of the time in which at least one task waited for I/O.",
          unit: "ratio",
          queries: [{ expr: share(ioWaiting(node)), legend: "{{instance}}" }],
          thresholds: SOME,
          min: 0,
        }),
        graph({
          title: "Every task waits for a disk",
          description: "Share of the time in which nothing on the node could go on for want of I/O.",
          unit: "ratio",
          queries: [{ expr: share(ioStalled(node)), legend: "{{instance}}" }],
          thresholds: ALL,
          min: 0,
        }),
        graph({
          title: "Busy disks",
          description: "Share of the time in which a disk had something to do. One at 1 for long is as fast as it gets.",
          unit: "ratio",
          queries: [{ expr: `rate(${diskBusy(node)}[$__rate_interval])`, legend: "{{instance}} {{device}}" }],
          min: 0,
          max: 1,
        }),
        graph({
          title: "Memory that waits to be written",
          description: "Dirty pages and those on their way. What grows without end is a disk that takes less than programs write.",
          unit: "bytes",
          queries: [{ expr: `${dirty(node)} + ${writeback(node)}`, legend: "{{instance}}" }],
          min: 0,
        }),
      ],
    },
    {
      title: "Processors",
      panels: [
        graph({
          title: "Some task waits for a processor",
          description: "Share of the time in which at least one task that could run did not.",
          unit: "ratio",
          queries: [{ expr: share(cpuWaiting(node)), legend: "{{instance}}" }],
          min: 0,
          width: 24,
        }),
      ],
    },
    {
      title: "Who waits",
      panels: [
        graph({
          title: "Containers that wait for memory",
          description: "The ten that waited longest: those at their own limit wait though the node has memory.",
          unit: "ratio",
          queries: [{ expr: worstContainers(containerMemory(container)), legend: "{{namespace}} {{pod}} {{container}}" }],
          min: 0,
        }),
        graph({
          title: "Containers that wait for a disk",
          description: "The ten that waited longest for I/O.",
          unit: "ratio",
          queries: [{ expr: worstContainers(containerIo(container)), legend: "{{namespace}} {{pod}} {{container}}" }],
          min: 0,
        }),
        table({
          title: "Containers by their waits",
          description:
            "Shares of the last five minutes in which a task of the container waited; those that waited for memory most are first.",
          by: { namespace: "Namespace", pod: "Pod", container: "Container" },
          columns: [
            { title: "Memory", expr: waits(containerMemory(container)), unit: "ratio", thresholds: SOME },
            { title: "Disk", expr: waits(containerIo(container)), unit: "ratio", thresholds: SOME },
            { title: "Processor", expr: waits(containerCpu(container)), unit: "ratio" },
          ],
        }),
      ],
    },
  ],
});

function waits(series: string): string {
  return `sum by (namespace, pod, container) (rate(${series}[5m]))`;
}
