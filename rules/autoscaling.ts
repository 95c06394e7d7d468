import { autoscalerSeries } from "../components/exporters/series/autoscalers";
import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { byNamespace } from "../lib/alerts/owner";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RecordingRule, type RuleBundle, record } from "../lib/alerts/rule";
import { days, hours, minutes } from "../lib/duration";
import { matches, not, type Select } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { POD } from "./proof-pod";

const {
  kube_customresource_verticalpodautoscaler_created: created,
  kube_customresource_verticalpodautoscaler_spec_updatepolicy_updatemode: updateMode,
  kube_customresource_verticalpodautoscaler_status_condition: condition,
  kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_target: target,
} = autoscalerSeries;
const {
  kube_deployment_spec_replicas: deploymentReplicas,
  kube_node_info: node,
  kube_pod_container_resource_limits: limits,
  kube_pod_container_resource_requests: requests,
  kube_pod_owner: podOwner,
  kube_replicaset_owner: replicaSetOwner,
  kube_statefulset_replicas: setReplicas,
} = kubeStateMetricsSeries;

/** A recommendation is made of days, and moves slowly: what is far from it for so long has been left so. */
const FOR_LONG = hours(8);
/** What is asked for is that many times too much or too little before anybody is told: between two releases of a program it may double. */
const FAR = 2;
/** Of a limit to its request: small amounts are rounded, so that what is declared alike need not run alike. */
const APART = 1.5;
/** Kubelets before Kubernetes 1.33, which resize no pod where it runs (autoscaler, docs/features.md). */
const OLD_KUBELETS = "v1[.]([0-9]|[12][0-9]|3[0-2])[.].*";
/** The modes in which pods are changed, resizing alone included. */
const CHANGING = "Auto|Recreate|InPlaceOrRecreate|InPlace";
const EVICTING = "Auto|Recreate";

/** What a container of a workload in mode Off is declared to run with, in processors and bytes. */
export interface RecordedContainer {
  readonly namespace: string;
  readonly kind: string;
  readonly workload: string;
  readonly container: string;
  readonly requests: { readonly cpu: number; readonly memory: number };
  readonly limits: { readonly cpu: number; readonly memory: number };
}

export interface AutoscaledSite {
  readonly recorded: readonly RecordedContainer[];
  /** Namespaces in which no autoscaler may change anything. */
  readonly excluded: readonly string[];
}

const WORKLOAD = "namespace, target_kind, target_name";
const CONTAINER = `${WORKLOAD}, container, resource`;

const renamed = (expr: string, to: string, from: string) => `label_replace(${expr}, "${to}", "$1", "${from}", "(.+)")`;
const ofKind = (expr: string, kind: string) => `label_replace(${expr}, "target_kind", "${kind}", "", "")`;
const isIn = (modes: string) => `max by (${WORKLOAD}) (${updateMode({ update_mode: matches(modes) })}) == 1`;
const RECOMMENDED = `max by (${CONTAINER}) (${target()})`;

/** The vertical autoscalers of the whole cluster, ours and others', beside what their pods run with (observability specification, part 8). */
export function autoscaling(site: Site, { excluded, recorded }: AutoscaledSite): RuleBundle {
  const pods = podTargets();
  const [asked, allowed] = [amounts("requests", requests, pods), amounts("limits", limits, pods)];
  // nothing here is a matter of minutes, and it reads every container of the cluster
  return area("autoscaling", { component: byNamespace(site), severity: "warning", interval: minutes(2) }, [
    pods,
    asked,
    allowed,
    limitBelowRecommendation(allowed),
    requestNotAdapted(asked),
    requestOutgrown(asked),
    ...(recorded.length > 0 ? [notAsRecorded(recorded, asked, allowed)] : []),
    limitFarFromRequest(asked, allowed),
    withoutRecommendation(),
    targetUnusable(),
    inPlaceUnsupported(),
    evictsSingleReplica(),
    ...(excluded.length > 0 ? [whereExcluded(excluded)] : []),
  ]);
}

// proofs
const SET = { target_kind: "StatefulSet", target_name: "git" };
const AUTOSCALER = {
  customresource_group: "autoscaling.k8s.io",
  customresource_kind: "VerticalPodAutoscaler",
  customresource_version: "v1",
  namespace: POD.namespace,
  verticalpodautoscaler: "git",
  target_api_version: "apps/v1",
  ...SET,
};
const owned = (pod: string, owner_kind: string, owner_name: string) => ({
  ...POD,
  pod,
  owner_kind,
  owner_name,
  owner_is_controller: "true",
});
const BYTES = { resource: "memory", unit: "byte" };
const MIB = 2 ** 20;

