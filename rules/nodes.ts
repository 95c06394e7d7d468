import { after } from "../lib/alerts/proof";
import { alert, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Site } from "../lib/site/schema";

/**
 * Share of time in which every task of a node waited for memory. A healthy node stalls for no
 * measurable time; at a twentieth, people notice and the kernel's killer is near.
 */
const STALL_SHARE = 0.05;

export function nodes(site: Site): RuleBundle {
  const stalled = (node: string) => `node_pressure_memory_stalled_seconds_total{instance="${node}"}`;
  const reporting = (count: number) => ({
    'up{job="node-exporter"}': "1x20",
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [stalled(`node-${i}`), "0x20"])),
  });
  const limits = (cpu: string, phase: string) => ({
    'kube_pod_container_resource_limits{namespace="git",pod="a-0",container="a",node="n",resource="cpu"}': cpu,
    [`kube_pod_status_phase{namespace="git",pod="a-0",phase="${phase}"}`]: "1x20",
    'kube_node_status_allocatable{node="n",resource="cpu"}': "4x20",
  });

  return {
    area: "nodes",
    groups: [
      {
        name: "nodes",
        rules: [
          alert("NodeMemoryStallPSI", {
            expr: `rate(node_pressure_memory_stalled_seconds_total[5m]) > ${STALL_SHARE}`,
            for: minutes(5),
            severity: "warning",
            component: "Platform",
            summary: "Node {{ $labels.instance }} stalls for memory",
            description:
              "Every task waits for memory {{ $value | humanize }} of the time. Find the pod that grows before the kernel kills one.",
            fires: after(minutes(15), { [stalled("node-0")]: "0+3.6x20" }),
            silent: [after(minutes(15), { [stalled("node-0")]: "0+2.4x20" }), after(minutes(8), { [stalled("node-0")]: "0x5 0+3.6x20" })],
          }),
          alert("NodePressureMissing", {
            // without the collector a stalling node looks calm
            expr: `(count(node_pressure_memory_stalled_seconds_total) or vector(0)) < ${site.cluster.nodes}`,
            for: minutes(15),
            severity: "warning",
            component: "Platform",
            summary: "Not every node reports memory pressure",
            description: `Only {{ $value }} of ${site.cluster.nodes} nodes report it: NodeMemoryStallPSI can't fire for the others.`,
            fires: [reporting(0), reporting(site.cluster.nodes - 1)],
            silent: reporting(site.cluster.nodes),
          }),
          alert("KubeCPUOvercommit", {
            // limits of pods that are done no longer count; upstream's alert of this name is about requests
            expr: [
              "sum by (node) (",
              '  kube_pod_container_resource_limits{resource="cpu"}',
              '  * on (namespace, pod) group_left () max by (namespace, pod) (kube_pod_status_phase{phase=~"Pending|Running"} == 1)',
              ")",
              '/ on (node) max by (node) (kube_node_status_allocatable{resource="cpu"}) > 2',
            ].join("\n"),
            for: minutes(10),
            severity: "warning",
            component: "Platform",
            summary: "CPU limits on node {{ $labels.node }} are far beyond its size",
            description: "The limits are {{ $value | humanize }} times what the node can give: under load everybody is throttled.",
            fires: limits("8.1x20", "Running"),
            silent: [limits("8x20", "Running"), limits("8.1x20", "Succeeded"), after(minutes(9), limits("8.1x20", "Running"))],
          }),
        ],
      },
    ],
  };
}
