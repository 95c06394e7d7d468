import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../components/exporters/series/kubelet";
import { after, type Evidence, stillAfter } from "../lib/alerts/proof";
import { type AlertRule, alert, area, type RuleBundle } from "../lib/alerts/rule";
import { GIB } from "../lib/bytes";
import { minutes } from "../lib/duration";
import type { Site } from "../lib/site/schema";
import { POD } from "./proof-pod";
import { type WorkloadComponent, workloadComponents } from "./workload-components";

const {
  kube_deployment_status_replicas_unavailable,
  kube_pod_container_status_last_terminated_reason,
  kube_pod_container_status_last_terminated_timestamp,
  kube_pod_container_status_restarts_total,
  kube_pod_container_status_terminated_reason,
  kube_statefulset_replicas,
  kube_statefulset_status_replicas_ready,
} = kubeStateMetricsSeries;
const { kubelet_volume_stats_capacity_bytes, kubelet_volume_stats_used_bytes } = kubeletSeries;

/** Deployments, stateful sets, containers and claims, one alert per component (observability specification, part 6). */
export function workloads(site: Site): RuleBundle {
  const rules = workloadComponents(site).flatMap((owner) => [
    deploymentUnavailable(owner),
    statefulSetShort(owner),
    containerRestarts(owner),
    containerOomKilled(owner),
    volumeClaimFilling(owner),
  ]);
  return area("workloads", {}, rules);
}

/** What fires for the component of another namespace must not for this one, where there is another. */
function elsewhere(outside: string | undefined, evidence: (namespace: string) => Evidence): Evidence[] {
  return outside === undefined ? [] : [evidence(outside)];
}