/** Longer than anything is waited for. */
const LONG = 500;

interface Run {
  readonly target?: number;
  readonly request?: number;
  readonly limit?: number;
  readonly mode?: string;
}

/** A container that was recommended, asks for and may have so much, in MiB. */
function runs({ target: recommended = 256, request = 256, limit = 256, mode = "Off" }: Run): SeriesSet {
  const of = { ...POD, container: "git", node: "a", ...BYTES };
  return {
    [target({ ...AUTOSCALER, container: "git", ...BYTES })]: `${recommended * MIB}x${LONG}`,
    [updateMode({ ...AUTOSCALER, update_mode: mode })]: `1x${LONG}`,
    [updateMode({ ...AUTOSCALER, update_mode: mode === "Off" ? "Recreate" : "Off" })]: `0x${LONG}`,
    [requests(of)]: `${request * MIB}x${LONG}`,
    [limits(of)]: `${limit * MIB}x${LONG}`,
    [podOwner(owned(POD.pod, "StatefulSet", "git"))]: `1x${LONG}`,
  };
}

/** Which workload, as an autoscaler names it, a pod belongs to. */
function podTargets(): RecordingRule {
  const direct = renamed(
    renamed(podOwner({ owner_kind: matches("StatefulSet|DaemonSet") }), "target_kind", "owner_kind"),
    "target_name",
    "owner_name",
  );
  const ofReplicaSets = renamed(podOwner({ owner_kind: "ReplicaSet" }), "replicaset", "owner_name");
  const deployments = renamed(replicaSetOwner({ owner_kind: "Deployment" }), "target_name", "owner_name");
  return record("namespace_pod:autoscaler_target:max", {
    expr: [
      `max by (namespace, pod, target_kind, target_name) (${direct})`,
      `or max by (namespace, pod, target_kind, target_name) (`,
      `  ${ofKind(
        `max by (namespace, pod, replicaset) (${ofReplicaSets})\n  * on (namespace, replicaset) group_left (target_name) max by (namespace, replicaset, target_name) (${deployments})`,
        "Deployment",
      )}`,
      ")",
    ].join("\n"),
    unit: "flag",
    help: "1 for each pod of what an autoscaler can be told of, which `target_kind` and `target_name` name as it does.",
    gives: {
      series: {
        [podOwner(owned("git-0", "StatefulSet", "git"))]: "1x5",
        [podOwner(owned("agent-x", "DaemonSet", "agent"))]: "1x5",
        [podOwner(owned("web-1-x", "ReplicaSet", "web-1"))]: "1x5",
        [replicaSetOwner({
          namespace: POD.namespace,
          replicaset: "web-1",
          owner_kind: "Deployment",
          owner_name: "web",
          owner_is_controller: "true",
        })]: "1x5",
        [podOwner(owned("once-x", "Job", "once"))]: "1x5",
      },
      gives: [
        [{ namespace: POD.namespace, pod: "git-0", ...SET }, 1],
        [{ namespace: POD.namespace, pod: "agent-x", target_kind: "DaemonSet", target_name: "agent" }, 1],
        [{ namespace: POD.namespace, pod: "web-1-x", target_kind: "Deployment", target_name: "web" }, 1],
      ],
    },
  });
}

/** What containers run with; of two pods in a rollout the one that has more. */
function amounts(kind: "requests" | "limits", of: Select<"container" | "resource">, pods: RecordingRule): RecordingRule {
  const series = (pod: string, value: number): SeriesSet => ({
    [(of as Select<string>)({ ...POD, pod, container: "git", node: "a", ...BYTES })]: `${value}x10`,
    [podOwner(owned(pod, "StatefulSet", "git"))]: "1x10",
  });
  return record(`autoscaler_target_container:kube_pod_container_resource_${kind}:max`, {
    expr: [
      `max by (${CONTAINER}) (`,
      `  ${of({ resource: matches("cpu|memory") })}`,
      `  * on (namespace, pod) group_left (target_kind, target_name) ${pods.select()}`,
      ")",
    ].join("\n"),
    unit: "mixed",
    help: `The ${kind} that a container runs with, under the name of the workload that an autoscaler is told of.`,
    reads: [pods],
    gives: {
      series: { ...series("git-0", 4096), ...series("git-1", 8192) },
      gives: [[{ namespace: POD.namespace, ...SET, container: "git", resource: "memory" }, 8192]],
    },
  });
}

