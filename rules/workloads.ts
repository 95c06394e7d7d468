import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../components/exporters/series/kubelet";
import { byNamespace } from "../lib/alerts/owner";
import { after, type SeriesSet, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { GIB } from "../lib/bytes";
import { minutes } from "../lib/duration";
import type { Workload } from "../lib/network/workload";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { POD } from "./proof-pod";

const {
  kube_daemonset_status_current_number_scheduled: scheduledNodes,
  kube_daemonset_status_desired_number_scheduled: wantedNodes,
  kube_daemonset_status_number_unavailable: lacking,
  kube_deployment_metadata_generation: generation,
  kube_deployment_spec_replicas: replicas,
  kube_deployment_status_condition: condition,
  kube_deployment_status_observed_generation: seenGeneration,
  kube_deployment_status_replicas_unavailable,
  kube_horizontalpodautoscaler_spec_max_replicas: mostReplicas,
  kube_horizontalpodautoscaler_spec_min_replicas: fewestReplicas,
  kube_horizontalpodautoscaler_status_condition: autoscalerCondition,
  kube_horizontalpodautoscaler_status_current_replicas: currentReplicas,
  kube_pod_container_status_last_terminated_reason,
  kube_pod_container_status_last_terminated_timestamp,
  kube_pod_container_status_restarts_total,
  kube_pod_container_status_terminated_reason,
  kube_node_status_condition: nodeCondition,
  kube_poddisruptionbudget_status_current_healthy: healthyPods,
  kube_poddisruptionbudget_status_desired_healthy: wantedHealthy,
  kube_resourcequota: quota,
  kube_statefulset_metadata_generation: setGeneration,
  kube_statefulset_replicas,
  kube_statefulset_status_current_revision: currentRevision,
  kube_statefulset_status_observed_generation: seenSetGeneration,
  kube_statefulset_status_replicas_ready,
  kube_statefulset_status_replicas_updated: updatedReplicas,
  kube_statefulset_status_update_revision: newRevision,
} = kubeStateMetricsSeries;
const { kubelet_volume_stats_capacity_bytes, kubelet_volume_stats_used_bytes } = kubeletSeries;

/** Of a quota: a rollout, which needs a pod more, may not fit. */
const QUOTA_SHARE = 0.9;
/** Of a claim's room. */
export const FULL_CLAIM_SHARE = 0.85;

/**
 * Deployments, stateful sets, containers and claims of every namespace (observability specification, part 6).
 *
 * @param watched a claim that is planned to be fuller than others may be, and has alerts of its own @default - there is none
 */
export function workloads(site: Site, watched?: Pick<Workload, "namespace" | "name">): RuleBundle {
  return area("workloads", { component: byNamespace(site), ...COMES_AND_GOES }, [
    deploymentUnavailable(),
    statefulSetShort(),
    containerRestarts(),
    containerOomKilled(),
    volumeClaimFilling(watched),
    deploymentRolloutStuck(),
    statefulSetRolloutStuck(),
    workloadChangeUnseen(),
    workloadGone(),
    daemonSetShort(),
    autoscalerAtMaximum(),
    autoscalerBlind(),
    disruptionBudgetViolated(),
    quotaFull(),
    quotaAlmostFull(),
  ]);
}

/** What says once more that a workload lacks pods; why a pod does not start is told all the same. */
const OF_MISSING_PODS = [{ alerts: ["PodNotReady", "DisruptionBudgetViolated"], sharing: ["namespace"] }] as const;

function deploymentUnavailable() {
  const unavailable = (replicas: string) => ({
    [kube_deployment_status_replicas_unavailable({ namespace: POD.namespace, deployment: "web" })]: replicas,
  });
  return alert("DeploymentUnavailable", {
    expr: `${kube_deployment_status_replicas_unavailable()} > 0`,
    for: minutes(5),
    severity: "critical",
    inhibits: [
      { alerts: ["DeploymentRolloutStuck", "ProbeExporterDown", "SnmpExporterDown"], sharing: ["namespace", "deployment"] },
      ...OF_MISSING_PODS,
    ],
    summary: "Deployment {{ $labels.namespace }}/{{ $labels.deployment }} is short of replicas",
    description: "{{ $value }} replicas are unavailable for 5 minutes. Look at the pods' events and the last rollout.",
    fires: unavailable("1x10"),
    silent: [unavailable("0x10"), after(minutes(8), unavailable("1 1 1 0 1x10"))],
  });
}

function statefulSetShort() {
  const sets = (ready: string, desired: string) => ({
    [kube_statefulset_status_replicas_ready({ namespace: POD.namespace, statefulset: "db" })]: ready,
    [kube_statefulset_replicas({ namespace: POD.namespace, statefulset: "db" })]: desired,
  });
  return alert("StatefulSetShort", {
    expr: `${kube_statefulset_status_replicas_ready()} < ${kube_statefulset_replicas()}`,
    for: minutes(5),
    severity: "critical",
    inhibits: [{ alerts: ["StatefulSetRolloutStuck"], sharing: ["namespace", "statefulset"] }, ...OF_MISSING_PODS],
    summary: "Stateful set {{ $labels.namespace }}/{{ $labels.statefulset }} is short of ready replicas",
    description: "Only {{ $value }} replicas are ready for 5 minutes. Look at the first pod that is not ready: the set waits for it.",
    fires: sets("2x10", "3x10"),
    silent: [sets("3x10", "3x10")],
  });
}

function containerRestarts() {
  const restarts = (count: string) => ({
    [kube_pod_container_status_restarts_total({ ...POD, container: "web" })]: count,
  });
  return alert("ContainerRestarting", {
    expr: `rate(${kube_pod_container_status_restarts_total()}[15m]) * 60 > 0.5`,
    severity: "warning",
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} keeps restarting",
    description: "It restarts {{ $value | humanize }} times a minute over 15 minutes. Read the log of the previous container.",
    // seven in fifteen minutes are less than one in two
    fires: after(minutes(28), restarts("0x19 0+1x8 8x20")),
    silent: [restarts("0x19 0+1x7 7x20")],
  });
}

