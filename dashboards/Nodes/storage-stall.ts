import { cadvisorSeries } from "../../components/exporters/series/kubelet";
import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { matches, not } from "../../lib/series";
import { byNode, someNodes } from "../shared/nodes";
import { DISK } from "../shared/own-devices";

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

const container = { container: not(""), node: matches("$node") };
const share = (series: string): string => byNode(`max by (instance) (rate(${series}[$__rate_interval]))`);
const worst = (series: string): string => `max(${byNode(`max by (instance) (rate(${series}[5m]))`)})`;
const CONTAINER = "namespace, pod, container";
const worstContainers = (series: string): string => mostOver(10, `sum by (${CONTAINER}) (rate(${series}[$__rate_interval]))`);
const legend = "{{nodename}}";

export const storageStall = dashboard({
  uid: "storage-stall",
  title: "Pressure stall early warning",
  folder: "Nodes",
  question: "Do tasks wait for memory, disks or processors, and who makes them wait?",
  asker: "whoever was told that a node is slow, before something on it fails",
  areas: ["nodes", "nodes-load"],
  next: ["node-detail", "node-use", "k8s-namespace-pods", "k8s-pod"],
  variables: [someNodes],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Worst stall for memory",
          description: "Share of the last five minutes in which every task of a node waited for memory, on the node where it is worst.",
          unit: "ratio",
          queries: [{ expr: worst(memoryStalled()) }],
          asks: ["NodeMemoryStallPSI"],
          hasTrend: true,
        }),
        stat({
          title: "Worst stall for disks",
          description: "Share of the last five minutes in which every task of a node waited for I/O, on the node where it is worst.",
          unit: "ratio",
          queries: [{ expr: worst(ioStalled()) }],
          asks: ["NodeIOStallPSI"],
          hasTrend: true,
        }),
        stat({
          title: "Worst wait for processors",
          description: "Share of the last five minutes in which some task of a node waited for a processor, on the node where it is worst.",
          unit: "ratio",
          queries: [{ expr: worst(cpuWaiting()) }],
          asks: ["NodeCPUStallPSI"],
          hasTrend: true,
        }),
        stat({
          title: "Processes that wait for I/O",
          description:
            "As many as can't go on until a disk answers, on all chosen nodes. More than a few for minutes is a disk that hangs.",
          unit: "count",
          queries: [{ expr: `sum(${byNode(blocked())})` }],
          thresholds: [warningAbove(10)],
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
          queries: [{ expr: share(memoryWaiting()), legend }],
          asks: ["NodeMemoryWaitPSI"],
          min: 0,
        }),
        graph({
          title: "Every task waits for memory",
          description: "Share of the time in which nothing on the node could go on for want of memory.",
          unit: "ratio",
          queries: [{ expr: share(memoryStalled()), legend }],
          asks: ["NodeMemoryStallPSI"],
          min: 0,
        }),
        graph({
          title: "Memory that is left",
          description: "Share of the node's memory that programs can still have without swapping.",
          unit: "ratio",
          queries: [{ expr: byNode(`${available()} / ${total()}`), legend }],
          asks: ["NodeMemoryNearlyOut"],
          min: 0,
          max: 1,
        }),
        graph({
          title: "Page faults that read from a disk",
          description: "Pages that were thrown out and are needed again. Many of them with stalls beside is a node that thrashes.",
          unit: "per second",
          queries: [{ expr: share(majorFaults()), legend }],
          asks: ["NodePagingMuch"],
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
          queries: [{ expr: share(ioWaiting()), legend }],
          asks: ["NodeIOWaitPSI"],
          min: 0,
        }),
        graph({
          title: "Every task waits for a disk",
          description: "Share of the time in which nothing on the node could go on for want of I/O.",
          unit: "ratio",
          queries: [{ expr: share(ioStalled()), legend }],
          asks: ["NodeIOStallPSI"],
          min: 0,
        }),
        graph({
          title: "Busy disks",
          description: "Share of the time in which a disk had something to do. One at 1 for long is as fast as it gets.",
          unit: "ratio",
          queries: [{ expr: byNode(`rate(${diskBusy({ device: DISK })}[$__rate_interval])`), legend: "{{nodename}} {{device}}" }],
          min: 0,
          max: 1,
        }),
        graph({
          title: "Memory that waits to be written",
          description: "Dirty pages and those on their way. What grows without end is a disk that takes less than programs write.",
          unit: "bytes",
          queries: [{ expr: byNode(`${dirty()} + ${writeback()}`), legend }],
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
          queries: [{ expr: share(cpuWaiting()), legend }],
          asks: ["NodeCPUStallPSI"],
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
          leadsTo: { pod: { dashboard: "k8s-pod", variable: "pod", with: { namespace: "namespace" } } },
          columns: [
            { title: "Memory", expr: waits(containerMemory(container)), unit: "ratio" },
            { title: "Disk", expr: waits(containerIo(container)), unit: "ratio" },
            { title: "Processor", expr: waits(containerCpu(container)), unit: "ratio" },
          ],
        }),
      ],
    },
  ],
});

function waits(series: string): string {
  return `sum by (${CONTAINER}) (rate(${series}[5m]))`;
}