function deploymentUnavailable({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const unavailable = (namespace: string, replicas: string) => ({
    [kube_deployment_status_replicas_unavailable({ namespace, deployment: "web" })]: replicas,
  });
  return alert("DeploymentUnavailable", {
    expr: `${kube_deployment_status_replicas_unavailable({ namespace: namespaces })} > 0`,
    for: minutes(5),
    severity: "critical",
    component,
    summary: "Deployment {{ $labels.namespace }}/{{ $labels.deployment }} is short of replicas",
    description: "{{ $value }} replicas are unavailable for 5 minutes. Look at the pods' events and the last rollout.",
    fires: unavailable(inside, "1x10"),
    silent: [
      unavailable(inside, "0x10"),
      after(minutes(8), unavailable(inside, "1 1 1 0 1x10")),
      ...elsewhere(outside, (namespace) => unavailable(namespace, "1x10")),
    ],
  });
}

function statefulSetShort({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const picked = { namespace: namespaces };
  const sets = (namespace: string, ready: string, desired: string) => ({
    [kube_statefulset_status_replicas_ready({ namespace, statefulset: "db" })]: ready,
    [kube_statefulset_replicas({ namespace, statefulset: "db" })]: desired,
  });
  return alert("StatefulSetShort", {
    expr: `${kube_statefulset_status_replicas_ready(picked)} < ${kube_statefulset_replicas(picked)}`,
    for: minutes(5),
    severity: "critical",
    component,
    summary: "Stateful set {{ $labels.namespace }}/{{ $labels.statefulset }} is short of ready replicas",
    description: "Only {{ $value }} replicas are ready for 5 minutes. Look at the first pod that is not ready: the set waits for it.",
    fires: sets(inside, "2x10", "3x10"),
    silent: [sets(inside, "3x10", "3x10"), ...elsewhere(outside, (namespace) => sets(namespace, "2x10", "3x10"))],
  });
}

function containerRestarts({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const restarts = (namespace: string, count: string) => ({
    [kube_pod_container_status_restarts_total({ namespace, pod: "web-0", uid: POD.uid, container: "web" })]: count,
  });
  return alert("ContainerRestarting", {
    expr: `rate(${kube_pod_container_status_restarts_total({ namespace: namespaces })}[15m]) * 60 > 0.5`,
    severity: "warning",
    component,
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} keeps restarting",
    description: "It restarts {{ $value | humanize }} times a minute over 15 minutes. Read the log of the previous container.",
    // seven in fifteen minutes are less than one in two
    fires: after(minutes(28), restarts(inside, "0x19 0+1x8 8x20")),
    silent: [restarts(inside, "0x19 0+1x7 7x20"), ...elsewhere(outside, (namespace) => restarts(namespace, "0x19 0+1x8 8x20"))],
  });
}

function containerOomKilled({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const killed = (namespace: string, reason: string) => {
    const container = { namespace, pod: "web-0", uid: POD.uid, container: "web" };
    return {
      [kube_pod_container_status_last_terminated_reason({ ...container, reason })]: "_ 1x90",
      [kube_pod_container_status_last_terminated_timestamp(container)]: "_ 60x90",
    };
  };
  const jobKilled = (namespace: string, reason: string) => ({
    [kube_pod_container_status_terminated_reason({ namespace, pod: "backup-1", uid: POD.uid, container: "backup", reason })]: "_ 1x90",
  });
  const terminated = kube_pod_container_status_terminated_reason({ namespace: namespaces, reason: "OOMKilled" });
  return alert("ContainerOOMKilled", {
    // The reason stays 1 for the life of the pod: only the time of the kill says whether it is recent. A container
    // that is not started again (a job's) has no last termination and no time, only a state it did not have an hour ago.
    expr: [
      `${kube_pod_container_status_last_terminated_reason({ namespace: namespaces, reason: "OOMKilled" })} == 1`,
      `and on (namespace, pod, container) time() - ${kube_pod_container_status_last_terminated_timestamp({ namespace: namespaces })} < 3600`,
      `or ${terminated} == 1`,
      `unless on (namespace, pod, container) ${terminated} offset 1h == 1`,
    ].join("\n"),
    severity: "warning",
    component,
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} was killed for memory",
    description: "It passed its memory limit within the last hour. Compare the limit with the usage before the kill.",
    fires: [
      after(minutes(1), killed(inside, "OOMKilled")),
      after(minutes(1), jobKilled(inside, "OOMKilled")),
      stillAfter(minutes(60), killed(inside, "OOMKilled")),
      stillAfter(minutes(60), jobKilled(inside, "OOMKilled")),
    ],
    silent: [
      after(minutes(61), killed(inside, "OOMKilled")),
      after(minutes(61), jobKilled(inside, "OOMKilled")),
      killed(inside, "Error"),
      jobKilled(inside, "Completed"),
      ...elsewhere(outside, (namespace) => jobKilled(namespace, "OOMKilled")),
      ...elsewhere(outside, (namespace) => killed(namespace, "OOMKilled")),
    ],
  });
}

function volumeClaimFilling({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const picked = { namespace: namespaces };
  const [capacity, block] = [10 * GIB, 4096];
  const claim = (namespace: string, used: number) => {
    const labels = { namespace, persistentvolumeclaim: "data", node: "a" };
    return {
      [kubelet_volume_stats_used_bytes(labels)]: `${used}x10`,
      [kubelet_volume_stats_capacity_bytes(labels)]: `${capacity}x10`,
    };
  };
  return alert("VolumeClaimFilling", {
    // while a pod moves, two nodes report the claim: take the fuller
    expr: [
      `max by (namespace, persistentvolumeclaim) (`,
      `  ${kubelet_volume_stats_used_bytes(picked)} / ${kubelet_volume_stats_capacity_bytes(picked)}`,
      `) > 0.85`,
    ].join("\n"),
    severity: "warning",
    component,
    summary: "Claim {{ $labels.namespace }}/{{ $labels.persistentvolumeclaim }} is filling up",
    description: "More than 85 % is used (share now: {{ $value | humanize }}). Free space or enlarge the claim.",
    fires: claim(inside, 0.85 * capacity + block),
    silent: [claim(inside, 0.85 * capacity), ...elsewhere(outside, (namespace) => claim(namespace, 0.85 * capacity + block))],
  });
}
