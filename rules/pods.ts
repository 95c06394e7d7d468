import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { cadvisorSeries } from "../components/exporters/series/kubelet";
import { byNamespace } from "../lib/alerts/owner";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { MIB } from "../lib/bytes";
import { minutes } from "../lib/duration";
import { matches, not } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES } from "./comes-and-goes";
import { inPhase, POD } from "./proof-pod";

const {
  kube_pod_container_resource_limits: limits,
  kube_pod_container_status_waiting_reason: waits,
  kube_pod_deletion_timestamp: deletion,
  kube_pod_init_container_status_waiting_reason: initWaits,
  kube_pod_status_phase: phase,
  kube_pod_status_ready: ready,
  kube_pod_status_unschedulable: unschedulable,
} = kubeStateMetricsSeries;
const {
  container_cpu_cfs_periods_total: periods,
  container_cpu_cfs_throttled_periods_total: throttled,
  container_memory_rss: memory,
} = cadvisorSeries;

/** Beyond what the pod itself asked for to end in order. */
const TERMINATING_SECONDS = minutes(15).seconds;
/** Of the scheduler periods: in more than every other one the container stands still, and whoever waits for it notices. */
const THROTTLED_SHARE = 0.5;
/** In a second, of ten: a container that is idle otherwise may hit its limit whenever it wakes up. */
const LEAST_PERIODS = 1;
/** Anonymous memory alone, which the kernel can't take back: what is left is a request or two. */
const MEMORY_SHARE = 0.95;

const CONTAINER = { ...POD, container: "git" };

/** Pods and containers of every namespace that don't get to work, or are held back. */
export function pods(site: Site): RuleBundle {
  return area("pods", { component: byNamespace(site), severity: "warning", ...COMES_AND_GOES }, [
    podUnschedulable(),
    podPending(),
    podInitStuck(),
    podNotReady(),
    podTerminatingStuck(),
    containerImagePullFailing(),
    containerConfigWrong(),
    containerCrashLooping(),
    containerThrottled(),
    containerMemoryNearLimit(),
  ]);
}

function podUnschedulable() {
  const homeless = (values: string): SeriesSet => ({ [unschedulable(POD)]: values });
  return alert("PodUnschedulable", {
    expr: `max by (namespace, pod) (${unschedulable()}) == 1`,
    for: minutes(10),
    summary: "No node takes pod {{ $labels.namespace }}/{{ $labels.pod }}",
    description: "It waits for a node for 10 minutes. Its events say what every node lacks: processors, memory, a volume, a label.",
    fires: homeless("1x20"),
    silent: after(minutes(25), homeless("1x2 stale _x15 1x20")),
  });
}

function podPending() {
  const waiting = (reason: string): SeriesSet => ({ [waits({ ...CONTAINER, reason })]: "1x20" });
  return alert("PodPending", {
    // a pod without a node, and a container with another reason to wait, have alerts of their own
    expr: [
      `max by (namespace, pod) (${phase({ phase: "Pending" })}) == 1`,
      "unless on (namespace, pod) (",
      `  ${unschedulable()} or ${waits({ reason: not("ContainerCreating") })} or ${initWaits()}`,
      ")",
    ].join("\n"),
    for: minutes(15),
    summary: "Pod {{ $labels.namespace }}/{{ $labels.pod }} has a node and does not start",
    description: "Its containers are not even made for 15 minutes: mostly a volume, a Secret or the network of its node. Read its events.",
    fires: [{ ...inPhase("Pending"), ...waiting("ContainerCreating") }, inPhase("Pending")],
    silent: [
      { ...inPhase("Running"), ...waiting("ContainerCreating") },
      { ...inPhase("Pending"), ...waiting("ImagePullBackOff") },
      { ...inPhase("Pending"), ...waiting("ContainerCreating"), [initWaits({ ...CONTAINER, reason: "CrashLoopBackOff" })]: "1x20" },
      { ...inPhase("Pending"), [unschedulable(POD)]: "1x20" },
    ],
  });
}

