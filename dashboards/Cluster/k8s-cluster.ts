import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { nodeExporterSeries } from "../../components/exporters/series/node-exporter";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalBelow, warningAbove } from "../../lib/dashboards/threshold";
import { matches, select } from "../../lib/series";
import { partOf } from "../shared/share";
import { granted, ten, used } from "../shared/workload-use";

const {
  kube_networkpolicy_created: policies,
  kube_node_info: nodeInfo,
  kube_node_spec_unschedulable: cordoned,
  kube_node_status_allocatable: allocatable,
  kube_node_status_condition: condition,
  kube_pod_status_phase: phase,
  kube_pod_status_unschedulable: unschedulable,
  kube_resourcequota: quota,
} = kubeStateMetricsSeries;
const { node_memory_MemTotal_bytes: memory } = nodeExporterSeries;

// what rules/recordings-nodes.ts records
const busy = select("node:node_cpu_utilization:ratio_rate5m");
const clusterBusy = select("cluster:node_cpu:ratio_rate5m");
const available = select(":node_memory_MemAvailable_bytes:sum");

const has = (resource: "cpu" | "memory" | "pods", by = "node"): string => `max by (${by}) (${allocatable({ resource })})`;
/** Of each node, whether it is so with its readiness. One that says nothing of that, as a new one, is not ready. */
const isReady = (status: "true" | "unknown"): string =>
  partOf(`max by (node) (${condition({ condition: "Ready", status })})`, `max by (node) (${condition()})`);
/** Requests by what is left of the nodes when the largest is gone. */
const withoutLargest = (resource: "cpu" | "memory"): string =>
  `sum(${granted(resource, "requests", "node")}) / (sum(${has(resource)}) - (max(${has(resource)}) and on () count(${has(resource)}) > 1 or vector(0)))`;
const ofNode = (resource: "cpu" | "memory", kind: "requests" | "limits"): string =>
  `${granted(resource, kind, "node")} / on (node) ${has(resource)}`;
const quotaOf = (type: "used" | "hard"): string => `max by (namespace, resourcequota, resource) (${quota({ type })})`;
const NONE = 'label_replace(vector(0), "pod", "none", "", "")';
const toPods = { namespace: { dashboard: "k8s-namespace-pods", variable: "namespace" } };

