import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../components/exporters/series/kubelet";
import { nodeExporterSeries } from "../components/exporters/series/node-exporter";
import type { SeriesSet } from "../lib/alerts/proof";
import type { RuleBundle, RuleGroup } from "../lib/alerts/rule";
import { GIB } from "../lib/bytes";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches, matchesNot, not, type Select } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COUNTING, type UpstreamRecording, upstreamRecording } from "./upstream-recording";

const { kube_pod_info } = kubeStateMetricsSeries;
const {
  node_cpu_seconds_total,
  node_disk_io_time_seconds_total,
  node_disk_io_time_weighted_seconds_total,
  node_load1,
  node_memory_Buffers_bytes,
  node_memory_Cached_bytes,
  node_memory_MemAvailable_bytes,
  node_memory_MemFree_bytes,
  node_memory_MemTotal_bytes,
  node_memory_Slab_bytes,
  node_network_receive_bytes_total,
  node_network_receive_drop_total,
  node_network_transmit_bytes_total,
  node_network_transmit_drop_total,
  node_vmstat_pgmajfault,
} = nodeExporterSeries;
const { kubelet_pleg_relist_duration_seconds } = kubeletSeries;

interface Jobs {
  readonly nodes: Scraped;
  readonly objects: Scraped;
  readonly kubelet: Scraped;
}

/** Upstream's `node.rules`, `node-exporter.rules` and `kubelet.rules`: what nodes do. */
export function nodeRecordings(site: Pick<Site, "cluster">, jobs: Jobs): RuleBundle {
  const recording = upstreamRecording(site);
  return {
    area: "recordings-nodes",
    groups: [ofNodes(recording, jobs), ofInstances(recording, jobs.nodes), ofKubelets(recording, jobs.kubelet)],
  };
}

/** What a processor does without work of this machine. */
const IDLE = "idle|iowait|steal";
const TARGET = {
  job: "node-exporter",
  namespace: "monitoring",
  instance: "10.0.0.1:9100",
  pod: "node-exporter-a",
  container: "node-exporter",
};
const OTHER = { ...TARGET, instance: "10.0.0.2:9100", pod: "node-exporter-b" };

/** MemAvailable, or what comes near it on kernels that don't know it. */
function available({ job }: Scraped): string {
  const parts = [node_memory_Buffers_bytes, node_memory_Cached_bytes, node_memory_MemFree_bytes, node_memory_Slab_bytes];
  return `(${node_memory_MemAvailable_bytes({ job })} or ${parts.map((of) => of({ job })).join(" + ")})`;
}

const parts = (target: Readonly<Record<string, string>>): SeriesSet => ({
  [node_memory_Buffers_bytes(target)]: `${GIB}x15`,
  [node_memory_Cached_bytes(target)]: `${GIB}x15`,
  [node_memory_MemFree_bytes(target)]: `${GIB}x15`,
  [node_memory_Slab_bytes(target)]: `${GIB}x15`,
});

/** Seconds of a processor: half a second of work in each, where COUNTING counts it, none of the rest. */
const cpu = (target: Readonly<Record<string, string>>, cpu: string, user: string): SeriesSet => ({
  [node_cpu_seconds_total({ ...target, cpu, mode: "user" })]: user,
  ...Object.fromEntries(["idle", "iowait", "steal"].map((mode) => [node_cpu_seconds_total({ ...target, cpu, mode }), "0+10x15"])),
});