function podInitStuck() {
  const waiting = (reason: string, values: string): SeriesSet => ({ [waits({ ...CONTAINER, reason })]: values });
  return alert("PodInitStuck", {
    expr: `max by (namespace, pod) (${waits({ reason: "PodInitializing" })}) == 1`,
    for: minutes(30),
    summary: "Pod {{ $labels.namespace }}/{{ $labels.pod }} does not get past its init containers",
    description: "For half an hour they prepare the pod and don't end. Read the log of the one that runs: it waits for something.",
    fires: waiting("PodInitializing", "1x40"),
    silent: [waiting("ContainerCreating", "1x40"), after(minutes(40), waiting("PodInitializing", "1x5 stale _x15 1x40"))],
  });
}

function podNotReady() {
  const readiness = (isReady: boolean): SeriesSet => ({
    [ready({ ...POD, condition: "true" })]: isReady ? "1x20" : "0x20",
    [ready({ ...POD, condition: "false" })]: isReady ? "0x20" : "1x20",
    [ready({ ...POD, condition: "unknown" })]: "0x20",
  });
  return alert("PodNotReady", {
    expr: [
      `max by (namespace, pod) (${ready({ condition: "true" })}) == 0`,
      `and on (namespace, pod) max by (namespace, pod) (${phase({ phase: "Running" })}) == 1`,
      `unless on (namespace, pod) ${deletion()}`,
    ].join("\n"),
    for: minutes(15),
    summary: "Pod {{ $labels.namespace }}/{{ $labels.pod }} runs and is not ready",
    description: "For 15 minutes it gets no traffic, because its readiness probe fails. Look at what it depends on, then at its log.",
    fires: { ...inPhase("Running"), ...readiness(false) },
    silent: [
      { ...inPhase("Running"), ...readiness(true) },
      { ...inPhase("Succeeded"), ...readiness(false) },
      { ...inPhase("Running"), ...readiness(false), [deletion(POD)]: "60x20" },
    ],
  });
}

function podTerminatingStuck() {
  const goneBy = (moment: number): SeriesSet => ({ [deletion(POD)]: `${moment}x30` });
  return alert("PodTerminatingStuck", {
    expr: `time() - max by (namespace, pod) (${deletion()}) > ${TERMINATING_SECONDS}`,
    summary: "Pod {{ $labels.namespace }}/{{ $labels.pod }} was deleted and does not go",
    description:
      "It should have been gone {{ $value | humanizeDuration }} ago: its node is silent, a volume does not let go, or a finalizer waits.",
    fires: after(minutes(16), goneBy(1)),
    silent: goneBy(60),
  });
}

/** Containers that wait for one of these reasons, those that run before the others included. */
const waitingFor = (reasons: string): string => `${waits({ reason: matches(reasons) })} or ${initWaits({ reason: matches(reasons) })}`;

/** What follows from a container that does not start, in its pod. */
const OF_ITS_POD = [{ alerts: ["PodInitStuck", "PodNotReady"], sharing: ["namespace", "pod"] }] as const;

function containerImagePullFailing() {
  const waiting = (reason: string, values: string, of = waits): SeriesSet => ({ [of({ ...CONTAINER, reason })]: values });
  return alert("ContainerImagePullFailing", {
    expr: `max by (namespace, pod, container) (\n  ${waitingFor("ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull")}\n) == 1`,
    for: minutes(10),
    inhibits: OF_ITS_POD,
    summary: "The image of container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} can't be pulled",
    description: "For 10 minutes. The pod's events say why: a tag that is not there, a refused login, or a registry that does not answer.",
    fires: [
      // each try is another reason than the wait for the next
      { ...waiting("ErrImagePull", "1x4 stale"), ...waiting("ImagePullBackOff", "_x5 1x20") },
      waiting("ImagePullBackOff", "1x20", initWaits),
    ],
    silent: [waiting("ContainerCreating", "1x20"), waiting("ErrImagePull", "1x4 stale")],
  });
}

function containerConfigWrong() {
  const waiting = (reason: string, of = waits): SeriesSet => ({ [of({ ...CONTAINER, reason })]: "1x20" });
  return alert("ContainerConfigWrong", {
    expr: `max by (namespace, pod, container) (\n  ${waitingFor("CreateContainerConfigError|CreateContainerError|RunContainerError")}\n) == 1`,
    for: minutes(10),
    inhibits: OF_ITS_POD,
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} can't be made as it is declared",
    description: "For 10 minutes. A Secret, a ConfigMap or a key that it names is missing, or its command is not in the image.",
    fires: [waiting("CreateContainerConfigError"), waiting("CreateContainerError", initWaits)],
    silent: [waiting("ContainerCreating"), waiting("PodInitializing")],
  });
}

