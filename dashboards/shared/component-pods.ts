import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { cadvisorSeries, kubeletSeries } from "../../components/exporters/series/kubelet";
import { podLogs } from "../../components/log-router/streams/pod-logs/stream";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import type { Row } from "../../lib/dashboards/dashboard";
import { graph, logs } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { all } from "../../lib/log-store/condition";
import { escapePattern } from "../../lib/metrics/promql";
import { matches, not } from "../../lib/series";
import type { Component } from "../../lib/site/component";
import { namespacesOf } from "../../lib/site/namespace-map";
import type { Site } from "../../lib/site/schema";
import { orAllOthers } from "./or-all-others";
import { recordsOf } from "./records";

const {
  kube_pod_container_resource_limits: limits,
  kube_pod_container_status_ready: ready,
  kube_pod_container_status_restarts_total: restarts,
} = kubeStateMetricsSeries;
const { container_memory_working_set_bytes: memory } = cadvisorSeries;
const { kubelet_volume_stats_capacity_bytes: size, kubelet_volume_stats_used_bytes: used } = kubeletSeries;

/** How the pods fare of a component whose programs are others', by the namespaces that the site lists for it. None where it lists none. */
export function componentPods(site: Site, component: Component): Row[] {
  const [first, ...others] = namespacesOf(site, component);
  if (first === undefined) return [];
  const of = { namespace: matches([first, ...others].map(escapePattern).join("|")) };
  const container = { ...of, container: not("") };
  return [
    {
      title: "Its pods",
      isShared: true,
      panels: [
        graph({
          title: "Containers that are not ready",
          description: "By namespace. A container that is not ready gets no requests; what it waits for, its pod's events say.",
          unit: "count",
          min: 0,
          width: 6,
          queries: [
            {
              expr: orAllOthers(`sum by (namespace) (1 - min by (namespace, pod, container) (${ready(of)})) > 0`, "namespace", 0),
              legend: "{{namespace}}",
            },
          ],
        }),
        graph({
          title: "Starts anew within an hour",
          description: "By namespace. One after a change is as it should be; one every few minutes is a crash that its log explains.",
          unit: "count",
          min: 0,
          width: 6,
          queries: [
            { expr: orAllOthers(`sum by (namespace) (increase(${restarts(of)}[1h])) > 0`, "namespace", 0), legend: "{{namespace}}" },
          ],
        }),
        graph({
          title: "Memory of its limit, the fullest",
          description: "Of the six containers that are nearest to theirs. At 1 the kernel kills the container.",
          unit: "ratio",
          min: 0,
          width: 6,
          thresholds: [warningAbove(0.9)],
          queries: [
            {
              expr: mostOver(
                6,
                `max by (namespace, pod, container) (${memory(container)}) / max by (namespace, pod, container) (${limits({ ...of, resource: "memory" })})`,
              ),
              legend: "{{pod}} {{container}}",
            },
          ],
        }),
        graph({
          title: "Fill of claims, the fullest",
          description: "Of the six that have least left. A full one stops whatever writes to it.",
          unit: "ratio",
          min: 0,
          max: 1,
          width: 6,
          thresholds: [warningAbove(0.85), criticalAbove(0.95)],
          queries: [
            {
              expr: mostOver(6, `max by (namespace, persistentvolumeclaim) (${used(of)} / ${size(of)})`),
              legend: "{{namespace}}/{{persistentvolumeclaim}}",
            },
          ],
        }),
        logs({
          title: "What its programs complain of",
          description: "Lines of level error and fatal in its namespaces, the newest first.",
          view: recordsOf(podLogs, {
            what: `errors of ${component}`,
            where: ({ namespace, log_level }) => all(namespace.is(first, ...others), log_level.is("error", "fatal")),
            shows: ["namespace", "service_name", "log"],
          }),
        }),
      ],
    },
  ];
}