function containerOomKilled() {
  const killed = (reason: string) => {
    const container = { ...POD, container: "web" };
    return {
      [kube_pod_container_status_last_terminated_reason({ ...container, reason })]: "_ 1x90",
      [kube_pod_container_status_last_terminated_timestamp(container)]: "_ 60x90",
    };
  };
  const jobKilled = (reason: string) => ({
    [kube_pod_container_status_terminated_reason({ ...POD, container: "backup", reason })]: "_ 1x90",
  });
  const terminated = kube_pod_container_status_terminated_reason({ reason: "OOMKilled" });
  return alert("ContainerOOMKilled", {
    inhibits: [{ alerts: ["ContainerProcessKilled"], sharing: ["namespace", "pod", "container"] }],
    // The reason stays 1 for the life of the pod: only the time of the kill says whether it is recent. A container
    // that is not started again (a job's) has no last termination and no time, only a state it did not have an hour ago.
    expr: [
      `${kube_pod_container_status_last_terminated_reason({ reason: "OOMKilled" })} == 1`,
      `and on (namespace, pod, container) time() - ${kube_pod_container_status_last_terminated_timestamp()} < 3600`,
      `or ${terminated} == 1`,
      `unless on (namespace, pod, container) ${terminated} offset 1h == 1`,
    ].join("\n"),
    severity: "warning",
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} was killed for memory",
    description: "It passed its memory limit within the last hour. Compare the limit with the usage before the kill.",
    fires: [
      after(minutes(1), killed("OOMKilled")),
      after(minutes(1), jobKilled("OOMKilled")),
      keptAfter(minutes(60), killed("OOMKilled")),
      keptAfter(minutes(60), jobKilled("OOMKilled")),
    ],
    silent: [
      overAfter(minutes(61), killed("OOMKilled")),
      overAfter(minutes(61), jobKilled("OOMKilled")),
      killed("Error"),
      jobKilled("Completed"),
    ],
  });
}

