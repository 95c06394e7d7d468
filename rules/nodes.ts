import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { nodeExporterSeries } from "../components/exporters/series/node-exporter";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { inPhase, POD } from "./proof-pod";

const { kube_node_status_allocatable, kube_pod_container_resource_limits, kube_pod_status_phase } = kubeStateMetricsSeries;
const { node_pressure_memory_stalled_seconds_total } = nodeExporterSeries;

/**
 * Share of time in which every task of a node waited for memory. A healthy node stalls for no
 * measurable time; at a twentieth, people notice and the kernel's killer is near.
 */
const STALL_SHARE = 0.05;

/** @param scraped the nodes' own exporters: a router's gives the same names */
export function nodes(site: Site, { job }: Scraped): RuleBundle {
  const node = (index: number) => `192.168.10.${31 + index}:9100`;
  /** Seconds are counted up: 3 in a minute are a twentieth of the time. */
  const stalled = (seconds: string, index = 0) => ({
    [node_pressure_memory_stalled_seconds_total({ job, instance: node(index) })]: seconds,
  });
  const routerStalled = (seconds: string) => ({
    [node_pressure_memory_stalled_seconds_total({ job: "router", instance: "192.168.10.1:9100" })]: seconds,
  });
  const reporting = (count: number) =>
    Object.assign(
      { [targetSeries.up({ job, instance: node(0) })]: "1x20" },
      ...Array.from({ length: count }, (_, index) => stalled("0x20", index)),
    );
  const limits = (cpu: string, phase: "Running" | "Succeeded") => ({
    [kube_pod_container_resource_limits({ ...POD, container: "git", node: "a", resource: "cpu", unit: "core" })]: cpu,
    ...inPhase(phase),
    [kube_node_status_allocatable({ node: "a", resource: "cpu", unit: "core" })]: "4x20",
  });

  return area("nodes", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("NodeMemoryStallPSI", {
      expr: `rate(${node_pressure_memory_stalled_seconds_total({ job })}[5m]) > ${STALL_SHARE}`,
      for: minutes(5),
      inhibits: [{ alerts: ["NodeMemoryWaitPSI", "NodePagingMuch"], sharing: ["instance"] }],
      summary: "Node {{ $labels.instance }} stalls for memory",
      description: "Every task waits for memory {{ $value | humanize }} of the time. Find the pod that grows before the kernel kills one.",
      // at the fifteenth minute all of the range is stalled
      fires: after(minutes(20), stalled("0x9 0+3.1x20")),
      silent: [stalled("0x9 0+2.9x20"), routerStalled("0x9 0+3.1x20")],
    }),
    alert("NodePressureMissing", {
      // without the collector a stalling node looks calm
      expr: `(count(${node_pressure_memory_stalled_seconds_total({ job })}) or vector(0)) < ${site.cluster.nodes}`,
      for: minutes(15),
      summary: "Not every node reports memory pressure",
      description: `Only {{ $value }} of ${site.cluster.nodes} nodes report it: NodeMemoryStallPSI can't fire for the others.`,
      fires: [reporting(0), { ...reporting(site.cluster.nodes - 1), ...routerStalled("0x20") }],
      silent: reporting(site.cluster.nodes),
    }),
    alert("KubeCPUOvercommit", {
      // limits of pods that are done no longer count; upstream's alert of this name is about requests
      expr: [
        "sum by (node) (",
        `  ${kube_pod_container_resource_limits({ resource: "cpu" })}`,
        `  * on (namespace, pod) group_left () max by (namespace, pod) (${kube_pod_status_phase({ phase: matches("Pending|Running") })} == 1)`,
        ")",
        `/ on (node) max by (node) (${kube_node_status_allocatable({ resource: "cpu" })}) > 2`,
      ].join("\n"),
      for: minutes(10),
      summary: "CPU limits on node {{ $labels.node }} are far beyond its size",
      description: "The limits are {{ $value | humanize }} times what the node can give: under load everybody is throttled.",
      fires: limits("8.1x20", "Running"),
      silent: [limits("8x20", "Running"), limits("8.1x20", "Succeeded")],
    }),
  ]);
}