export const clusterCompute = dashboard({
  uid: "k8s-cluster",
  title: "Cluster: room and use",
  folder: "Cluster",
  question: "Does everything have a node, is there room if one goes, and who takes the most?",
  asker: "whoever is told that pods find no node, and before something more is installed",
  areas: ["nodes-state", "object-states", "network-policies"],
  alerts: ["KubeCPUOvercommit", "PodUnschedulable", "PodPending", "QuotaFull", "QuotaAlmostFull"],
  next: ["k8s-namespace-workloads", "k8s-namespace-pods", "node-use", "k8s-kubelet", "vpa-recommendations"],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Nodes that are ready",
          description: "Share of the nodes that say so. Below 1, the row of nodes names the one that does not.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `avg(${isReady("true")})` }],
          thresholds: [criticalBelow(1)],
        }),
        stat({
          title: "Pods that wait for a node",
          description: "No node takes them, for want of room or for what they ask of a node. The last row names them.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(max by (namespace, pod) (${unschedulable()}) == 1) or vector(0)` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Memory, a node less",
          description: "Of what the other nodes can give. Above 1 not everything starts elsewhere when that node fails.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: withoutLargest("memory") }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Cores, a node less",
          description: "Of what the other nodes can give. Above 1 not everything starts elsewhere when that node fails.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: withoutLargest("cpu") }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Processors in use",
          description: "Share of the nodes' processor time, each node alike. High with few requests means that requests are too small.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(${clusterBusy()})` }],
          thresholds: [warningAbove(0.8)],
          hasTrend: true,
        }),
        stat({
          title: "Memory in use",
          description: "Share of all nodes' memory that programs could not have at once.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `1 - max(${available()}) / sum(${memory()})` }],
          thresholds: [warningAbove(0.85)],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "Is there room?",
      panels: [
        graph({
          title: "Processors: used, requested, allowed and there",
          description: "Requests near what is there leave no node for new pods, however idle the processors are.",
          unit: "cores",
          min: 0,
          queries: [
            { expr: `sum(${used("cpu", "node")})`, legend: "used" },
            { expr: `sum(${granted("cpu", "requests", "node")})`, legend: "requested" },
            { expr: `sum(${granted("cpu", "limits", "node")})`, legend: "allowed" },
            { expr: `sum(${has("cpu")})`, legend: "there" },
          ],
        }),
        graph({
          title: "Memory: used, requested, allowed and there",
          description: "Use above requests is lent: where it runs short, pods that use more than they asked for are evicted first.",
          unit: "bytes",
          min: 0,
          queries: [
            { expr: `sum(${used("memory", "node")})`, legend: "used" },
            { expr: `sum(${granted("memory", "requests", "node")})`, legend: "requested" },
            { expr: `sum(${granted("memory", "limits", "node")})`, legend: "allowed" },
            { expr: `sum(${has("memory")})`, legend: "there" },
          ],
        }),
      ],
    },
    {
      title: "Nodes",
      panels: [
        timeline({
          title: "Which nodes are ready?",
          description: "Grey is what its kubelet no longer says. What is red for long has its pods moved elsewhere after five minutes.",
          unit: "flag",
          height: 6,
          width: 12,
          queries: [
            {
              expr: `${isReady("true")} + 2 * ${isReady("unknown")}`,
              legend: "{{node}}",
            },
          ],
          means: { 0: { text: "not ready", color: "red" }, 1: { text: "ready", color: "green" }, 2: { text: "unknown", color: "gray" } },
        }),
        timeline({
          title: "Which nodes take no new pods, or are short?",
          description: "Cordoned by hand, or short of memory, disk or process numbers by the kubelet's own judgement, which then evicts.",
          unit: "flag",
          height: 6,
          width: 12,
          queries: [
            { expr: `max by (node) (${cordoned()})`, legend: "{{node}} cordoned" },
            {
              expr: `max by (node) (${condition({ condition: matches("MemoryPressure|DiskPressure|PIDPressure"), status: "true" })})`,
              legend: "{{node}} short",
            },
          ],
          means: { 0: { text: "no", color: "green" }, 1: { text: "yes", color: "orange" } },
          asks: ["NodeCordonedLong", "NodeConditionPressure"],
        }),
        table({
          title: "Nodes by requested memory",
          description: "Of what pods may have of it. A node that is full by requests takes nothing more, be it idle.",
          by: { node: "Node" },
          leadsTo: { node: { dashboard: "node-detail", variable: "node" } },
          columns: [
            { title: "Memory requested", unit: "ratio", decimals: 0, expr: ofNode("memory", "requests"), thresholds: [warningAbove(0.95)] },
            { title: "Memory limits", unit: "ratio", decimals: 0, expr: ofNode("memory", "limits") },
            {
              title: "Processors requested",
              unit: "ratio",
              decimals: 0,
              expr: ofNode("cpu", "requests"),
              thresholds: [warningAbove(0.95)],
            },
            { title: "Processor limits", unit: "ratio", decimals: 0, expr: ofNode("cpu", "limits"), asks: ["KubeCPUOvercommit"] },
            { title: "Processors in use", unit: "ratio", decimals: 0, expr: `max by (node) (${busy()})` },
          ],
        }),
        table({
          title: "What runs on the nodes?",
          description: "Releases of each node, and since a change the one that was forgotten.",
          by: {
            node: "Node",
            kubelet_version: "Kubelet",
            container_runtime_version: "Runtime",
            kernel_version: "Kernel",
            os_image: "System",
          },
          height: 6,
          leadsTo: { node: { dashboard: "node-detail", variable: "node" } },
          columns: [
            {
              title: "Nodes",
              unit: "count",
              expr: `max by (node, kubelet_version, container_runtime_version, kernel_version, os_image) (${nodeInfo()})`,
            },
          ],
        }),
      ],
    },
    {
      title: "Who takes it?",
      panels: [
        graph({
          title: "Processors of the ten busiest namespaces",
          description: "Processors used, over five minutes.",
          unit: "cores",
          isStacked: true,
          min: 0,
          queries: [{ expr: ten(used("cpu", "namespace")), legend: "{{namespace}}" }],
        }),
        graph({
          title: "Memory of the ten largest namespaces",
          description: "What can't be freed at once. A namespace that climbs for days without a change leaks.",
          unit: "bytes",
          isStacked: true,
          min: 0,
          queries: [{ expr: ten(used("memory", "namespace")), legend: "{{namespace}}" }],
        }),
        table({
          title: "Namespaces by memory",
          description: "What each uses and has asked for. Where requests are far above use, room is set aside for nothing.",
          by: { namespace: "Namespace" },
          leadsTo: toPods,
          columns: [
            { title: "Memory", unit: "bytes", expr: used("memory", "namespace") },
            { title: "Memory requested", unit: "bytes", expr: granted("memory", "requests", "namespace") },
            { title: "Processors", unit: "cores", decimals: 2, expr: used("cpu", "namespace") },
            { title: "Processors requested", unit: "cores", decimals: 2, expr: granted("cpu", "requests", "namespace") },
            { title: "Pods", unit: "count", expr: `sum by (namespace) (${phase({ phase: "Running" })})` },
            { title: "Network policies", unit: "count", expr: `count by (namespace) (max by (namespace, networkpolicy) (${policies()}))` },
          ],
        }),
      ],
    },
    {
      title: "What does not fit?",
      panels: [
        graph({
          title: "Pods by phase",
          description: "Pending for long has no node, no volume or no image; Failed is what nobody removed.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: `sum by (phase) (${phase()})`, legend: "{{phase}}" }],
        }),
        table({
          title: "Which pods wait for a node?",
          description: "The scheduler's events of the pod say what each node lacks: kubectl describe pod.",
          by: { namespace: "Namespace", pod: "Pod" },
          width: 8,
          height: 8,
          leadsTo: { pod: { dashboard: "k8s-pod", variable: "pod", with: { namespace: "namespace" } } },
          columns: [
            {
              title: "Waits",
              unit: "flag",
              expr: `max by (namespace, pod) (${unschedulable()}) or on () ${NONE}`,
              asks: ["PodUnschedulable"],
              means: { 0: { text: "no", color: "green" }, 1: { text: "yes", color: "red" } },
            },
          ],
        }),
        bars({
          title: "How full are the quotas?",
          description: "At 1 the API server refuses what would take more, and a deploy stops half way.",
          unit: "ratio",
          min: 0,
          max: 1,
          width: 8,
          queries: [
            {
              expr: `sort_desc(${quotaOf("used")} / ${quotaOf("hard")}) or on () label_replace(vector(0), "namespace", "no quota", "", "")`,
              legend: "{{namespace}} {{resource}}",
            },
          ],
          asks: ["QuotaFull", "QuotaAlmostFull"],
        }),
      ],
    },
  ],
});