function volumeClaimFilling(watched?: Pick<Workload, "namespace" | "name">) {
  const [capacity, block] = [10 * GIB, 4096];
  const tooFull = FULL_CLAIM_SHARE * capacity + block;
  const claim = (used: number, namespace = POD.namespace, persistentvolumeclaim = "data") => {
    const labels = { namespace, persistentvolumeclaim, node: "a" };
    return {
      [kubelet_volume_stats_used_bytes(labels)]: `${used}x10`,
      [kubelet_volume_stats_capacity_bytes(labels)]: `${capacity}x10`,
    };
  };
  return alert("VolumeClaimFilling", {
    // while a pod moves, two nodes report the claim: take the fuller
    expr: [
      `max by (namespace, persistentvolumeclaim) (`,
      `  ${kubelet_volume_stats_used_bytes()} / ${kubelet_volume_stats_capacity_bytes()}`,
      `) > ${FULL_CLAIM_SHARE}`,
      ...(watched
        ? [
            `unless on (namespace, persistentvolumeclaim) ${kubelet_volume_stats_capacity_bytes({ namespace: watched.namespace, persistentvolumeclaim: watched.name })}`,
          ]
        : []),
    ].join("\n"),
    severity: "warning",
    summary: "Claim {{ $labels.namespace }}/{{ $labels.persistentvolumeclaim }} is filling up",
    description: "More than 85 % is used (share now: {{ $value | humanize }}). Free space or enlarge the claim.",
    fires: [claim(tooFull), ...(watched ? [claim(tooFull, watched.namespace), claim(tooFull, POD.namespace, watched.name)] : [])],
    silent: [claim(FULL_CLAIM_SHARE * capacity), ...(watched ? [claim(capacity, watched.namespace, watched.name)] : [])],
  });
}

const DEPLOYMENT = { namespace: POD.namespace, deployment: "web" };
const STATEFUL_SET = { namespace: POD.namespace, statefulset: "db" };
const DAEMON_SET = { namespace: POD.namespace, daemonset: "agent" };
const AUTOSCALER = { namespace: POD.namespace, horizontalpodautoscaler: "web" };

/** The same of workloads of each kind, told apart by `workload`: deployment/web. */
function ofWorkloads(kinds: Readonly<Record<string, string>>): string {
  const named = Object.entries(kinds).map(([kind, of]) => `label_replace(${of}, "workload", "${kind}/$1", "${kind}", "(.+)")`);
  return `max by (namespace, workload) (\n  ${named.join("\n  or ")}\n)`;
}

function deploymentRolloutStuck() {
  const progress = (isProgressing: boolean): SeriesSet => {
    const of = { ...DEPLOYMENT, condition: "Progressing", reason: isProgressing ? "ReplicaSetUpdated" : "ProgressDeadlineExceeded" };
    return {
      [condition({ ...of, status: "true" })]: isProgressing ? "1x10" : "0x10",
      [condition({ ...of, status: "false" })]: isProgressing ? "0x10" : "1x10",
      [condition({ ...of, status: "unknown" })]: "0x10",
    };
  };
  const unavailable = { ...DEPLOYMENT, condition: "Available", reason: "MinimumReplicasUnavailable", status: "false" };
  return alert("DeploymentRolloutStuck", {
    // the deadline, ten minutes unless the deployment says another, has passed
    expr: `max by (namespace, deployment) (${condition({ condition: "Progressing", status: "false" })}) == 1`,
    severity: "warning",
    summary: "The rollout of deployment {{ $labels.namespace }}/{{ $labels.deployment }} does not go on",
    description:
      "The old pods serve on, and the new ones don't come. Look at the events of the newest replica set, or take the change back.",
    fires: progress(false),
    silent: [progress(true), { ...progress(true), [condition(unavailable)]: "1x10" }],
  });
}