function limitBelowRecommendation(allowed: RecordingRule) {
  return alert("ContainerLimitBelowRecommendation", {
    expr: `${RECOMMENDED} > ${allowed.select()}`,
    for: hours(6),
    reads: [allowed],
    summary: "{{ $labels.namespace }}/{{ $labels.target_name }} ({{ $labels.container }}) may have too little {{ $labels.resource }}",
    description:
      "{{ $value | humanize }} are recommended for six hours (processors or bytes). At its limit it is slowed down, or killed for memory.",
    fires: runs({ target: 257, limit: 256 }),
    silent: runs({ target: 256, limit: 256 }),
  });
}

function requestNotAdapted(asked: RecordingRule) {
  return alert("ContainerRequestNotAdapted", {
    expr: [
      `(${RECOMMENDED} > ${FAR} * ${asked.select()} or ${RECOMMENDED} * ${FAR} < ${asked.select()})`,
      `and on (${WORKLOAD}) ${isIn(CHANGING)}`,
    ].join("\n"),
    for: FOR_LONG,
    reads: [asked],
    summary: "The autoscaler leaves {{ $labels.namespace }}/{{ $labels.target_name }} ({{ $labels.container }}) as it is",
    description:
      "Its {{ $labels.resource }} request is more than twice, or less than half, of the {{ $value | humanize }} that are recommended for eight hours. Look at the updater, then at disruption budgets.",
    fires: [runs({ target: 513, limit: 1024, mode: "Recreate" }), runs({ target: 127, mode: "InPlaceOrRecreate" })],
    silent: [
      runs({ target: 512, limit: 1024, mode: "Recreate" }),
      runs({ target: 128, mode: "Recreate" }),
      runs({ target: 127, mode: "Off" }),
      runs({ target: 513, limit: 1024, mode: "Initial" }),
    ],
  });
}

function requestOutgrown(asked: RecordingRule) {
  return alert("ContainerRequestOutgrown", {
    expr: [`${RECOMMENDED} > ${FAR} * ${asked.select()}`, `and on (${WORKLOAD}) ${isIn("Off")}`].join("\n"),
    for: FOR_LONG,
    reads: [asked],
    summary: "{{ $labels.namespace }}/{{ $labels.target_name }} ({{ $labels.container }}) asks for too little {{ $labels.resource }}",
    description:
      "{{ $value | humanize }} are recommended for eight hours, more than twice what is set aside, and nobody changes it by himself. Record the recommendation anew.",
    fires: runs({ target: 513, limit: 1024 }),
    silent: [runs({ target: 512, limit: 1024 }), runs({ target: 513, limit: 1024, mode: "Recreate" })],
  });
}

/** What runs is what `site.yaml` says: neither an autoscaler nor a chart has written other amounts. */
function notAsRecorded(recorded: readonly RecordedContainer[], asked: RecordingRule, allowed: RecordingRule) {
  const parts = recorded.flatMap(({ namespace, kind, workload, container, ...amounts }) =>
    (["requests", "limits"] as const).flatMap((which) =>
      (["cpu", "memory"] as const).map((resource) => {
        const of = { namespace, target_kind: kind, target_name: workload, container, resource };
        const run = (which === "requests" ? asked : allowed).select(of);
        return `label_replace(${run} != ${amounts[which][resource]}, "amount", "${resource} ${which === "requests" ? "request" : "limit"}", "", "")`;
      }),
    ),
  );
  const [first] = recorded;
  if (first === undefined) throw new Error("nothing is recorded; leave the rule out");
  const withMemory = (which: "requests" | "limits", more: number) =>
    asRecorded({ ...first, [which]: { ...first[which], memory: first[which].memory + more } });
  return alert("ContainerResourcesNotAsRecorded", {
    expr: parts.join("\nor "),
    for: hours(1),
    reads: [asked, allowed],
    summary: "{{ $labels.namespace }}/{{ $labels.target_name }}: {{ $labels.container }} runs with another {{ $labels.amount }}",
    description:
      "It runs with {{ $value | humanize }} (processors or bytes), and site.yaml records another amount. Something else wrote it, or the record was never set.",
    fires: [withMemory("requests", 4096), withMemory("limits", -4096)],
    silent: Object.assign({}, ...recorded.map(asRecorded)) as SeriesSet,
  });
}

