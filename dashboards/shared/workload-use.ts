import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { type Condition, not, select } from "../../lib/series";

const { kube_pod_status_phase: phase } = kubeStateMetricsSeries;

/** Conditions on the labels of pods. */
export type Where = Readonly<Record<string, string | Condition>>;

// what rules/recordings-workloads.ts records
const processors = select("node_namespace_pod_container:container_cpu_usage_seconds_total:sum_rate5m");
const workingSet = select("node_namespace_pod_container:container_memory_working_set_bytes");
const owner = select("namespace_workload_pod:kube_pod_owner:relabel");
const ofActive = (resource: "cpu" | "memory", kind: "requests" | "limits") =>
  select(`cluster:namespace:pod_${resource}:active:kube_pod_container_resource_${kind}`);

/** Processors that containers use, or bytes that can't be freed. */
export const used = (resource: "cpu" | "memory", by: string, where: Where = {}): string =>
  `sum by (${by}) (${(resource === "cpu" ? processors : workingSet)({ container: not(""), ...where })})`;

/** What pods that are not done ask for, or may have: while the exporter's pod is replaced, two tell of each container. */
export const granted = (resource: "cpu" | "memory", kind: "requests" | "limits", by: string, where: Where = {}): string =>
  `sum by (${by}) (max by (namespace, pod, container, node) (${ofActive(resource, kind)(where)}))`;

/** 1 for each pod, with its workload and the kind of that. */
export const workloadOf = (where: Where = {}): string =>
  `topk by (namespace, pod) (1, max by (namespace, pod, workload, workload_type) (${owner(where)}))`;

/** By workload, of what is there by namespace and pod. */
export const byWorkload = (expr: string, where: Where = {}): string =>
  `sum by (namespace, workload, workload_type) (${expr} * on (namespace, pod) group_left (workload, workload_type) ${workloadOf(where)})`;

/** The pods of chosen workloads alone, of what is there by namespace and pod. */
export const ofWorkload = (expr: string, where: Where): string => `${expr} and on (namespace, pod) ${owner(where)}`;

/** 1 for each pod that runs. */
export const running = (where: Where = {}): string => `max by (namespace, pod) (${phase({ ...where, phase: "Running" })}) == 1`;

/** The ten with the most in the time that is shown. */
export const ten = (expr: string): string => mostOver(10, expr);