function statefulSetRolloutStuck() {
  const set = (updated: number, current: string): SeriesSet => ({
    [updatedReplicas(STATEFUL_SET)]: `${updated}x40`,
    [kube_statefulset_replicas(STATEFUL_SET)]: "3x40",
    [currentRevision({ ...STATEFUL_SET, revision: current })]: "1x40",
    [newRevision({ ...STATEFUL_SET, revision: "db-7d9f8" })]: "1x40",
  });
  return alert("StatefulSetRolloutStuck", {
    expr: [
      `max by (namespace, statefulset) (${updatedReplicas()}) < max by (namespace, statefulset) (${kube_statefulset_replicas()})`,
      "and on (namespace, statefulset) (",
      `  ${newRevision()} unless on (namespace, statefulset, revision) ${currentRevision()}`,
      ")",
    ].join("\n"),
    for: minutes(30),
    severity: "warning",
    summary: "The rollout of stateful set {{ $labels.namespace }}/{{ $labels.statefulset }} does not go on",
    description:
      "For half an hour only {{ $value }} of its pods are the new ones. Look at the newest pod, or at the set's update strategy.",
    fires: set(1, "db-6c5b4"),
    silent: [set(3, "db-6c5b4"), set(1, "db-7d9f8")],
  });
}

function workloadChangeUnseen() {
  const workloads = (wanted: string, setWanted = "2x20"): SeriesSet => ({
    [generation(DEPLOYMENT)]: wanted,
    [seenGeneration(DEPLOYMENT)]: "4x20",
    [setGeneration(STATEFUL_SET)]: setWanted,
    [seenSetGeneration(STATEFUL_SET)]: "2x20",
  });
  return alert("WorkloadChangeUnseen", {
    expr: `${ofWorkloads({
      deployment: `${generation()} - ${seenGeneration()}`,
      statefulset: `${setGeneration()} - ${seenSetGeneration()}`,
    })} != 0`,
    for: minutes(15),
    severity: "warning",
    summary: "Nobody acts on the last change of {{ $labels.workload }} in {{ $labels.namespace }}",
    description:
      "It was changed 15 minutes ago and its controller has not looked at it since. If there are many, the controller manager is stuck.",
    fires: [workloads("5x20"), workloads("4x20", "3x20")],
    silent: [workloads("4x20"), after(minutes(18), workloads("5x9 4 5x20"))],
  });
}

function workloadGone() {
  const others = { [replicas({ namespace: "mail", deployment: "web" })]: "1x800" };
  const deployment = (wanted: string): SeriesSet => ({ ...others, [replicas(DEPLOYMENT)]: wanted });
  const statefulSet = (wanted: string): SeriesSet => ({ ...others, [kube_statefulset_replicas(STATEFUL_SET)]: wanted });
  const daemonSet = (wanted: string): SeriesSet => ({ ...others, [wantedNodes(DAEMON_SET)]: wanted });
  const wanted = ofWorkloads({ deployment: replicas(), statefulset: kube_statefulset_replicas(), daemonset: wantedNodes() });
  const before = ofWorkloads({
    deployment: `max_over_time(${replicas()}[6h])`,
    statefulset: `max_over_time(${kube_statefulset_replicas()}[6h])`,
    daemonset: `max_over_time(${wantedNodes()}[6h])`,
  });
  return alert("WorkloadGone", {
    // a workload that wants no pods lacks none; without their exporter all of them would be gone
    expr: `${before} > 0\nunless on (namespace, workload) ${wanted} > 0\nand on () count(${replicas()})`,
    for: minutes(10),
    severity: "warning",
    summary: "Nothing runs of {{ $labels.workload }} in {{ $labels.namespace }}: it was removed, or scaled to nothing",
    description: "It wanted {{ $value }} pods within the last hours and wants none. If nobody meant that, restore it from the repository.",
    fires: [
      after(minutes(30), deployment("1x19 0x800")),
      stillAfter(minutes(60), deployment("1x19 stale")),
      after(minutes(30), statefulSet("1x19 0x800")),
      keptAfter(minutes(370), deployment("1x19 0x800")),
      keptAfter(minutes(370), statefulSet("1x19 0x800")),
      after(minutes(30), daemonSet("3x19 0x800")),
      keptAfter(minutes(370), daemonSet("3x19 0x800")),
    ],
    silent: [
      after(minutes(400), deployment("1x19 0x800")),
      after(minutes(400), statefulSet("1x19 0x800")),
      after(minutes(400), daemonSet("3x19 0x800")),
      deployment("1x800"),
      deployment("2x19 1x800"),
      deployment("0x800"),
      { [replicas(DEPLOYMENT)]: "1x19 stale" },
    ],
  });
}