/** A container in a pod of its workload, with these amounts. */
function asRecorded({ namespace, kind, workload, container, ...amounts }: RecordedContainer): SeriesSet {
  const pod = `${workload}-0`;
  const hash = `${workload}-1`;
  const isDeployment = kind === "Deployment";
  const of = { ...POD, namespace, pod, container, node: "a" };
  const ofResource = { cpu: { ...of, resource: "cpu", unit: "core" }, memory: { ...of, ...BYTES } };
  const deployment = { owner_kind: "Deployment", owner_name: workload, owner_is_controller: "true" };
  return {
    [requests(ofResource.cpu)]: `${amounts.requests.cpu}x90`,
    [requests(ofResource.memory)]: `${amounts.requests.memory}x90`,
    [limits(ofResource.cpu)]: `${amounts.limits.cpu}x90`,
    [limits(ofResource.memory)]: `${amounts.limits.memory}x90`,
    [podOwner({ ...owned(pod, isDeployment ? "ReplicaSet" : kind, isDeployment ? hash : workload), namespace })]: "1x90",
    ...(isDeployment && { [replicaSetOwner({ namespace, replicaset: hash, ...deployment })]: "1x90" }),
  };
}

function limitFarFromRequest(asked: RecordingRule, allowed: RecordingRule) {
  const unseen = { ...runs({ limit: 385, mode: "Recreate" }), [target({ ...AUTOSCALER, container: "other", ...BYTES })]: `1x${LONG}` };
  const { [target({ ...AUTOSCALER, container: "git", ...BYTES })]: _, ...withoutPolicy } = unseen;
  return alert("ContainerLimitFarFromRequest", {
    expr: [
      `${allowed.select()} / ${asked.select()} > ${APART}`,
      `and on (${CONTAINER}) ${RECOMMENDED}`,
      `and on (${WORKLOAD}) ${isIn(CHANGING)}`,
    ].join("\n"),
    for: hours(1),
    reads: [asked, allowed],
    summary: "{{ $labels.namespace }}/{{ $labels.target_name }} ({{ $labels.container }}): high {{ $labels.resource }} limit",
    description:
      "It is {{ $value | humanize }} times the request, and the autoscaler keeps that proportion. Write them alike, or switch the autoscaler to Off.",
    fires: runs({ limit: 385, mode: "Recreate" }),
    silent: [runs({ limit: 384, mode: "Recreate" }), runs({ limit: 385, mode: "Off" }), withoutPolicy],
  });
}

function withoutRecommendation() {
  const made = (recommended: string) => ({
    [created(AUTOSCALER)]: "1x1600",
    [target({ ...AUTOSCALER, container: "git", ...BYTES })]: recommended,
  });
  return alert("VerticalAutoscalerWithoutRecommendation", {
    // in its first day it may lack samples
    expr: [
      `max by (namespace, verticalpodautoscaler) (time() - ${created()}) > ${days(1).seconds}`,
      `unless on (namespace, verticalpodautoscaler) ${target()}`,
    ].join("\n"),
    for: hours(1),
    summary: "Nothing is recommended for {{ $labels.namespace }}/{{ $labels.verticalpodautoscaler }}",
    description:
      "Its autoscaler is {{ $value | humanizeDuration }} old. Look whether the recommender runs, and what the object's conditions say.",
    fires: after(minutes(24 * 60 + 61), made("_x1600")),
    silent: after(minutes(24 * 60 + 61), made("_x1490 4096x200")),
  });
}

function targetUnusable() {
  const met = (name: string, value: string) => ({ [condition({ ...AUTOSCALER, condition: name })]: value });
  return alert("VerticalAutoscalerTargetUnusable", {
    expr: `max by (namespace, verticalpodautoscaler, target_kind, target_name, condition) (${condition({
      condition: matches("ConfigUnsupported|NoPodsMatched"),
    })}) == 1`,
    for: hours(1),
    summary: "The autoscaler {{ $labels.namespace }}/{{ $labels.verticalpodautoscaler }} can't look at its target",
    description:
      "{{ $labels.condition }} of {{ $labels.target_kind }} {{ $labels.target_name }}: it is not there, has no pods, or belongs to something that is to be named instead.",
    inhibits: [{ alerts: ["VerticalAutoscalerWithoutRecommendation"], sharing: ["namespace", "verticalpodautoscaler"] }],
    fires: [met("ConfigUnsupported", "1x90"), met("NoPodsMatched", "1x90")],
    silent: [met("NoPodsMatched", "0x90"), met("LowConfidence", "1x90")],
  });
}

