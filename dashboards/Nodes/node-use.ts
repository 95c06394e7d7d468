import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { LOCAL } from "../../components/exporters/series/own-devices";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { not, select } from "../../lib/series";
import { byNode, someNodes } from "../shared/nodes";
import { DISK, LINK } from "../shared/own-devices";

const {
  node_boot_time_seconds: booted,
  node_cpu_core_throttles_total: throttles,
  node_cpu_seconds_total: cpu,
  node_disk_io_time_weighted_seconds_total: queue,
  node_disk_read_time_seconds_total: readTime,
  node_disk_reads_completed_total: reads,
  node_disk_write_time_seconds_total: writeTime,
  node_disk_writes_completed_total: writes,
  node_filefd_allocated: files,
  node_filesystem_avail_bytes: left,
  node_filesystem_device_error: unanswered,
  node_filesystem_readonly: readOnly,
  node_filesystem_size_bytes: size,
  node_load15: load,
  node_memory_MemAvailable_bytes: available,
  node_memory_MemTotal_bytes: memory,
  node_network_receive_bytes_total: received,
  node_network_receive_drop_total: receivedDropped,
  node_network_receive_errs_total: receivedWrong,
  node_network_speed_bytes: speed,
  node_network_transmit_bytes_total: sent,
  node_network_transmit_drop_total: sentDropped,
  node_network_transmit_errs_total: sentWrong,
  node_pressure_cpu_waiting_seconds_total: cpuWaits,
  node_pressure_io_stalled_seconds_total: ioStalled,
  node_pressure_memory_stalled_seconds_total: memoryStalled,
  node_time_seconds: now,
  node_vmstat_oom_kill: kills,
} = nodeExporterSeries;

// what rules/recordings-nodes.ts records
const memoryUsed = select("instance:node_memory_utilisation:ratio");
const diskBusy = select("instance_device:node_disk_io_time_seconds:rate5m");

/** As the alert has it: what waits for a disk is busy too. */
const busy = `avg without (cpu) (sum without (mode) (rate(${cpu({ mode: not("idle") })}[5m])))`;
const rate = (counter: string): string => `rate(${counter}[$__rate_interval])`;
const worstOf = (expr: string): string => byNode(`max by (instance) (${expr})`);
/** Of the links that know their speed. */
const linkUsed = (counter: string): string => byNode(`max by (instance) (${rate(counter)} / (${speed({ device: LINK })} > 0))`);
const perDisk = (time: string, count: string): string => `${rate(time)} / (${rate(count)} > 0)`;
const LOST = [receivedWrong, sentWrong, receivedDropped, sentDropped];
const device = { device: DISK };
const legend = "{{nodename}}";

