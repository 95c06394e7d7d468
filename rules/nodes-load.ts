import { nodeExporterSeries } from "../components/exporters/series/node-exporter";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { GIB } from "../lib/bytes";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";

const {
  node_cpu_seconds_total: cpuTime,
  node_filefd_allocated: openFiles,
  node_filefd_maximum: mostFiles,
  node_load15: load,
  node_memory_MemAvailable_bytes: available,
  node_memory_MemTotal_bytes: memory,
  node_pressure_cpu_waiting_seconds_total: waitingForCpu,
  node_pressure_io_stalled_seconds_total: stalledForIo,
  node_pressure_io_waiting_seconds_total: waitingForIo,
  node_pressure_memory_waiting_seconds_total: waitingForMemory,
  node_vmstat_oom_kill: killed,
  node_vmstat_pgmajfault: majorFaults,
} = nodeExporterSeries;

/** Of the time of all processors; a build or the packing of a backup takes them all for less than half an hour. */
const BUSY_SHARE = 0.95;
/** Of the time in which some task waits for a processor. Below it, what waits is mostly what nobody waits for. */
const CPU_WAITING_SHARE = 0.7;
/** Of the time in which every task waits for a disk. */
const IO_STALLED_SHARE = 0.3;
/** Of the time in which some task waits for a disk: one that only reads all of it waits nearly always, for as long as a backup takes. */
const IO_WAITING_SHARE = 0.8;
/** Of the time in which some task waits for memory: a container at its limit alone makes a part of it. */
const MEMORY_WAITING_SHARE = 0.4;
/** In a second: a turning disk can't do more, and databases that map their files make less for so long. */
const MAJOR_FAULTS = 1000;
/** Tasks that run or hang for each processor: a node that only works hard has one. */
const LOAD_PER_CPU = 3;
/** Of its memory: what is left below it are the kernel's own reserves. */
const MEMORY_LEFT_SHARE = 0.05;
/** The killer works before nothing at all is left; a container at its own limit leaves the node more. */
const KILLED_BELOW_SHARE = 0.1;
const FILES_SHARE = 0.8;

