import { after } from "../lib/alerts/proof";
import { type AlertRule, alert, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import type { Site } from "../lib/site/schema";
import { type WorkloadComponent, workloadComponents } from "./workload-components";

/** Deployments, stateful sets, containers and claims, one alert per component (observability specification, part 6). */
export function workloads(site: Site): RuleBundle {
  const rules = workloadComponents(site).flatMap((owner) => [
    deploymentUnavailable(owner),
    statefulSetShort(owner),
    containerRestarts(owner),
    containerOomKilled(owner),
    volumeClaimFilling(owner),
  ]);
  return { area: "workloads", groups: [{ name: "workloads", rules }] };
}

function deploymentUnavailable({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const unavailable = (namespace: string) => `kube_deployment_status_replicas_unavailable{namespace="${namespace}",deployment="web"}`;
  return alert("DeploymentUnavailable", {
    expr: `kube_deployment_status_replicas_unavailable{${namespaces}} > 0`,
    for: minutes(5),
    severity: "critical",
    component,
    summary: "Deployment {{ $labels.namespace }}/{{ $labels.deployment }} is short of replicas",
    description: "{{ $value }} replicas are unavailable for 5 minutes. Look at the pods' events and the last rollout.",
    fires: { [unavailable(inside)]: "1x10" },
    silent: [
      { [unavailable(inside)]: "0x10" },
      after(minutes(4), { [unavailable(inside)]: "1x10" }),
      after(minutes(8), { [unavailable(inside)]: "1 1 1 0 1x10" }),
      { [unavailable(outside)]: "1x10" },
    ],
  });
}

function statefulSetShort({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const sets = (namespace: string, ready: string, desired: string) => ({
    [`kube_statefulset_status_replicas_ready{namespace="${namespace}",statefulset="db"}`]: ready,
    [`kube_statefulset_replicas{namespace="${namespace}",statefulset="db"}`]: desired,
  });
  return alert("StatefulSetShort", {
    expr: `kube_statefulset_status_replicas_ready{${namespaces}} < kube_statefulset_replicas{${namespaces}}`,
    for: minutes(5),
    severity: "critical",
    component,
    summary: "Stateful set {{ $labels.namespace }}/{{ $labels.statefulset }} is short of ready replicas",
    description: "Only {{ $value }} replicas are ready for 5 minutes. Look at the first pod that is not ready: the set waits for it.",
    fires: sets(inside, "2x10", "3x10"),
    silent: [sets(inside, "3x10", "3x10"), after(minutes(4), sets(inside, "2x10", "3x10")), sets(outside, "2x10", "3x10")],
  });
}

function containerRestarts({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const restarts = (namespace: string) => `kube_pod_container_status_restarts_total{namespace="${namespace}",pod="web-0",container="web"}`;
  return alert("ContainerRestarting", {
    expr: `rate(kube_pod_container_status_restarts_total{${namespaces}}[15m]) * 60 > 0.5`,
    severity: "warning",
    component,
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} keeps restarting",
    description: "It restarts {{ $value | humanize }} times a minute over 15 minutes. Read the log of the previous container.",
    fires: after(minutes(20), { [restarts(inside)]: "0+0.6x20" }),
    silent: [after(minutes(20), { [restarts(inside)]: "0+0.4x20" }), after(minutes(20), { [restarts(outside)]: "0+0.6x20" })],
  });
}

function containerOomKilled({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const killed = (namespace: string, reason: string, at: string) => ({
    [`kube_pod_container_status_last_terminated_reason{namespace="${namespace}",pod="web-0",container="web",reason="${reason}"}`]: "1x90",
    [`kube_pod_container_status_last_terminated_timestamp{namespace="${namespace}",pod="web-0",container="web"}`]: at,
  });
  const jobKilled = (namespace: string, reason: string) => ({
    [`kube_pod_container_status_terminated_reason{namespace="${namespace}",pod="backup-1",container="backup",reason="${reason}"}`]:
      "_ 1x90",
  });
  return alert("ContainerOOMKilled", {
    // The reason stays 1 for the life of the pod: only the time of the kill says whether it is recent. A container
    // that is not started again (a job's) has no last termination and no time, only a state it did not have an hour ago.
    expr: [
      `kube_pod_container_status_last_terminated_reason{${namespaces},reason="OOMKilled"} == 1`,
      `and on (namespace, pod, container) time() - kube_pod_container_status_last_terminated_timestamp{${namespaces}} < 3600`,
      `or kube_pod_container_status_terminated_reason{${namespaces},reason="OOMKilled"} == 1`,
      `unless on (namespace, pod, container) kube_pod_container_status_terminated_reason{${namespaces},reason="OOMKilled"} offset 1h == 1`,
    ].join("\n"),
    severity: "warning",
    component,
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} was killed for memory",
    description: "It passed its memory limit within the last hour. Compare the limit with the usage before the kill.",
    fires: [after(minutes(30), killed(inside, "OOMKilled", "60x90")), after(minutes(30), jobKilled(inside, "OOMKilled"))],
    silent: [
      after({ seconds: hours(1).seconds + 60 }, killed(inside, "OOMKilled", "60x90")),
      after(minutes(30), killed(inside, "Error", "60x90")),
      after(minutes(30), jobKilled(inside, "Completed")),
      after({ seconds: hours(1).seconds + 120 }, jobKilled(inside, "OOMKilled")),
      after(minutes(30), jobKilled(outside, "OOMKilled")),
      after(minutes(30), killed(outside, "OOMKilled", "60x90")),
    ],
  });
}

function volumeClaimFilling({ component, namespaces, inside, outside }: WorkloadComponent): AlertRule {
  const claim = (namespace: string, used: string) => ({
    [`kubelet_volume_stats_used_bytes{namespace="${namespace}",persistentvolumeclaim="data",node="a"}`]: used,
    [`kubelet_volume_stats_capacity_bytes{namespace="${namespace}",persistentvolumeclaim="data",node="a"}`]: "1000x10",
  });
  return alert("VolumeClaimFilling", {
    // while a pod moves, two nodes report the claim: take the fuller
    expr: [
      `max by (namespace, persistentvolumeclaim) (`,
      `  kubelet_volume_stats_used_bytes{${namespaces}} / kubelet_volume_stats_capacity_bytes{${namespaces}}`,
      `) > 0.85`,
    ].join("\n"),
    severity: "warning",
    component,
    summary: "Claim {{ $labels.namespace }}/{{ $labels.persistentvolumeclaim }} is filling up",
    description: "More than 85 % is used (share now: {{ $value | humanize }}). Free space or enlarge the claim.",
    fires: claim(inside, "851x10"),
    silent: [claim(inside, "850x10"), claim(outside, "851x10")],
  });
}