function daemonSetShort() {
  const short = (count: string): SeriesSet => ({ [lacking(DAEMON_SET)]: count });
  const nodes = (...areReady: readonly boolean[]): SeriesSet =>
    Object.assign(
      {},
      ...areReady.map((isReady, index) => ({
        [nodeCondition({ node: `node-${index}`, condition: "Ready", status: "true" })]: isReady ? "1x40" : "0x40",
        [nodeCondition({ node: `node-${index}`, condition: "Ready", status: "unknown" })]: isReady ? "0x40" : "1x40",
      })),
    );
  const scheduled = (on: number): SeriesSet => ({ [wantedNodes(DAEMON_SET)]: "3x40", [scheduledNodes(DAEMON_SET)]: `${on}x40` });
  const moreThanDown = `> on () group_left () (count(${nodeCondition({ condition: "Ready", status: "true" })} == 0) or vector(0))`;
  return alert("DaemonSetShort", {
    // a node that is not ready has none of them, and is told by itself
    expr: [
      `max by (namespace, daemonset) (${lacking()}) ${moreThanDown}`,
      `or max by (namespace, daemonset) (${wantedNodes()} - ${scheduledNodes()}) ${moreThanDown}`,
    ].join("\n"),
    for: minutes(15),
    severity: "warning",
    inhibits: [{ alerts: ["PodNotReady"], sharing: ["namespace"] }],
    summary: "Daemon set {{ $labels.namespace }}/{{ $labels.daemonset }} does not run on every node that it should",
    description: "On {{ $value }} nodes it is not available for 15 minutes: what it does for a node, nobody does there.",
    fires: [
      { ...short("1x40"), ...nodes(true, true, true) },
      { ...short("2x40"), ...nodes(true, false, true) },
      { ...scheduled(2), ...nodes(true, true, true) },
      { ...scheduled(1), ...nodes(true, false, true) },
    ],
    silent: [
      { ...short("0x40"), ...nodes(true, true, true) },
      { ...short("1x40"), ...nodes(true, false, true) },
      { ...scheduled(3), ...nodes(true, true, true) },
      { ...scheduled(2), ...nodes(true, false, true) },
      after(minutes(24), { ...short("1x9 0 1x40"), ...nodes(true, true, true) }),
    ],
  });
}

function autoscalerAtMaximum() {
  const autoscaler = (current: number, [fewest, most]: readonly [number, number] = [1, 4]): SeriesSet => ({
    [currentReplicas(AUTOSCALER)]: `${current}x40`,
    [fewestReplicas(AUTOSCALER)]: `${fewest}x40`,
    [mostReplicas(AUTOSCALER)]: `${most}x40`,
  });
  return alert("AutoscalerAtMaximum", {
    // one whose bounds are the same has no choice
    expr: `${currentReplicas()} >= ${mostReplicas()}\nand ${mostReplicas()} > ${fewestReplicas()}`,
    for: minutes(15),
    severity: "warning",
    summary: "Autoscaler {{ $labels.namespace }}/{{ $labels.horizontalpodautoscaler }} is at its maximum",
    description:
      "{{ $value }} pods for 15 minutes, and it may make no more: with more load people wait. Raise the maximum, or find the load.",
    fires: autoscaler(4),
    silent: [autoscaler(3), autoscaler(4, [4, 4])],
  });
}