/** What the nodes have to do, and what they do it with: processors, memory, open files. */
export function nodesLoad({ job }: Scraped): RuleBundle {
  const idle = `avg without (cpu, mode) (rate(${cpuTime({ job, mode: "idle" })}[5m]))`;
  const processors = `count without (cpu, mode) (${cpuTime({ job, mode: "idle" })})`;
  const share = (part: string, whole: string) => `${part} / ${whole}`;

  // proofs
  const at = { job, instance: "192.168.10.31:9100" };
  /** A course that is settled in the fifteenth minute. */
  const steady = (perMinute: number) => `0x9 0+${perMinute}x200`;
  const idling = (values: string, cpu = "0") => ({ [cpuTime({ ...at, cpu, mode: "idle" })]: values });
  const busy = (first: string, second: string) => ({
    ...idling(first),
    ...idling(second, "1"),
    [cpuTime({ ...at, cpu: "0", mode: "user" })]: "0+60x200",
  });
  const loaded = (values: string) => ({ [load(at)]: values, ...idling("0+1x200"), ...idling("0+1x200", "1") });
  const memoryLeft = (values: string) => ({ [available(at)]: values, [memory(at)]: `${32 * GIB}x200` });
  const of = (part: number) => `${Math.round(part * 32 * GIB)}`;
  const kills = (values: string, left: string) => ({ [killed(at)]: values, ...memoryLeft(left) });
  const open = (count: number) => ({ [openFiles(at)]: `${count}x200`, [mostFiles(at)]: "1000000x200" });

  /** Some task waits for that share of the time. */
  const waits = (
    name: string,
    of: typeof waitingForIo,
    part: number,
    holds: number,
    said: { readonly summary: string; readonly description: string },
  ) => {
    const [over, under] = [60 * part * 1.05, 60 * part * 0.95];
    return alert(name, {
      expr: `rate(${of({ job })}[5m]) > ${part}`,
      for: minutes(holds),
      ...said,
      fires: [
        after(minutes(15 + holds), { [of(at)]: steady(over) }),
        after(minutes(1 + holds), { [of(at)]: growing(4, { step: 5 * over }) }),
      ],
      silent: [
        after(minutes(15 + holds), { [of(at)]: steady(under) }),
        after(minutes(15 + holds), { [of(at)]: growing(8, { step: 10 * over }) }),
      ],
    });
  };

  return area("nodes-load", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("NodeCPUBusy", {
      expr: `1 - ${idle} > ${BUSY_SHARE}`,
      for: minutes(30),
      summary: "Node {{ $labels.instance }} has not rested for half an hour",
      description: "Its processors are in use {{ $value | humanize }} of the time (1 is always). Find the pod that takes them.",
      fires: [
        after(minutes(45), busy("0+12x10 120+2.4x200", "0+12x10 120+2.4x200")),
        after(minutes(45), busy("0+12x10 120+0x200", "0+12x10 120+5.4x200")),
        after(minutes(31), busy(`0x5 ${growing(5, { step: 14, length: 200 })}`, `0x5 ${growing(5, { step: 14, length: 200 })}`)),
      ],
      silent: [
        after(minutes(45), busy("0+3.6x200", "0+3.6x200")),
        after(minutes(45), busy("0+0x200", "0+12x200")),
        after(minutes(45), busy(growing(10, { step: 25, length: 200 }), growing(10, { step: 25, length: 200 }))),
      ],
    }),
    alert("NodeCPUStallPSI", {
      expr: `rate(${waitingForCpu({ job })}[5m]) > ${CPU_WAITING_SHARE}`,
      for: minutes(15),
      inhibits: [{ alerts: ["NodeCPUBusy", "NodeLoadHigh"], sharing: ["instance"] }],
      summary: "Tasks of node {{ $labels.instance }} wait for a processor",
      description:
        "Some wait {{ $value | humanize }} of the time (1 is always). What runs there is slow: find the pod that takes the processors.",
      fires: [
        after(minutes(30), { [waitingForCpu(at)]: steady(43.5) }),
        after(minutes(16), { [waitingForCpu(at)]: growing(4, { step: 225 }) }),
      ],
      silent: [
        after(minutes(30), { [waitingForCpu(at)]: steady(40) }),
        after(minutes(30), { [waitingForCpu(at)]: growing(8, { step: 450 }) }),
      ],
    }),
    alert("NodeIOStallPSI", {
      expr: `rate(${stalledForIo({ job })}[5m]) > ${IO_STALLED_SHARE}`,
      for: minutes(15),
      inhibits: [{ alerts: ["NodeDiskSaturated", "NodeDiskSlow", "NodeIOWaitPSI", "NodeLoadHigh"], sharing: ["instance"] }],
      summary: "Node {{ $labels.instance }} stalls for its disks",
      description:
        "Every task waits for a disk {{ $value | humanize }} of the time (1 is always). Find the pod that reads or writes so much.",
      fires: [
        after(minutes(30), { [stalledForIo(at)]: steady(18.6) }),
        after(minutes(16), { [stalledForIo(at)]: growing(4, { step: 96 }) }),
      ],
      silent: [
        after(minutes(30), { [stalledForIo(at)]: steady(17.4) }),
        after(minutes(30), { [stalledForIo(at)]: growing(8, { step: 192 }) }),
      ],
    }),
    waits("NodeIOWaitPSI", waitingForIo, IO_WAITING_SHARE, 30, {
      summary: "Tasks of node {{ $labels.instance }} wait for its disks",
      description: "Some wait {{ $value | humanize }} of the time (1 is always). Find the pod that reads or writes so much.",
    }),
    waits("NodeMemoryWaitPSI", waitingForMemory, MEMORY_WAITING_SHARE, 15, {
      summary: "Tasks of node {{ $labels.instance }} wait for memory",
      description: "Some wait {{ $value | humanize }} of the time (1 is always). Find the pod that is at its limit, or the node that is.",
    }),
    alert("NodePagingMuch", {
      expr: `rate(${majorFaults({ job })}[5m]) > ${MAJOR_FAULTS}`,
      for: minutes(15),
      inhibits: [{ alerts: ["NodeIOWaitPSI", "NodeMemoryWaitPSI"], sharing: ["instance"] }],
      summary: "Node {{ $labels.instance }} reads again and again what it had no memory to keep",
      description:
        "{{ $value | humanize }} pages a second come from a disk or from swap. Everything on it is slow: find what takes the memory.",
      fires: [
        after(minutes(30), { [majorFaults(at)]: steady(63_000) }),
        after(minutes(16), { [majorFaults(at)]: growing(4, { step: 315_000 }) }),
      ],
      silent: [
        after(minutes(30), { [majorFaults(at)]: steady(57_000) }),
        after(minutes(30), { [majorFaults(at)]: growing(8, { step: 630_000 }) }),
      ],
    }),
    alert("NodeLoadHigh", {
      expr: `${share(load({ job }), processors)} > ${LOAD_PER_CPU}`,
      for: minutes(15),
      summary: "Many more tasks run or hang on node {{ $labels.instance }} than it has processors for",
      description: "{{ $value | humanize }} for each. With idle processors they hang: a disk or a file server that does not answer.",
      fires: loaded("6.4x200"),
      silent: [loaded("5.6x200")],
    }),
    alert("NodeMemoryNearlyOut", {
      expr: `${share(available({ job }), memory({ job }))} < ${MEMORY_LEFT_SHARE}`,
      for: minutes(10),
      summary: "Node {{ $labels.instance }} has hardly any memory left",
      description:
        "{{ $value | humanize }} of it can still be had (1 is all). Find the pod that grows before the kernel kills one of its choice.",
      fires: memoryLeft(`${of(0.048)}x200`),
      silent: memoryLeft(`${of(0.052)}x200`),
    }),
    alert("NodeOOMKill", {
      // a container at its limit is killed too, while the node has memory
      expr: [
        `increase(${killed({ job })}[10m]) > 0`,
        `and min_over_time(${available({ job })}[10m]) / ${memory({ job })} < ${KILLED_BELOW_SHARE}`,
      ].join("\n"),
      keepFiringFor: minutes(10),
      summary: "Node {{ $labels.instance }} was out of memory, and the kernel killed programs",
      description: "{{ $value | humanize }} in ten minutes, of whatever pod. Find what has grown, and limit it.",
      fires: [
        after(minutes(50), kills("0x49 1x200", `${of(0.4)}x42 ${of(0.095)} ${of(0.4)}x200`)),
        after(minutes(58), kills("0x49 1x200", `${of(0.4)}x57 ${of(0.04)}x200`)),
      ],
      silent: [
        after(minutes(52), kills("0x49 1x200", `${of(0.105)}x200`)),
        after(minutes(60), kills("0x200", `${of(0.04)}x200`)),
        after(minutes(52), kills("0x49 1x200", `${of(0.4)}x32 ${of(0.04)}x2 ${of(0.4)}x200`)),
        after(minutes(65), kills("0x49 1x200", `${of(0.4)}x62 ${of(0.04)}x200`)),
      ],
    }),
    alert("NodeFilesShort", {
      expr: `${share(openFiles({ job }), mostFiles({ job }))} > ${FILES_SHARE}`,
      for: minutes(10),
      summary: "Node {{ $labels.instance }} runs out of open files",
      description:
        "{{ $value | humanize }} of those that its kernel allows are open (1 is all). At the limit nothing opens a file or a connection.",
      fires: open(820_000),
      silent: open(780_000),
    }),
  ]);
}
