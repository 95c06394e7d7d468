import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { nodeExporterSeries } from "../components/exporters/series/node-exporter";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";

const { kube_node_info, kube_node_spec_unschedulable, kube_node_status_condition, kube_pod_info } = kubeStateMetricsSeries;
const { node_boot_time_seconds } = nodeExporterSeries;
const { up } = targetSeries;

/** Readiness that goes and comes back twice in half an hour; a restarted kubelet makes two changes. */
const READINESS_CHANGES = 3;
/** A clock that is set moves the time of boot by less. */
const BOOT_MOVED_SECONDS = 60;

interface Jobs {
  readonly nodes: Scraped;
  readonly kubelet: Scraped;
}

/** The nodes themselves: there or not, ready or not, in use or not. */
export function nodesState({ nodes: { job }, kubelet }: Jobs): RuleBundle {
  const ready = kube_node_status_condition({ condition: "Ready", status: "true" });
  const cordoned = `${kube_node_spec_unschedulable()} == 1`;
  /** Node exporter does not say which node it is on; the cluster says where its pod is. */
  const places = `max by (namespace, pod, node) (${kube_pod_info()})`;
  const answering = `max by (node) (${up({ job })} * on (namespace, pod) group_left (node) ${places}) == 1`;

  // proofs
  const pod = { namespace: "monitoring-exporters", pod: "exporters-prometheus-node-exporter-7x2kd" };
  const exporter = { job, instance: "192.168.10.31:9100", ...pod };
  const kubelets = (value: string, node = "a") => ({
    [up({ job: kubelet.job, instance: node, node, metrics_path: "/metrics" })]: value,
    [up({ job: kubelet.job, instance: node, node, metrics_path: "/metrics/cadvisor" })]: value,
  });
  const placed = (node = "a") => ({ [kube_pod_info({ ...pod, uid: "5b1d0f3a", host_network: "true", node })]: "1x700" });
  const told = (node = "a") => ({
    [kube_node_info({
      node,
      kernel_version: "6.12.0",
      os_image: "Linux",
      container_runtime_version: "containerd://2.1",
      kubelet_version: "v1.35.0",
      kubeproxy_version: "deprecated",
      system_uuid: "0b9c",
    })]: "1x700",
  });
  const condition = (name: string, status: "true" | "false" | "unknown", values: string) => ({
    [kube_node_status_condition({ node: "a", condition: name, status })]: values,
  });
  const met = (name: string, holds: "true" | "false" | "unknown") =>
    Object.assign({}, ...(["true", "false", "unknown"] as const).map((one) => condition(name, one, one === holds ? "1x700" : "0x700")));
  const cordon = (values: string, node = "a") => ({ [kube_node_spec_unschedulable({ node })]: values });
  const gone = { ...kubelets("0x20"), [up(exporter)]: "0x20", ...placed(), ...met("Ready", "unknown"), ...cordon("0x20") };
  const readiness = (...changesAt: readonly number[]) =>
    condition(
      "Ready",
      "true",
      Array.from({ length: 91 }, (_, minute) => (changesAt.filter((one) => one <= minute).length % 2 === 0 ? 1 : 0)).join(" "),
    );
  const booted = (values: string) => ({ [node_boot_time_seconds(exporter)]: values });

  return area("nodes-state", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("NodeDown", {
      // what the cluster knows only takes it back: it may run on the very node
      expr: [
        `max by (node) (${up({ job: kubelet.job })}) == 0`,
        `unless on (node) ${answering}`,
        `unless on (node) ${ready} == 1`,
        `unless on (node) ${cordoned}`,
      ].join("\n"),
      // a reboot takes less, and so long the cluster waits before it moves what ran there
      for: minutes(5),
      severity: "critical",
      inhibits: [
        {
          alerts: ["NodeUnreachable", "NodeNotReady", "NodeReadinessFlapping", "NodeConditionPressure", "KubeletUnreachable"],
          sharing: ["node"],
        },
        // they count, and say no node
        { alerts: ["NodePressureMissing", "MetricsAgentTargetsDown"] },
      ],
      summary: "Node {{ $labels.node }} is down",
      description:
        "Neither its kubelet nor its node exporter answers. What ran there is moved or missing: look at its power and its network.",
      fires: [gone, { ...kubelets("0x20"), [up(exporter)]: "0x20" }],
      silent: [
        { ...gone, ...kubelets("1x20") },
        { ...gone, [up(exporter)]: "1x20" },
        { ...gone, ...met("Ready", "true") },
        { ...gone, ...cordon("1x20") },
      ],
    }),
    alert("NodeMaintenanceOverdue", {
      expr: [cordoned, `and on (node) ${ready} == 0`].join("\n"),
      for: hours(1),
      inhibits: [{ alerts: ["NodeCordonedLong"], sharing: ["node"] }, { alerts: ["NodePressureMissing"] }],
      summary: "Node {{ $labels.node }} was taken out of service and did not come back",
      description: "It is cordoned and not ready for an hour. While it is cordoned, nothing else tells that it is down.",
      fires: { ...cordon("1x90"), ...met("Ready", "unknown") },
      silent: [
        { ...cordon("1x90"), ...met("Ready", "true") },
        { ...cordon("0x90"), ...met("Ready", "unknown") },
      ],
    }),
    alert("NodeNotReady", {
      expr: [`${kube_node_status_condition({ condition: "Ready", status: "false" })} == 1`, `unless on (node) ${cordoned}`].join("\n"),
      for: minutes(10),
      summary: "Node {{ $labels.node }} says that it is not ready",
      description: "Its kubelet answers and refuses to run pods. The condition's message names the reason: runtime, network plugin, disk.",
      fires: { ...met("Ready", "false"), ...cordon("0x20") },
      silent: [
        { ...met("Ready", "unknown"), ...cordon("0x20") },
        { ...met("Ready", "false"), ...cordon("1x20") },
      ],
    }),
    alert("NodeUnreachable", {
      expr: [`${kube_node_status_condition({ condition: "Ready", status: "unknown" })} == 1`, `unless on (node) ${cordoned}`].join("\n"),
      for: minutes(7),
      summary: "The cluster hears nothing from node {{ $labels.node }}",
      description: "Its kubelet has stopped reporting, and its pods are given up. The machine itself may be well: look at its kubelet.",
      fires: { ...met("Ready", "unknown"), ...cordon("0x20") },
      silent: [
        { ...met("Ready", "false"), ...cordon("0x20") },
        { ...met("Ready", "unknown"), ...cordon("1x20") },
      ],
    }),
    alert("NodeReadinessFlapping", {
      expr: [`changes(${ready}[30m]) > ${READINESS_CHANGES}`, `unless on (node) ${cordoned}`].join("\n"),
      keepFiringFor: minutes(30),
      summary: "Node {{ $labels.node }} is ready and not ready by turns",
      description:
        "{{ $value | humanize }} changes in half an hour. Each of them moves pods. Look at its kubelet, its load and its network.",
      fires: after(minutes(47), { ...readiness(21, 30, 40, 47), ...cordon("0x90") }),
      silent: [
        after(minutes(47), { ...readiness(21, 30, 40), ...cordon("0x90") }),
        after(minutes(60), { ...readiness(10, 25, 40, 55), ...cordon("0x90") }),
        after(minutes(47), { ...readiness(21, 30, 40, 47), ...cordon("1x90") }),
      ],
    }),
    alert("NodeConditionPressure", {
      expr: `${kube_node_status_condition({ condition: matches("MemoryPressure|DiskPressure|PIDPressure"), status: "true" })} == 1`,
      for: minutes(2),
      keepFiringFor: minutes(5),
      summary: "Node {{ $labels.node }} is short of room: {{ $labels.condition }}",
      description: "Its kubelet evicts pods and takes no new ones. Find what uses the memory, the disk or the processes of the node.",
      fires: [met("MemoryPressure", "true"), met("DiskPressure", "true"), met("PIDPressure", "true")],
      silent: [met("DiskPressure", "false"), met("Ready", "true")],
    }),
    alert("NodeCordonedLong", {
      expr: cordoned,
      // a long day's maintenance
      for: hours(8),
      summary: "Node {{ $labels.node }} is cordoned since hours",
      description: "It takes no new pods: the others have to carry what it does not. Uncordon it, or take it out of the cluster.",
      fires: cordon("1x490"),
      silent: cordon("0x490"),
    }),
    alert("NodeRebootedUnexpectedly", {
      // who reboots on purpose cordons it first
      expr: [
        `time() - ${node_boot_time_seconds({ job })}`,
        `and ${node_boot_time_seconds({ job })} - min_over_time(${node_boot_time_seconds({ job })}[1h]) > ${BOOT_MOVED_SECONDS}`,
        `unless on (namespace, pod) (${places} and on (node) max_over_time(${kube_node_spec_unschedulable()}[1h]) == 1)`,
      ].join("\n"),
      // what tells of the cordon may have to start again too
      for: minutes(5),
      summary: "Node {{ $labels.instance }} booted again without being taken out of service",
      description: "It is up for {{ $value | humanizeDuration }}. Power, kernel or hardware: the log of the boot before tells which.",
      fires: [
        after(minutes(65), { ...booted("-8000x59 3570x90"), ...placed(), ...cordon("0x150") }),
        after(minutes(65), { ...booted("-8000x59 -7936x90"), ...placed(), ...cordon("0x150") }),
        // off for 53 minutes
        after(minutes(108), { ...booted("-8000x49 _x53 6000x90"), ...placed(), ...cordon("0x150") }),
        // cordoned before that, and another one since
        after(minutes(75), { ...booted("-8000x69 4170x90"), ...placed(), ...cordon("1x3 0x150"), ...cordon("1x150", "b") }),
      ],
      silent: [
        after(minutes(65), { ...booted("-8000x59 -7944x90"), ...placed(), ...cordon("0x150") }),
        after(minutes(65), { ...booted("-8000x59 3570x90"), ...placed(), ...cordon("0x6 1x8 0x140") }),
        after(minutes(145), { ...booted("-8000x49 _x80 7800x90"), ...placed(), ...cordon("0x150") }),
      ],
    }),
    alert("NodeExporterDown", {
      // without the cluster's own exporter nobody knows where the pods are
      expr: [`max by (node) (${up({ job: kubelet.job })}) == 1`, `and on (node) ${kube_node_info()}`, `unless on (node) ${answering}`].join(
        "\n",
      ),
      for: minutes(10),
      inhibits: [{ alerts: ["NodePressureMissing"] }],
      summary: "Node {{ $labels.node }} tells nothing of itself: its node exporter is gone",
      description: "The node works. Its disks, memory, clock and network are not watched: look at the exporter's pod on it.",
      fires: [
        { ...kubelets("1x20"), ...told(), ...placed(), [up(exporter)]: "0x20" },
        { ...kubelets("1x20"), ...told(), ...placed("b"), [up(exporter)]: "1x20" },
      ],
      silent: [
        { ...kubelets("1x20"), ...told(), ...placed(), [up(exporter)]: "1x20" },
        { ...kubelets("0x20"), ...told(), ...placed(), [up(exporter)]: "0x20" },
        { ...kubelets("1x20"), [up(exporter)]: "1x20" },
      ],
    }),
  ]);
}