function inPlaceUnsupported() {
  const kubelet = (version: string, mode: string) => ({
    [node({
      node: "a",
      kernel_version: "6.12.0",
      os_image: "Linux",
      container_runtime_version: "containerd://2.1",
      kubelet_version: version,
      kubeproxy_version: "deprecated",
      system_uuid: "1",
    })]: "1x90",
    [updateMode({ ...AUTOSCALER, update_mode: mode })]: "1x90",
    [updateMode({ ...AUTOSCALER, update_mode: mode === "Recreate" ? "InPlaceOrRecreate" : "Recreate" })]: "0x90",
  });
  return alert("VerticalAutoscalerInPlaceUnsupported", {
    expr: [
      `count by (kubelet_version) (${node({ kubelet_version: matches(OLD_KUBELETS) })})`,
      `and on () sum(${updateMode({ update_mode: matches("InPlaceOrRecreate|InPlace") })}) > 0`,
    ].join("\n"),
    for: hours(1),
    component: "Platform",
    summary: "Kubelets of {{ $labels.kubelet_version }} can't resize pods where they run",
    description:
      "{{ $value }} nodes run it, and autoscalers are in mode InPlaceOrRecreate: single replicas are restarted instead. It takes Kubernetes 1.33 or later.",
    fires: [kubelet("v1.32.9+k3s1", "InPlaceOrRecreate"), kubelet("v1.9.1", "InPlaceOrRecreate"), kubelet("v1.29.0", "InPlaceOrRecreate")],
    silent: [kubelet("v1.33.0", "InPlaceOrRecreate"), kubelet("v1.32.9", "Recreate"), kubelet("v1.40.0", "InPlaceOrRecreate")],
  });
}

function evictsSingleReplica() {
  const sets = (mode: string, replicas: number) => ({
    [updateMode({ ...AUTOSCALER, update_mode: mode })]: "1x90",
    [setReplicas({ namespace: POD.namespace, statefulset: "git" })]: `${replicas}x90`,
  });
  const deployment = (replicas: number) => ({
    [updateMode({ ...AUTOSCALER, target_kind: "Deployment", target_name: "web", update_mode: "Auto" })]: "1x90",
    [deploymentReplicas({ namespace: POD.namespace, deployment: "web" })]: `${replicas}x90`,
    // of that name too, and scaled by nobody
    [setReplicas({ namespace: POD.namespace, statefulset: "web" })]: "1x90",
  });
  const replicas = [
    ofKind(renamed(deploymentReplicas(), "target_name", "deployment"), "Deployment"),
    ofKind(renamed(setReplicas(), "target_name", "statefulset"), "StatefulSet"),
  ];
  return alert("VerticalAutoscalerEvictsSingleReplica", {
    expr: [isIn(EVICTING), `and on (${WORKLOAD}) max by (${WORKLOAD}) (`, `  ${replicas.join("\n  or ")}`, ") == 1"].join("\n"),
    for: hours(1),
    summary: "The autoscaler evicts the only replica of {{ $labels.target_kind }} {{ $labels.namespace }}/{{ $labels.target_name }}",
    description:
      "Each change ends the only pod. Write mode InPlaceOrRecreate if it bears a restart, else Off, or give it a second replica.",
    fires: [sets("Recreate", 1), deployment(1)],
    silent: [sets("Recreate", 2), sets("InPlaceOrRecreate", 1), sets("Off", 1), deployment(2)],
  });
}

function whereExcluded(excluded: readonly string[]) {
  const [first = ""] = excluded;
  const there = (namespace: string, mode: string) => ({ [updateMode({ ...AUTOSCALER, namespace, update_mode: mode })]: "1x30" });
  return alert("VerticalAutoscalerWhereExcluded", {
    expr: `max by (namespace, verticalpodautoscaler, target_kind, target_name) (${updateMode({
      namespace: matches(excluded.join("|")),
      update_mode: not("Off"),
    })}) == 1`,
    for: minutes(15),
    summary: "An autoscaler changes {{ $labels.target_kind }} {{ $labels.namespace }}/{{ $labels.target_name }}, which is excluded",
    description:
      "Databases, identity services and hosted sites are sized by hand. Remove {{ $labels.verticalpodautoscaler }}, or set its mode to Off.",
    fires: there(first, "Recreate"),
    silent: [there(first, "Off"), there(`${first}z`, "Recreate")],
  });
}