/** By the `node` that a target's pod is on: node exporter's own samples don't say it, `kube_pod_info` does. */
function ofNodes(recording: UpstreamRecording, { nodes, objects }: Jobs): RuleGroup {
  const { job } = nodes;
  const onNode = (pod: string, node: string, more: Readonly<Record<string, string>> = {}): SeriesSet => ({
    [kube_pod_info({ namespace: "monitoring", pod, uid: "1", host_network: "true", node, ...more })]: "1x15",
  });
  const places = { ...onNode(TARGET.pod, "a"), ...onNode(OTHER.pod, "b") };
  const used = { ...cpu(TARGET, "0", COUNTING), ...cpu(TARGET, "1", "0x15"), ...cpu(OTHER, "0", "0x15") };

  const place = recording("node_namespace_pod:kube_pod_info:", {
    expr: `topk by (namespace, pod) (1, max by (node, namespace, pod) (${kube_pod_info({ job: objects.job, node: not("") })}))`,
    unit: "flag",
    help: "1 with the node of a pod.",
    gives: [
      { series: onNode("web-0", "a"), gives: [[{ namespace: "monitoring", pod: "web-0", node: "a" }, 1]] },
      // two exporters tell of it while one takes over from the other
      {
        series: { ...onNode("web-0", "a"), ...onNode("web-0", "a", { instance: "10.1.0.9:8080" }) },
        gives: [[{ namespace: "monitoring", pod: "web-0", node: "a" }, 1]],
      },
    ],
  });
  const joined = `* on (namespace, pod) group_left (node) ${place.select()}`;
  const utilization = recording("node:node_cpu_utilization:ratio_rate5m", {
    expr: [
      "avg by (node) (",
      `  sum without (mode) (rate(${node_cpu_seconds_total({ job, mode: matchesNot(IDLE) })}[5m]))`,
      `  ${joined}`,
      ")",
    ].join("\n"),
    unit: "ratio",
    help: "Share of its processors that a node uses.",
    reads: [place],
    gives: {
      after: minutes(15),
      series: { ...places, ...used },
      gives: [
        [{ node: "a" }, 0.25],
        [{ node: "b" }, 0],
      ],
    },
  });
  return {
    name: "node.rules",
    rules: [
      place,
      recording("node:node_num_cpu:sum", {
        expr: `count by (node) (${node_cpu_seconds_total({ job, mode: "idle" })} ${joined})`,
        unit: "count",
        help: "Processors of a node.",
        reads: [place],
        gives: {
          series: { ...places, ...used },
          gives: [
            [{ node: "a" }, 2],
            [{ node: "b" }, 1],
          ],
        },
      }),
      recording(":node_memory_MemAvailable_bytes:sum", {
        expr: `sum(${available(nodes)})`,
        unit: "bytes",
        help: "Memory of all nodes that programs can still have without swapping.",
        gives: [
          { series: { ...parts(TARGET), [node_memory_MemAvailable_bytes(TARGET)]: `${3 * GIB}x15` }, gives: [[{}, 3 * GIB]] },
          { series: { ...parts(TARGET), ...parts(OTHER) }, gives: [[{}, 8 * GIB]] },
        ],
      }),
      utilization,
      recording("cluster:node_cpu:ratio_rate5m", {
        expr: `avg(${utilization.select()})`,
        unit: "ratio",
        help: "Share of their processors that the nodes use, each node alike.",
        reads: [utilization],
        gives: { after: minutes(15), series: { ...places, ...used }, gives: [[{}, 0.125]] },
      }),
    ],
  };
}

const PHYSICAL = matchesNot("lo|veth.+");