export const nodeUse = dashboard({
  uid: "node-use",
  title: "Nodes: use, saturation, errors",
  folder: "Nodes",
  question: "Which node is short of what: does it use, wait for or fail at processors, memory, disks or network?",
  asker: "whoever looks at all nodes at once, in trouble that nobody can place yet",
  areas: ["nodes", "nodes-load", "nodes-state"],
  next: ["node-detail", "storage-stall", "node-network", "node-hardware", "k8s-cluster"],
  variables: [someNodes],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Cores, busiest node",
          description: "Share of their time in five minutes. High alone is no harm: look whether tasks wait.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(${byNode(busy)})` }],
          asks: ["NodeCPUBusy"],
          hasTrend: true,
        }),
        stat({
          title: "Least memory left",
          description: "Share that programs can still have without swapping. Below the line the kernel starts to kill.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `min(${byNode(`${available()} / ${memory()}`)})` }],
          asks: ["NodeMemoryNearlyOut"],
          hasTrend: true,
        }),
        stat({
          title: "Longest queue of a disk",
          description:
            "Requests that the busiest disk has at a time, over five minutes. Many are a disk that is slower than what is asked.",
          unit: "count",
          decimals: 1,
          width: 4,
          queries: [{ expr: `max(${byNode(`rate(${queue(device)}[5m])`)})` }],
          asks: ["NodeDiskSaturated"],
          hasTrend: true,
        }),
        stat({
          title: "Left on the fullest filesystem",
          description: "Share of its bytes. The table below says on which node.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `min(${byNode(`${left({ fstype: LOCAL })} / ${size({ fstype: LOCAL })}`)})` }],
          asks: ["NodeFilesystemAlmostFull"],
        }),
        stat({
          title: "Processes killed for memory",
          description: "Within an hour, on all chosen nodes, those inside a container's own limit included.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(${byNode(`increase(${kills()}[1h])`)})` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Last boot of a node",
          description: "Time since the node that booted last did. A short one that nobody planned is where to begin.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `min(${byNode(`${now()} - ${booted()}`)})` }],
        }),
      ],
    },
    {
      title: "Which node?",
      panels: [
        table({
          title: "Nodes by use, waits and errors",
          description: "One line for each node: the cell that is coloured is the row below to read.",
          by: { nodename: "Node" },
          height: 7,
          leadsTo: { nodename: { dashboard: "node-detail", variable: "node" } },
          columns: [
            { title: "Processors", unit: "ratio", decimals: 0, expr: worstOf(busy), asks: ["NodeCPUBusy"] },
            { title: "Wait for them", unit: "ratio", decimals: 1, expr: worstOf(`rate(${cpuWaits()}[5m])`), asks: ["NodeCPUStallPSI"] },
            {
              title: "Memory left",
              unit: "ratio",
              decimals: 0,
              expr: worstOf(`${available()} / ${memory()}`),
              asks: ["NodeMemoryNearlyOut"],
            },
            {
              title: "Stalled for it",
              unit: "ratio",
              decimals: 1,
              expr: worstOf(`rate(${memoryStalled()}[5m])`),
              asks: ["NodeMemoryStallPSI"],
            },
            { title: "Busiest disk", unit: "ratio", decimals: 0, expr: worstOf(diskBusy({ device: DISK })) },
            { title: "Stalled for disks", unit: "ratio", decimals: 1, expr: worstOf(`rate(${ioStalled()}[5m])`), asks: ["NodeIOStallPSI"] },
            {
              title: "Left on a filesystem",
              unit: "ratio",
              decimals: 0,
              expr: byNode(`min by (instance) (${left({ fstype: LOCAL })} / ${size({ fstype: LOCAL })})`),
              asks: ["NodeFilesystemAlmostFull"],
            },
          ],
        }),
      ],
    },
    {
      title: "Processors",
      panels: [
        graph({
          title: "Processors in use",
          description: "Share of their time that was not idle. One node far above the others has the load of all.",
          unit: "ratio",
          min: 0,
          max: 1,
          width: 8,
          queries: [{ expr: byNode(busy), legend }],
          asks: ["NodeCPUBusy"],
        }),
        graph({
          title: "Load for each processor",
          description: "Tasks that run, or wait for a processor or a disk, over fifteen minutes. High with idle processors: disks.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: byNode(`${load()} / count without (cpu) (count without (mode) (${cpu()}))`), legend }],
          asks: ["NodeLoadHigh"],
        }),
        graph({
          title: "Times that cores were slowed down for heat",
          description: "A second, all cores together. The node works slower than its load says: look at its hardware.",
          unit: "per second",
          min: 0,
          width: 8,
          queries: [{ expr: byNode(`sum by (instance) (${rate(throttles())})`), legend }],
        }),
      ],
    },
    {
      title: "Memory and files",
      panels: [
        graph({
          title: "Memory in use",
          description: "Share that programs can't have at once. An even climb is a leak; the node's page says whose.",
          unit: "ratio",
          min: 0,
          max: 1,
          width: 8,
          queries: [{ expr: byNode(memoryUsed()), legend }],
        }),
        graph({
          title: "Processes killed within ten minutes",
          description: "For want of memory, of the node or within a container's limit.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: byNode(`increase(${kills()}[10m])`), legend }],
          asks: ["NodeOOMKill"],
        }),
        graph({
          title: "Open files",
          description:
            "Of all programs. A line that climbs evenly for days is one that closes none, and it meets its own limit long before the kernel's.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: byNode(files()), legend }],
        }),
      ],
    },
    {
      title: "Disks",
      panels: [
        graph({
          title: "Requests that a disk has at a time",
          description: "Its queue. Long with a short time for each is much work; long with a long time is a slow or failing disk.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: byNode(rate(queue(device))), legend: "{{nodename}} {{device}}" }],
          asks: ["NodeDiskSaturated"],
        }),
        graph({
          title: "How long does a request take?",
          description: "Reads and writes by disk. Flash needs under a millisecond, a disk that turns about ten.",
          unit: "seconds",
          min: 0,
          width: 8,
          queries: [
            { expr: byNode(perDisk(readTime(device), reads(device))), legend: "{{nodename}} {{device}} read" },
            { expr: byNode(perDisk(writeTime(device), writes(device))), legend: "{{nodename}} {{device}} written" },
          ],
          asks: ["NodeDiskSlow"],
        }),
        graph({
          title: "Filesystems that are read-only or don't answer",
          description: "By node. It should be those that are mounted so on purpose; one more is a disk that failed under it.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [
            { expr: byNode(`sum by (instance) (${readOnly({ fstype: LOCAL })})`), legend: "{{nodename}} read-only" },
            { expr: byNode(`sum by (instance) (${unanswered({ fstype: LOCAL })})`), legend: "{{nodename}} no answer" },
          ],
        }),
      ],
    },
    {
      title: "Network",
      panels: [
        graph({
          title: "Busiest link, of what it can carry",
          description: "In its busier direction. Near 1 everything waits; a link that came up at a tenth of its speed looks like it.",
          unit: "ratio",
          min: 0,
          queries: [
            { expr: linkUsed(received({ device: LINK })), legend: "{{nodename}} received" },
            { expr: linkUsed(sent({ device: LINK })), legend: "{{nodename}} sent" },
          ],
        }),
        graph({
          title: "Packets that are wrong or dropped",
          description: "A second, on the machines' own links. It should be none: a cable, a port, or more than the kernel takes.",
          unit: "per second",
          min: 0,
          queries: [{ expr: byNode(LOST.map((counter) => `sum by (instance) (${rate(counter({ device: LINK }))})`).join(" + ")), legend }],
        }),
      ],
    },
  ],
});
