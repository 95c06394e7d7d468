import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { cadvisorSeries } from "../../components/exporters/series/kubelet";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { type Condition, matches, not } from "../../lib/series";
import { orLine } from "./share";

const {
  kube_pod_container_resource_limits: limits,
  kube_pod_container_status_ready: ready,
  kube_pod_container_status_restarts_total: restarts,
} = kubeStateMetricsSeries;
const { container_cpu_usage_seconds_total: cpu, container_memory_working_set_bytes: memory } = cadvisorSeries;

/** Whose pods: by the beginning of their names, which is that of their Deployment or StatefulSet. */
export interface ServicePods {
  readonly namespace: string;
  readonly name: string;
}

/** Whose pods, in conditions. */
export interface Pods {
  readonly namespace: string | Condition;
  readonly pod: Condition;
}

/** Where no pod is known one line says so, as one that is not ready would. */
export const readyContainers = (pods: Pods): string => `min by (pod, container) (${ready(pods)}) ${orLine("pod", "no pod is known")}`;

/** How a service's own pods fare, on every page of one: whether they run, and what they use of what they may. */
export const ownService = ({ namespace, name }: ServicePods): Row => podsRow({ namespace, pod: matches(`${name}-.+`) });

/** The same of pods that a page knows by a variable of it: an operator, or somebody else's chart, names them. */
export function podsRow(pods: Pods): Row {
  const container = { ...pods, container: not("") };
  const legend = "{{pod}} {{container}}";
  return {
    title: "Its pods",
    isShared: true,
    panels: [
      graph({
        title: "Are its containers ready?",
        description:
          "1 for each container that says that it is ready; one that is not gets no requests. No pod at all is no readiness either.",
        unit: "flag",
        min: 0,
        max: 1,
        width: 6,
        queries: [{ expr: readyContainers(pods), legend }],
      }),
      graph({
        title: "How often do they start anew?",
        description:
          "Restarts within an hour. One after a change is as it should be; one every few minutes is a crash that its log explains.",
        unit: "count",
        min: 0,
        width: 6,
        queries: [{ expr: `sum by (pod, container) (increase(${restarts(pods)}[1h]))`, legend }],
      }),
      graph({
        title: "How much of their memory do they use?",
        description: "The share of the limit that is in use. At 1 the kernel kills the container.",
        unit: "ratio",
        min: 0,
        width: 6,
        thresholds: [warningAbove(0.9)],
        queries: [
          {
            expr: `max by (pod, container) (${memory(container)}) / max by (pod, container) (${limits({ ...pods, resource: "memory" })})`,
            legend,
          },
        ],
      }),
      graph({
        title: "How many cores do they use?",
        description: "Processor time in a second. What stays at its limit is slowed down.",
        unit: "cores",
        min: 0,
        width: 6,
        queries: [{ expr: `sum by (pod, container) (rate(${cpu(container)}[$__rate_interval]))`, legend }],
      }),
    ],
  };
}