function autoscalerBlind() {
  const autoscaler = (isActive: boolean, current = 2): SeriesSet => {
    const of = { ...AUTOSCALER, condition: "ScalingActive" };
    return {
      [autoscalerCondition({ ...of, status: "true" })]: isActive ? "1x20" : "0x20",
      [autoscalerCondition({ ...of, status: "false" })]: isActive ? "0x20" : "1x20",
      [autoscalerCondition({ ...of, status: "unknown" })]: "0x20",
      [currentReplicas(AUTOSCALER)]: `${current}x20`,
    };
  };
  return alert("AutoscalerBlind", {
    // where its workload is scaled to nothing it is switched off, by that
    expr: [
      `max by (namespace, horizontalpodautoscaler) (${autoscalerCondition({ condition: "ScalingActive", status: "false" })}) == 1`,
      `and on (namespace, horizontalpodautoscaler) ${currentReplicas()} > 0`,
    ].join("\n"),
    for: minutes(15),
    severity: "warning",
    summary: "Autoscaler {{ $labels.namespace }}/{{ $labels.horizontalpodautoscaler }} can't see the load",
    description:
      "It gets no figures for 15 minutes and leaves the number of pods as it is. Look at its conditions, then at the metrics API.",
    fires: [autoscaler(false), autoscaler(false, 1)],
    silent: [autoscaler(true), autoscaler(false, 0)],
  });
}

function disruptionBudgetViolated() {
  const budget = (healthy: string): SeriesSet => {
    const of = { namespace: POD.namespace, poddisruptionbudget: "web" };
    return { [healthyPods(of)]: healthy, [wantedHealthy(of)]: "2x40" };
  };
  return alert("DisruptionBudgetViolated", {
    expr: `${healthyPods()} < ${wantedHealthy()}`,
    for: minutes(15),
    severity: "warning",
    summary: "Disruption budget {{ $labels.namespace }}/{{ $labels.poddisruptionbudget }} has fewer healthy pods than it must",
    description: "Only {{ $value }} are healthy for 15 minutes: no node that runs one can be drained. Look at the pods that are not ready.",
    fires: budget("1x40"),
    silent: [budget("2x40"), after(minutes(24), budget("1x9 2 1x40"))],
  });
}

const QUOTA_USE = [
  `max by (namespace, resourcequota, resource) (${quota({ type: "used" })})`,
  `/ max by (namespace, resourcequota, resource) (${quota({ type: "hard" })})`,
].join("\n");

function quotaOf(used: number, hard = 50): SeriesSet {
  const of = { namespace: POD.namespace, resourcequota: "default", resource: "pods" };
  return { [quota({ ...of, type: "used" })]: `${used}x40`, [quota({ ...of, type: "hard" })]: `${hard}x40` };
}

function quotaFull() {
  return alert("QuotaFull", {
    expr: `${QUOTA_USE} >= 1`,
    for: minutes(15),
    severity: "warning",
    inhibits: [{ alerts: ["QuotaAlmostFull"], sharing: ["namespace", "resourcequota", "resource"] }],
    summary: "Quota {{ $labels.namespace }}/{{ $labels.resourcequota }} has no {{ $labels.resource }} left",
    description:
      "Whatever needs more is refused: a pod that is replaced does not come back. Raise the quota, or remove what is not needed.",
    fires: quotaOf(50),
    silent: [quotaOf(49), quotaOf(0, 0)],
  });
}

function quotaAlmostFull() {
  return alert("QuotaAlmostFull", {
    expr: `${QUOTA_USE} >= ${QUOTA_SHARE}`,
    for: minutes(15),
    severity: "warning",
    summary: "Quota {{ $labels.namespace }}/{{ $labels.resourcequota }} has hardly any {{ $labels.resource }} left",
    description: "{{ $value | humanize }} of it is in use: the next rollout may not fit. Raise the quota, or remove what is not needed.",
    fires: quotaOf(45),
    silent: [quotaOf(44), quotaOf(0, 0)],
  });
}
