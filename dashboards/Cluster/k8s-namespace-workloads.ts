import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { cadvisorSeries } from "../../components/exporters/series/kubelet";
import { warningEventsRepeating } from "../../components/log-router/alerts/cluster-events";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { matches } from "../../lib/series";
import { jobsAndBudgets } from "../shared/jobs-and-budgets";
import { byWorkload, granted, ten, used, workloadOf } from "../shared/workload-use";

const {
  kube_cronjob_next_schedule_time: nextRun,
  kube_cronjob_spec_suspend: suspended,
  kube_cronjob_status_last_schedule_time: lastRun,
  kube_cronjob_status_last_successful_time: lastSuccess,
  kube_daemonset_status_desired_number_scheduled: daemonsWanted,
  kube_daemonset_status_number_available: daemonsAvailable,
  kube_daemonset_status_updated_number_scheduled: daemonsUpdated,
  kube_deployment_spec_paused: paused,
  kube_deployment_spec_replicas: deploymentWanted,
  kube_deployment_status_condition: deploymentCondition,
  kube_deployment_status_replicas_available: deploymentAvailable,
  kube_deployment_status_replicas_unavailable: unavailable,
  kube_deployment_status_replicas_updated: deploymentUpdated,
  kube_job_failed: jobFailed,
  kube_namespace_status_phase,
  kube_pod_container_status_restarts_total: restarts,
  kube_statefulset_replicas: setWanted,
  kube_statefulset_status_replicas_ready: setReady,
  kube_statefulset_status_replicas_updated: setUpdated,
} = kubeStateMetricsSeries;
const { container_network_receive_bytes_total: received, container_network_transmit_bytes_total: sent } = cadvisorSeries;

const chosen = { namespace: matches("$namespace") };

/** Of the three kinds, by `workload` and `workload_type`, as the recording of pods' owners calls them. */
function ofEach(deployment: string, statefulSet: string, daemonSet: string): string {
  const named = (expr: string, type: string) =>
    `label_replace(label_replace(max by (namespace, ${type}) (${expr}), "workload", "$1", "${type}", "(.+)"), "workload_type", "${type}", "", "")`;
  return `max by (namespace, workload, workload_type) (${named(deployment, "deployment")} or ${named(statefulSet, "statefulset")} or ${named(daemonSet, "daemonset")})`;
}
const wanted = ofEach(deploymentWanted(chosen), setWanted(chosen), daemonsWanted(chosen));
const there = ofEach(deploymentAvailable(chosen), setReady(chosen), daemonsAvailable(chosen));
const updated = ofEach(deploymentUpdated(chosen), setUpdated(chosen), daemonsUpdated(chosen));

const perWorkload = (expr: string): string => byWorkload(expr, chosen);
const ofPods = (resource: "cpu" | "memory"): string => perWorkload(used(resource, "namespace, pod", chosen));
const askedByPods = (resource: "cpu" | "memory"): string => perWorkload(granted(resource, "requests", "namespace, pod", chosen));
const traffic = (counter: string): string => perWorkload(`sum by (namespace, pod) (rate(${counter}[$__rate_interval]))`);
const legend = "{{namespace}} {{workload}}";
const WORKLOAD = { namespace: "Namespace", workload: "Workload", workload_type: "Kind" };
const toWorkload = { workload: { dashboard: "k8s-workload", variable: "workload", with: { namespace: "namespace" } } };
const cronJob = (expr: string): string => `max by (namespace, cronjob) (${expr})`;