/** By the `instance` of node exporter. */
function ofInstances(recording: UpstreamRecording, scraped: Scraped): RuleGroup {
  const { job } = scraped;
  const used = { ...cpu(TARGET, "0", COUNTING), ...cpu(TARGET, "1", "0x15") };
  const processors = recording("instance:node_num_cpu:sum", {
    expr: `count without (cpu, mode) (${node_cpu_seconds_total({ job, mode: "idle" })})`,
    unit: "count",
    help: "Processors of a node.",
    gives: { series: used, gives: [[TARGET, 2]] },
  });
  const device = (of: Select<"device">, what: string, help: string, unit: "ratio" | "count") =>
    recording(`instance_device:${what}:rate5m`, {
      expr: `rate(${of({ job, device: not("") })}[5m])`,
      unit,
      help,
      gives: { after: minutes(15), series: { [of({ ...TARGET, device: "sda" })]: COUNTING }, gives: [[{ ...TARGET, device: "sda" }, 0.5]] },
    });
  const network = (of: Select<"device">, what: string, which: "excluding_lo" | "physical", unit: "bytes per second" | "per second") => {
    const interfaces = ["lo", "eth0", "eth1", "veth1"].map((device) => [of({ ...TARGET, device }), COUNTING]);
    return recording(`instance:node_network_${what.replaceAll(" ", "_")}_${which}:rate5m`, {
      expr: `sum without (device) (rate(${of({ job, device: which === "physical" ? PHYSICAL : not("lo") })}[5m]))`,
      unit,
      help: `Network of a node, ${what} in a second${which === "physical" ? ", without the pods' own ends" : ""}.`,
      // three interfaces, or two
      gives: { after: minutes(15), series: Object.fromEntries(interfaces), gives: [[TARGET, which === "physical" ? 1 : 1.5]] },
    });
  };
  const networks = (which: "excluding_lo" | "physical") => [
    network(node_network_receive_bytes_total, "receive bytes", which, "bytes per second"),
    network(node_network_transmit_bytes_total, "transmit bytes", which, "bytes per second"),
    network(node_network_receive_drop_total, "receive drop", which, "per second"),
    network(node_network_transmit_drop_total, "transmit drop", which, "per second"),
  ];
  return {
    name: "node-exporter.rules",
    rules: [
      processors,
      recording("instance:node_cpu_utilisation:rate5m", {
        expr: `1 - avg without (cpu) (sum without (mode) (rate(${node_cpu_seconds_total({ job, mode: matches(IDLE) })}[5m])))`,
        unit: "ratio",
        help: "Share of its processors that a node uses.",
        // a half each of the first, and none of the second
        gives: {
          after: minutes(15),
          series: {
            [node_cpu_seconds_total({ ...TARGET, cpu: "0", mode: "idle" })]: "0x10 15 30 45 60 75",
            [node_cpu_seconds_total({ ...TARGET, cpu: "0", mode: "iowait" })]: "0x10 15 30 45 60 75",
            [node_cpu_seconds_total({ ...TARGET, cpu: "0", mode: "user" })]: COUNTING,
            [node_cpu_seconds_total({ ...TARGET, cpu: "1", mode: "idle" })]: "0+60x15",
          },
          gives: [[TARGET, 0.25]],
        },
      }),
      recording("instance:node_load1_per_cpu:ratio", {
        // what is recorded says its cluster; what is scraped gets it on the way into the store, which no proof sees
        expr: `${node_load1({ job })} / ignoring (cluster) ${processors.select({ job })}`,
        unit: "ratio",
        help: "Load of the last minute for each processor.",
        reads: [processors],
        gives: { series: { ...used, [node_load1(TARGET)]: "3x15" }, gives: [[TARGET, 1.5]] },
      }),
      recording("instance:node_memory_utilisation:ratio", {
        expr: `1 - ${available(scraped)} / ${node_memory_MemTotal_bytes({ job })}`,
        unit: "ratio",
        help: "Share of its memory that a node uses.",
        gives: [
          {
            series: { [node_memory_MemAvailable_bytes(TARGET)]: `${4 * GIB}x15`, [node_memory_MemTotal_bytes(TARGET)]: `${16 * GIB}x15` },
            gives: [[TARGET, 0.75]],
          },
          { series: { ...parts(TARGET), [node_memory_MemTotal_bytes(TARGET)]: `${8 * GIB}x15` }, gives: [[TARGET, 0.5]] },
        ],
      }),
      recording("instance:node_vmstat_pgmajfault:rate5m", {
        expr: `rate(${node_vmstat_pgmajfault({ job })}[5m])`,
        unit: "per second",
        help: "Pages that were read from disk in a second.",
        gives: { after: minutes(15), series: { [node_vmstat_pgmajfault(TARGET)]: COUNTING }, gives: [[TARGET, 0.5]] },
      }),
      device(node_disk_io_time_seconds_total, "node_disk_io_time_seconds", "Share of time in which a disk was busy.", "ratio"),
      device(
        node_disk_io_time_weighted_seconds_total,
        "node_disk_io_time_weighted_seconds",
        "Requests that a disk had at a time.",
        "count",
      ),
      ...networks("excluding_lo"),
      ...networks("physical"),
    ],
  };
}

/** Our scrape writes the `node` that upstream joins from `kubelet_node_name`. */
function ofKubelets(recording: UpstreamRecording, { job }: Scraped): RuleGroup {
  const bucket = kubelet_pleg_relist_duration_seconds.bucket;
  const target = { instance: "a", node: "a" };
  const counted = (le: string, values: string) => [bucket({ ...target, le }), values];
  const quantile = (share: string, value: number) =>
    recording("node_quantile:kubelet_pleg_relist_duration_seconds:histogram_quantile", {
      expr: `histogram_quantile(${share}, sum by (instance, node, le) (rate(${bucket({ job })}[5m])))`,
      labels: { quantile: share },
      unit: "seconds",
      help: `Time in which a kubelet lists the pods of its runtime, for ${Number(share) * 100} % of the times.`,
      gives: {
        after: minutes(15),
        // half of all in half a second, all in one
        series: Object.fromEntries([counted("0.5", "0x10 15 30 45 60 75"), counted("1", COUNTING), counted("+Inf", COUNTING)]),
        gives: [[target, value]],
      },
    });
  return { name: "kubelet.rules", rules: [quantile("0.99", 0.99), quantile("0.9", 0.9), quantile("0.5", 0.5)] };
}