function containerCrashLooping() {
  const LOOPS = { reason: "CrashLoopBackOff" };
  const waiting = (values: string, { reason } = LOOPS, of = waits): SeriesSet => ({ [of({ ...CONTAINER, reason })]: values });
  const everyMinutes = (count: number) => Array.from({ length: 8 }, () => `1 _x${count - 1}`).join(" ");
  return alert("ContainerCrashLooping", {
    // between two waits it runs for a moment; the longest wait is five minutes
    expr: [
      "max by (namespace, pod, container) (",
      `  max_over_time(${waits(LOOPS)}[6m]) or max_over_time(${initWaits(LOOPS)}[6m])`,
      ") == 1",
    ].join("\n"),
    for: minutes(10),
    inhibits: [...OF_ITS_POD, { alerts: ["ContainerRestarting"], sharing: ["namespace", "pod", "container"] }],
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} crashes whenever it starts",
    description: "For 10 minutes it is started later and later. The log of the previous container ends with the reason.",
    fires: [waiting(everyMinutes(5)), waiting(everyMinutes(5), LOOPS, initWaits)],
    silent: [
      waiting(everyMinutes(8)),
      waiting(everyMinutes(8), LOOPS, initWaits),
      waiting(everyMinutes(5), { reason: "ContainerCreating" }),
    ],
  });
}

function containerThrottled() {
  const group = { namespace: POD.namespace, pod: POD.pod, container: "git", id: "/kubepods/pod1/2", name: "2", image: "git:1", node: "a" };
  const limit = { [limits({ ...CONTAINER, resource: "cpu", unit: "core", node: "a" })]: "0.25x80" };
  const counted = (all: string, held: string): SeriesSet => ({ [periods(group)]: all, [throttled(group)]: held, ...limit });
  const sum = (of: string) => `sum by (namespace, pod, container) (rate(${of}[10m]))`;
  const ofContainer = { container: not("") };
  return alert("ContainerThrottled", {
    // a page needs a name that somebody has seen
    severity: "info",
    expr: [
      `${sum(throttled(ofContainer))} / ${sum(periods(ofContainer))} > ${THROTTLED_SHARE}`,
      `and on (namespace, pod, container) ${sum(periods(ofContainer))} > ${LEAST_PERIODS}`,
      `and on (namespace, pod, container) ${limits({ resource: "cpu" })}`,
    ].join("\n"),
    for: minutes(20),
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} is held back by its CPU limit",
    description:
      "{{ $value | humanize }} of its scheduler periods for 20 minutes, which its users feel. Raise the limit, or find what it is busy with.",
    fires: [
      // it begins to work at the twentieth minute, and at once too much
      after(minutes(44), counted("0x19 0+180x60", "0x19 0+95x60")),
      // it works always, and hits the limit from the twentieth minute on
      after(minutes(46), counted("0+180x80", "0x19 0+180x60")),
      // it worked much and freely before
      after(minutes(50), counted("0+600x20 12180+180x60", "0x19 0+100x60")),
    ],
    silent: [counted("0x19 0+180x60", "0x19 0+90x60"), counted("0+60x80", "0+60x80"), counted("0x80", "0x80")],
  });
}

function containerMemoryNearLimit() {
  const uses = (mebibytes: number): SeriesSet => ({
    [memory({
      namespace: POD.namespace,
      pod: POD.pod,
      container: "git",
      id: "/kubepods/pod1/2",
      name: "2",
      image: "git:1",
      node: "a",
    })]: `${mebibytes * MIB}x30`,
    [limits({ ...CONTAINER, resource: "memory", unit: "byte", node: "a" })]: `${200 * MIB}x30`,
  });
  return alert("ContainerMemoryNearLimit", {
    expr: [
      `max by (namespace, pod, container) (${memory({ container: not("") })})`,
      `/ on (namespace, pod, container) max by (namespace, pod, container) (${limits({ resource: "memory" })}) > ${MEMORY_SHARE}`,
    ].join("\n"),
    for: minutes(15),
    summary: "Container {{ $labels.container }} of {{ $labels.namespace }}/{{ $labels.pod }} has almost used up its memory limit",
    description:
      "{{ $value | humanize }} of the limit for 15 minutes. Past it the kernel kills it: raise the limit, or restart it before that.",
    fires: uses(191),
    silent: uses(190),
  });
}
