import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { LOCAL } from "../../components/exporters/series/own-devices";
import { systemdSeries } from "../../components/exporters/series/systemd";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { following } from "../../lib/dashboards/variable";
import { worst } from "../../lib/dashboards/worst";
import { not } from "../../lib/series";
import { oneNode } from "../shared/nodes";
import { LINK } from "../shared/own-devices";
import { used } from "../shared/workload-use";

const {
  node_boot_time_seconds: booted,
  node_cpu_seconds_total: cpu,
  node_disk_io_time_seconds_total: diskBusy,
  node_disk_read_bytes_total: diskRead,
  node_disk_written_bytes_total: diskWritten,
  node_filesystem_avail_bytes: left,
  node_filesystem_files: inodes,
  node_filesystem_files_free: inodesLeft,
  node_filesystem_readonly: readOnly,
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
  node_uname_info: named,
} = nodeExporterSeries;
const { node_systemd_service_restart_total: serviceRestarts, node_systemd_unit_state: serviceState } = systemdSeries;

const node = { instance: "$instance" };
const interfaces = { device: LINK, ...node };
const filesystems = { fstype: LOCAL, ...node };
const POD = { namespace: "Namespace", pod: "Pod" };
const toPod = { pod: { dashboard: "k8s-pod", variable: "pod", with: { namespace: "namespace" } } };
const processors = `count(count by (cpu) (${cpu(node)}))`;

export const nodeDetail = dashboard({
  uid: "node-detail",
  title: "Node detail",
  folder: "Nodes",
  question: "How is this one node, and what of it is short?",
  asker: "whoever was told of a node, and wants to know what it lacks",
  areas: ["nodes-disk", "nodes-services"],
  next: ["storage-stall", "node-use", "node-hardware", "node-network", "node-clock", "k8s-kubelet"],
  variables: [oneNode, following("instance", { of: named({ nodename: "$node" }), label: "instance", isMulti: false })],
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
          queries: [{ expr: `avg(sum by (cpu) (rate(${cpu({ ...node, mode: not("idle") })}[5m])))` }],
          asks: ["NodeCPUBusy"],
          hasTrend: true,
        }),
        stat({
          title: "Memory left",
          description: "Share of its memory that programs can still have without swapping.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `${available(node)} / ${memory(node)}` }],
          asks: ["NodeMemoryNearlyOut"],
          hasTrend: true,
        }),
        stat({
          title: "Load for each processor",
          description: "Tasks that run or wait, of the last fifteen minutes. Above 1 for long, some always wait.",
          unit: "count",
          decimals: 2,
          width: 4,
          queries: [{ expr: `${load15(node)} / on () group_left () ${processors}` }],
          asks: ["NodeLoadHigh"],
          hasTrend: true,
        }),
        stat({
          title: "Left on the fullest filesystem",
          description: "Share of its bytes that others than root can still have. From here on the kubelet removes images, and then pods.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `min(${left(filesystems)} / ${size(filesystems)})` }],
          asks: ["NodeFilesystemAlmostFull"],
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
          description: "Packets in the last hour that came or went broken, or were dropped, on all of its own links.",
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
          width: 8,
          unit: "ratio",
          queries: [{ expr: `avg by (mode) (rate(${cpu({ ...node, mode: not("idle") })}[$__rate_interval]))`, legend: "{{mode}}" }],
          isStacked: true,
          min: 0,
          max: 1,
        }),
        graph({
          title: "Load",
          description: "Tasks that run or wait for a processor or a disk, beside how many processors there are.",
          width: 8,
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
          width: 8,
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
            { expr: `rate(${diskWritten(node)}[$__rate_interval])`, legend: "{{device}} written", isMirrored: true },
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
          title: "What is left on filesystems",
          description:
            "Share of their bytes for others than root, the fullest first. One that shrinks evenly is full on a day that can be told.",
          unit: "ratio",
          queries: [{ expr: `sort(${left(filesystems)} / ${size(filesystems)})`, legend: "{{mountpoint}}" }],
          asks: ["NodeFilesystemAlmostFull"],
          min: 0,
          max: 1,
        }),
        bars({
          title: "What is left of inodes",
          description: "Of the files that they may hold: one without any takes no more, however much room is left.",
          unit: "ratio",
          queries: [{ expr: `sort(${inodesLeft(filesystems)} / ${inodes(filesystems)})`, legend: "{{mountpoint}}" }],
          asks: ["NodeInodesAlmostOut"],
          min: 0,
          max: 1,
        }),
        timeline({
          title: "Which filesystems became read-only?",
          description: "The kernel does so when a disk fails under a filesystem: look at its log, then at the disk itself.",
          unit: "flag",
          height: 5,
          queries: [{ expr: `max by (mountpoint) (${readOnly(filesystems)})`, legend: "{{mountpoint}}" }],
          means: { 0: { text: "writable", color: "green" }, 1: { text: "read-only", color: "red" } },
          asks: ["NodeFilesystemReadOnly"],
        }),
      ],
    },
    {
      title: "Who uses it?",
      panels: [
        worst({
          title: "Pods by memory",
          description: "What can't be freed at once, of the ten largest pods that run here.",
          by: POD,
          leadsTo: toPod,
          head: "Memory",
          unit: "bytes",
          expr: used("memory", "namespace, pod", { node: "$node" }),
        }),
        worst({
          title: "Pods by processors",
          description: "Processors used over five minutes, of the ten busiest pods that run here.",
          by: POD,
          leadsTo: toPod,
          head: "Processors",
          unit: "cores",
          decimals: 3,
          expr: used("cpu", "namespace, pod", { node: "$node" }),
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
            { expr: `rate(${sent(interfaces)}[$__rate_interval])`, legend: "{{device}} sent", isMirrored: true },
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
    {
      title: "Services of the host",
      panels: [
        timeline({
          title: "Which services failed?",
          description: "Those of the host itself, not of pods. Its journal says why: journalctl -u and the name.",
          unit: "flag",
          height: 7,
          width: 12,
          queries: [
            {
              expr: `max by (name) (${serviceState({ ...node, state: "failed" })}) == 1 or label_replace(vector(0), "name", "all others", "", "")`,
              legend: "{{name}}",
            },
          ],
          means: { 0: { text: "well", color: "green" }, 1: { text: "failed", color: "red" } },
          asks: ["NodeServiceFailed"],
        }),
        graph({
          title: "Services that were started anew",
          description: "Times within fifteen minutes, of the ten with the most. One that starts again and again does no work.",
          unit: "count",
          min: 0,
          height: 7,
          queries: [{ expr: mostOver(10, `sum by (name) (increase(${serviceRestarts(node)}[15m]))`), legend: "{{name}}" }],
          asks: ["NodeServiceRestarting"],
        }),
      ],
    },
  ],
});
