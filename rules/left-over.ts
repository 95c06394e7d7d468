import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { cadvisorSeries } from "../components/exporters/series/kubelet";
import { byNamespace } from "../lib/alerts/owner";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { not } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { jump } from "./proof-counter";
import { POD } from "./proof-pod";

const {
  kube_daemonset_status_number_misscheduled: misplaced,
  kube_deployment_spec_paused: paused,
  kube_namespace_status_phase: namespacePhase,
  kube_persistentvolume_claim_ref: claimOf,
  kube_persistentvolume_status_phase: volumePhase,
} = kubeStateMetricsSeries;
const { container_oom_events_total: killed } = cadvisorSeries;

/** What serves on and is not as it should be: half done, forgotten, or mended by itself for now. */
export function leftOver(site: Site): RuleBundle {
  return area("left-over", { component: byNamespace(site), severity: "warning", ...COMES_AND_GOES }, [
    containerProcessKilled(),
    persistentVolumeFailed(),
    namespaceTerminatingStuck(),
    daemonSetMisplaced(),
    deploymentPaused(),
  ]);
}

function containerProcessKilled() {
  const of = (container: string) => ({
    namespace: POD.namespace,
    pod: POD.pod,
    container,
    id: `/kubepods/pod1/${container}`,
    name: container,
    image: "web:1",
    node: "a",
  });
  const kills = (count: number, container = "web"): SeriesSet => ({ [killed(of(container))]: jump(count) });
  return alert("ContainerProcessKilled", {
    // of all of the pod the count stands on a group without a container
    expr: `max by (namespace, pod, container) (increase(${killed({ container: not("") })}[15m])) > 0`,
    summary: "A process in container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} was killed for memory",
    description:
      "{{ $value | humanize }} in a quarter of an hour. The container may go on without it: its memory limit is too low, or something leaks.",
    fires: [after(minutes(10), kills(1)), keptAfter(minutes(22), kills(1))],
    silent: [overAfter(minutes(28), kills(1)), kills(0), kills(1, "")],
  });
}

function persistentVolumeFailed() {
  const volume = (now: string): SeriesSet => ({
    [claimOf({ persistentvolume: "pvc-8b7e1c52", name: "data", claim_namespace: POD.namespace })]: "1x20",
    ...Object.fromEntries(
      ["Bound", "Released", "Failed"].map((phase) => [
        volumePhase({ persistentvolume: "pvc-8b7e1c52", phase }),
        phase === now ? "1x20" : "0x20",
      ]),
    ),
  });
  return alert("PersistentVolumeFailed", {
    // its claim may be gone: whose it was stands on the volume
    expr: [
      "max by (persistentvolume, namespace) (",
      `  label_replace(${claimOf()}, "namespace", "$1", "claim_namespace", "(.+)")`,
      `) and on (persistentvolume) ${volumePhase({ phase: "Failed" })} == 1`,
    ].join("\n"),
    for: minutes(5),
    summary: "Volume {{ $labels.persistentvolume }}, claimed in {{ $labels.namespace }}, could not be taken back",
    description: "Its data and its room stay where they are until somebody looks. Its events say what the storage refused.",
    fires: volume("Failed"),
    silent: [volume("Bound"), volume("Released")],
  });
}

function namespaceTerminatingStuck() {
  const phases = (isTerminating: boolean): SeriesSet => ({
    [namespacePhase({ namespace: POD.namespace, phase: "Terminating" })]: isTerminating ? "1x40" : "0x40",
    [namespacePhase({ namespace: POD.namespace, phase: "Active" })]: isTerminating ? "0x40" : "1x40",
  });
  return alert("NamespaceTerminatingStuck", {
    expr: `max by (namespace) (${namespacePhase({ phase: "Terminating" })}) == 1`,
    // a pod has as long as it asks for, and a volume is taken back after that
    for: minutes(15),
    summary: "Namespace {{ $labels.namespace }} is being deleted and does not go",
    description: "What is left in it waits for a finalizer. If nobody meant to delete it, its objects are going: see what is gone already.",
    fires: phases(true),
    silent: phases(false),
  });
}

function daemonSetMisplaced() {
  const pods = (count: number): SeriesSet => ({ [misplaced({ namespace: POD.namespace, daemonset: "agent" })]: `${count}x40` });
  return alert("DaemonSetMisplaced", {
    expr: `max by (namespace, daemonset) (${misplaced()}) > 0`,
    for: minutes(15),
    summary: "Daemon set {{ $labels.namespace }}/{{ $labels.daemonset }} runs on nodes that it should not",
    description:
      "On {{ $value }}: their labels or taints were changed, or its selector was. Its pods there stay until somebody deletes them.",
    fires: pods(1),
    silent: pods(0),
  });
}

function deploymentPaused() {
  const isPaused = (flag: number): SeriesSet => ({ [paused({ namespace: POD.namespace, deployment: "web" })]: `${flag}x40` });
  return alert("DeploymentPaused", {
    expr: `max by (namespace, deployment) (${paused()}) == 1`,
    for: minutes(15),
    // somebody said so, and it serves on
    severity: "info",
    summary: "Deployment {{ $labels.namespace }}/{{ $labels.deployment }} is paused",
    description: "No change of it is rolled out until it is resumed: kubectl rollout resume.",
    fires: isPaused(1),
    silent: isPaused(0),
  });
}
