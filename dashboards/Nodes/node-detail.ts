import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat } from "../../lib/dashboards/panel";
import { criticalAbove, criticalBelow, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { not } from "../../lib/series";

const {
  node_boot_time_seconds: booted,
  node_cpu_seconds_total: cpu,
  node_disk_io_time_seconds_total: diskBusy,
  node_disk_read_bytes_total: diskRead,
  node_disk_written_bytes_total: diskWritten,
  node_filesystem_avail_bytes: left,
  node_filesystem_files: inodes,
  node_filesystem_files_free: inodesLeft,
  node_filesystem_size_bytes: size,
  node_load1: load1,
  node_load15: load15,
  node_memory_Buffers_bytes: buffers,
  node_memory_Cached_bytes: cached,
  node_memory_MemAvailable_bytes: available,
  node_memory_MemFree_bytes: free,
  node_memory_MemTotal_bytes: memory,
  node_network_receive_bytes_total: received,
  node_network_receive_drop_total: receiveDrops,
  node_network_receive_errs_total: receiveErrors,
  node_network_transmit_bytes_total: sent,
  node_network_transmit_drop_total: sendDrops,
  node_network_transmit_errs_total: sendErrors,
  node_time_seconds: now,
} = nodeExporterSeries;

const node = { instance: "$node" };
const interfaces = { device: not("lo"), ...node };
const processors = `count(count by (cpu) (${cpu(node)}))`;

export const nodeDetail = dashboard({
  uid: "node-detail",
  title: "Node detail",
  folder: "Nodes",
  question: "How is this one node, and what of it is short?",
  asker: "whoever was told of a node, and wants to know what it lacks",
  next: ["storage-stall"],
  variables: [choice("node", "Node", { of: nodeExporterSeries.node_uname_info, label: "instance", isMulti: false })],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Processors busy",
          description: "Share of all processors' time in the last five minutes that was spent on something.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `1 - avg(rate(${cpu({ ...node, mode: "idle" })}[5m]))` }],
          thresholds: [warningAbove(0.8), criticalAbove(0.95)],
          hasTrend: true,
        }),
        stat({
          title: "Memory left",
          description: "Share of its memory that programs can still have without swapping.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `${available(node)} / ${memory(node)}` }],
          thresholds: [warningBelow(0.15), criticalBelow(0.05)],
          hasTrend: true,
        }),
        stat({
          title: "Load for each processor",
          description: "Tasks that run or wait, of the last fifteen minutes. Above 1 for long, some always wait.",
          unit: "count",
          decimals: 2,
          width: 4,
          queries: [{ expr: `${load15(node)} / on () group_left () ${processors}` }],
          thresholds: [warningAbove(1), criticalAbove(2)],
          hasTrend: true,
        }),
        stat({
          title: "Fullest filesystem",
          description: "Used share of the one that has least left, for others than root.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(1 - ${left(node)} / ${size(node)})` }],
          thresholds: [warningAbove(0.85), criticalAbove(0.95)],
        }),
        stat({
          title: "Up since",
          description: "Time since it was booted. A short one that nobody planned is where to begin.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `${now(node)} - ${booted(node)}` }],
        }),
        stat({
          title: "Network errors",
          description: "Packets in the last hour that came or went broken, or were dropped, on all of its interfaces but the loopback.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [
            {
              expr: [receiveErrors, sendErrors, receiveDrops, sendDrops].map((one) => `sum(increase(${one(interfaces)}[1h]))`).join(" + "),
            },
          ],
          thresholds: [warningAbove(1000)],
        }),
      ],
    },
    {
      title: "Processors and memory",
      panels: [
        graph({
          title: "What the processors do",
          description: "Share of all processors' time by kind of work. Much iowait is a slow disk, much steal a crowded host.",
          unit: "ratio",
          queries: [{ expr: `avg by (mode) (rate(${cpu({ ...node, mode: not("idle") })}[$__rate_interval]))`, legend: "{{mode}}" }],
          isStacked: true,
          min: 0,
          max: 1,
        }),
        graph({
          title: "Load",
          description: "Tasks that run or wait for a processor or a disk, beside how many processors there are.",
          unit: "count",
          queries: [
            { expr: load1(node), legend: "one minute" },
            { expr: load15(node), legend: "fifteen minutes" },
            { expr: processors, legend: "processors" },
          ],
          min: 0,
        }),
        graph({
          title: "What memory holds",
          description: "Programs, what the kernel keeps of files and can give back at once, and what nothing uses.",
          unit: "bytes",
          queries: [
            { expr: `${memory(node)} - ${free(node)} - ${buffers(node)} - ${cached(node)}`, legend: "programs" },
            { expr: `${buffers(node)} + ${cached(node)}`, legend: "files" },
            { expr: free(node), legend: "unused" },
          ],
          isStacked: true,
          min: 0,
        }),
      ],
    },
    {
      title: "Disks",
      panels: [
        graph({
          title: "Read and written",
          description: "Bytes a second by disk; what is written is below the line.",
          unit: "bytes per second",
          queries: [
            { expr: `rate(${diskRead(node)}[$__rate_interval])`, legend: "{{device}} read" },
            { expr: `-rate(${diskWritten(node)}[$__rate_interval])`, legend: "{{device}} written" },
          ],
        }),
        graph({
          title: "Time that disks are busy",
          description: "Share of the time in which a disk had something to do.",
          unit: "ratio",
          queries: [{ expr: `rate(${diskBusy(node)}[$__rate_interval])`, legend: "{{device}}" }],
          min: 0,
          max: 1,
        }),
        bars({
          title: "Filesystems by used share",
          description: "Of their bytes, for others than root.",
          unit: "ratio",
          queries: [{ expr: `sort_desc(1 - ${left(node)} / ${size(node)})`, legend: "{{mountpoint}}" }],
          thresholds: [warningAbove(0.85), criticalAbove(0.95)],
          min: 0,
          max: 1,
        }),
        bars({
          title: "Filesystems by used inodes",
          description: "Of the files that they may hold: one that is full takes no more, however much room is left.",
          unit: "ratio",
          queries: [{ expr: `sort_desc(1 - ${inodesLeft(node)} / ${inodes(node)})`, legend: "{{mountpoint}}" }],
          thresholds: [warningAbove(0.85), criticalAbove(0.95)],
          min: 0,
          max: 1,
        }),
      ],
    },
    {
      title: "Network",
      panels: [
        graph({
          title: "Received and sent",
          description: "Bytes a second by interface; what is sent is below the line.",
          unit: "bytes per second",
          queries: [
            { expr: `rate(${received(interfaces)}[$__rate_interval])`, legend: "{{device}} received" },
            { expr: `-rate(${sent(interfaces)}[$__rate_interval])`, legend: "{{device}} sent" },
          ],
        }),
        graph({
          title: "Packets lost",
          description: "Broken or dropped packets a second by interface, either way.",
          unit: "per second",
          queries: [
            {
              expr: `rate(${receiveErrors(interfaces)}[$__rate_interval]) + rate(${receiveDrops(interfaces)}[$__rate_interval])`,
              legend: "{{device}} received",
            },
            {
              expr: `rate(${sendErrors(interfaces)}[$__rate_interval]) + rate(${sendDrops(interfaces)}[$__rate_interval])`,
              legend: "{{device}} sent",
            },
          ],
          min: 0,
        }),
      ],
    },
  ],
});