export const namespaceWorkloads = dashboard({
  uid: "k8s-namespace-workloads",
  title: "Workloads by namespace",
  folder: "Cluster",
  question: "Does every workload have the pods that it should, and did every job run?",
  asker: "whoever was told of a deployment, a stateful or daemon set or a job, and after a deploy",
  areas: ["workloads", "jobs"],
  alerts: [warningEventsRepeating.name],
  next: ["k8s-workload", "k8s-namespace-pods", "k8s-cluster", "vpa-recommendations"],
  variables: [choice("namespace", "Namespace", { of: kube_namespace_status_phase, label: "namespace" })],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Workloads that lack pods",
          description:
            "Deployments, stateful and daemon sets with fewer pods ready than wanted. A deploy makes one of them for a minute or two.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${wanted} - ${there} > 0) or vector(0)` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Pods that are missing",
          description: "Wanted and not available, of all workloads.",
          unit: "count",
          width: 4,
          queries: [{ expr: `sum(clamp_min(${wanted} - ${there}, 0))` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Old templates running",
          description: "Some of their pods are not of the newest one. It is so while a deploy goes on; for longer it is stuck.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${wanted} - ${updated} > 0) or vector(0)` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Jobs that failed",
          description: "Failed and not removed. The log of their pods says why; a later run that succeeds does not remove them.",
          unit: "count",
          width: 4,
          queries: [{ expr: `sum(max by (namespace, job_name) (${jobFailed({ ...chosen, condition: "true" })})) or vector(0)` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Cron jobs that are suspended",
          description: "They start no run until somebody resumes them.",
          unit: "count",
          width: 4,
          queries: [{ expr: `sum(${cronJob(suspended(chosen))}) or vector(0)` }],
          hasTrend: true,
        }),
        stat({
          title: "Periods without a run",
          description:
            "Of the cron jobs, in the time between two runs of each: 1 is as it should be, above 3 several runs failed or did not start.",
          unit: "count",
          decimals: 1,
          width: 4,
          queries: [
            {
              expr: [
                `max((time() - ${cronJob(lastSuccess(chosen))})`,
                `/ (${cronJob(nextRun(chosen))} - ${cronJob(lastRun(chosen))} > 0)) or vector(0)`,
              ].join("\n"),
            },
          ],
          thresholds: [warningAbove(3), criticalAbove(10)],
        }),
      ],
    },
    {
      title: "Which lack pods?",
      panels: [
        timeline({
          title: "Which workloads lacked pods?",
          description:
            "A line for each that lacked some in the time that is shown. Short and after each other is a deploy; long is a fault.",
          unit: "flag",
          height: 6,
          queries: [{ expr: `(${wanted} - ${there} > bool 0) == 1 or label_replace(vector(0), "workload", "all others", "", "")`, legend }],
          means: { 0: { text: "complete", color: "green" }, 1: { text: "lacks pods", color: "red" } },
        }),
        graph({
          title: "Pods of deployments that are not available",
          description:
            "Of the ten deployments that lack most. A deploy lets them go one after the other; what stays up here does not come.",
          unit: "count",
          min: 0,
          queries: [{ expr: ten(`max by (namespace, deployment) (${unavailable(chosen)})`), legend: "{{namespace}} {{deployment}}" }],
          asks: ["DeploymentUnavailable"],
        }),
        timeline({
          title: "Which rollouts are stuck or paused?",
          description: "Stuck made no progress for ten minutes, mostly for an image, a probe or room; paused was stopped by hand.",
          unit: "flag",
          width: 12,
          queries: [
            {
              expr: `max by (namespace, deployment) (${deploymentCondition({ ...chosen, condition: "Progressing", status: "false" })}) == 1 or label_replace(vector(0), "deployment", "all others", "", "")`,
              legend: "{{namespace}} {{deployment}} stuck",
            },
            {
              expr: `max by (namespace, deployment) (${paused(chosen)}) == 1 or label_replace(vector(0), "deployment", "all others", "", "")`,
              legend: "{{namespace}} {{deployment}} paused",
            },
          ],
          means: { 0: { text: "goes on", color: "green" }, 1: { text: "stands", color: "orange" } },
          asks: ["DeploymentRolloutStuck"],
        }),
        table({
          title: "Workloads by missing pods",
          description: "All of them, with what they want, have and have renewed. A click shows the pods of one.",
          by: WORKLOAD,
          leadsTo: toWorkload,
          columns: [
            { title: "Missing", unit: "count", expr: `${wanted} - ${there}`, thresholds: [warningAbove(1)] },
            { title: "Wanted", unit: "count", expr: wanted },
            { title: "Available", unit: "count", expr: there },
            { title: "Of the newest template", unit: "count", expr: updated },
            {
              title: "Restarts in 24 h",
              unit: "count",
              decimals: 0,
              expr: perWorkload(`sum by (namespace, pod) (increase(${restarts(chosen)}[24h]))`),
              thresholds: [warningAbove(3)],
            },
          ],
        }),
      ],
    },
    {
      title: "What do they use?",
      panels: [
        graph({
          title: "Processors of the ten busiest workloads",
          description: "Processors used by all pods of a workload, over five minutes.",
          unit: "cores",
          min: 0,
          width: 8,
          queries: [{ expr: ten(ofPods("cpu")), legend }],
        }),
        graph({
          title: "Memory of the ten largest workloads",
          description: "Of all pods of a workload, what can't be freed at once. Saw teeth are restarts.",
          unit: "bytes",
          min: 0,
          width: 8,
          queries: [{ expr: ten(ofPods("memory")), legend }],
        }),
        graph({
          title: "Traffic of the ten with most",
          description: "Bytes that a workload's pods receive and send; what is sent is below the line.",
          unit: "bytes per second",
          width: 8,
          queries: [
            { expr: ten(traffic(received(chosen))), legend: `${legend} received` },
            { expr: ten(traffic(sent(chosen))), legend: `${legend} sent`, isMirrored: true },
          ],
        }),
        table({
          title: "Workloads by memory",
          description: "What each uses of what its pods asked for. Far below 1 room is set aside for nothing, far above it is lent.",
          by: WORKLOAD,
          leadsTo: toWorkload,
          columns: [
            { title: "Memory", unit: "bytes", expr: ofPods("memory") },
            { title: "Memory of its request", unit: "ratio", decimals: 0, expr: `${ofPods("memory")} / ${askedByPods("memory")}` },
            { title: "Processors", unit: "cores", decimals: 3, expr: ofPods("cpu") },
            { title: "Processors of its request", unit: "ratio", decimals: 0, expr: `${ofPods("cpu")} / ${askedByPods("cpu")}` },
            { title: "Pods", unit: "count", expr: `count by (namespace, workload, workload_type) (${workloadOf(chosen)})` },
          ],
        }),
      ],
    },
    jobsAndBudgets,
  ],
});
