import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { cadvisorSeries } from "../../components/exporters/series/kubelet";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { worst } from "../../lib/dashboards/worst";
import { matches, not } from "../../lib/series";
import { partOf } from "../shared/share";
import { granted, running, ten, used } from "../shared/workload-use";

const {
  kube_namespace_status_phase,
  kube_pod_container_resource_limits: limits,
  kube_pod_container_status_last_terminated_reason: endedFor,
  kube_pod_container_status_last_terminated_timestamp: ended,
  kube_pod_container_status_restarts_total: restarts,
  kube_pod_container_status_waiting_reason: waits,
  kube_pod_init_container_status_waiting_reason: waitsBefore,
  kube_pod_status_phase: phase,
  kube_pod_status_ready: ready,
} = kubeStateMetricsSeries;
const {
  container_cpu_cfs_periods_total: periods,
  container_cpu_cfs_throttled_periods_total: throttled,
  container_memory_rss: anonymous,
  container_network_receive_bytes_total: received,
  container_network_receive_packets_dropped_total: receivedDropped,
  container_network_transmit_bytes_total: sent,
  container_network_transmit_packets_dropped_total: sentDropped,
} = cadvisorSeries;

const chosen = { namespace: matches("$namespace") };
const container = { ...chosen, container: not("") };
const CONTAINER = "namespace, pod, container";
const notReady = `max by (namespace, pod) (${ready({ ...chosen, condition: "true" })}) == 0 and on (namespace, pod) ${running(chosen)}`;
const waiting = `max by (${CONTAINER}, reason) (${waits(chosen)} or ${waitsBefore(chosen)})`;
const perPod = (counter: string): string => `sum by (namespace, pod) (rate(${counter}[$__rate_interval]))`;
const legend = "{{namespace}} {{pod}}";
const ofContainer = "{{namespace}} {{pod}} {{container}}";
const POD = { namespace: "Namespace", pod: "Pod" };
const toPod = { pod: { dashboard: "k8s-pod", variable: "pod", with: { namespace: "namespace" } } };

export const namespacePods = dashboard({
  uid: "k8s-namespace-pods",
  title: "Pods by namespace",
  folder: "Cluster",
  question: "Which pods of these namespaces are not well, and which use the most?",
  asker: "whoever was told of a pod or a container, and for owners of a namespace",
  areas: ["pods", "left-over"],
  next: ["k8s-namespace-workloads", "k8s-pod", "k8s-cluster"],
  variables: [choice("namespace", "Namespace", { of: kube_namespace_status_phase, label: "namespace" })],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Pods that run",
          description: "Pods in the phase Running. The phase says little: a pod whose program fails again and again runs too.",
          unit: "count",
          width: 4,
          queries: [{ expr: partOf(`sum(${phase({ ...chosen, phase: "Running" })})`, `sum(${phase(chosen)})`) }],
          hasTrend: true,
        }),
        stat({
          title: "Pods that run and are not ready",
          description: "They get no requests. Which they are, and since when, stands in the next row.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${notReady}) or vector(0)` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Containers that wait",
          description: "For an image, a secret, or for the time after a crash to pass. A deploy shows some for a minute.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${waiting}) or vector(0)` }],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
        stat({
          title: "Restarts in the last hour",
          description: "Of all containers. Many of one container are a crash that its log explains; the second row names it.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(increase(${restarts(chosen)}[1h]))` }],
          thresholds: [warningAbove(5), criticalAbove(20)],
        }),
        stat({
          title: "Cores of their requests",
          description: "Above 1 they live on what others leave, and lose it when the node is busy.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [
            {
              expr: `sum(${used("cpu", "namespace, pod", chosen)}) / sum(${granted("cpu", "requests", "namespace, pod", chosen)})`,
            },
          ],
          hasTrend: true,
        }),
        stat({
          title: "Memory of its requests",
          description: "Above 1 they are the first to be evicted where a node runs short.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [
            {
              expr: `sum(${used("memory", "namespace, pod", chosen)}) / sum(${granted("memory", "requests", "namespace, pod", chosen)})`,
            },
          ],
          thresholds: [warningAbove(1)],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "Which are not well?",
      panels: [
        timeline({
          title: "Which pods run and are not ready?",
          description: "A line for each pod that was not ready in the time that is shown, red for as long as it was not.",
          unit: "flag",
          height: 6,
          queries: [{ expr: `(${notReady}) or label_replace(vector(1), "pod", "all others", "", "")`, legend }],
          means: { 0: { text: "not ready", color: "red" }, 1: { text: "ready", color: "green" } },
          asks: ["PodNotReady"],
        }),
        table({
          title: "What do containers wait for?",
          description:
            "The runtime's reason. For ImagePullBackOff look at the image's name and the registry, for CrashLoopBackOff at the log.",
          width: 12,
          by: { ...POD, container: "Container", reason: "Reason" },
          leadsTo: toPod,
          columns: [
            {
              title: "Waits",
              unit: "flag",
              expr: `${waiting} or on () label_replace(vector(0), "reason", "none waits", "", "")`,
              means: { 0: { text: "no", color: "green" }, 1: { text: "yes", color: "red" } },
              asks: ["ContainerImagePullFailing", "ContainerConfigWrong", "ContainerCrashLooping", "PodInitStuck"],
            },
          ],
        }),
        worst({
          title: "Which containers were restarted most?",
          description: "Restarts within a day. A container that reaches its memory limit starts anew each time.",
          by: { ...POD, container: "Container" },
          leadsTo: toPod,
          height: 9,
          head: "Restarts in 24 h",
          unit: "count",
          decimals: 0,
          expr: `sum by (${CONTAINER}) (increase(${restarts(chosen)}[24h]))`,
          thresholds: [warningAbove(3), criticalAbove(20)],
        }),
        graph({
          title: "Restarts in a minute",
          description: "Of the ten containers with the most, over fifteen minutes, as the alert counts them.",
          unit: "count",
          min: 0,
          queries: [{ expr: ten(`sum by (${CONTAINER}) (rate(${restarts(chosen)}[15m])) * 60`), legend: ofContainer }],
          asks: ["ContainerRestarting"],
        }),
        table({
          title: "How did containers end last?",
          description: "OOMKilled reached its memory limit; Error has its reason in the log of the container before this one.",
          width: 12,
          height: 8,
          by: { ...POD, container: "Container", reason: "Reason" },
          leadsTo: toPod,
          columns: [
            {
              title: "Ago",
              unit: "seconds",
              decimals: 0,
              expr: [
                `(time() - max by (${CONTAINER}) (${ended(chosen)}))`,
                `* on (${CONTAINER}) group_left (reason) topk by (${CONTAINER}) (1, max by (${CONTAINER}, reason) (${endedFor(chosen)}))`,
                'or on () label_replace(vector(0), "reason", "none has ended", "", "")',
              ].join("\n"),
            },
          ],
        }),
      ],
    },
    {
      title: "What do they use?",
      panels: [
        graph({
          title: "Processors of the ten busiest pods",
          description: "Processors used, over five minutes. What stands at its limit is slowed down, which the next row shows.",
          unit: "cores",
          min: 0,
          queries: [{ expr: ten(used("cpu", "namespace, pod", chosen)), legend }],
        }),
        graph({
          title: "Memory of the ten largest pods",
          description: "What can't be freed at once. One that climbs evenly for days leaks.",
          unit: "bytes",
          min: 0,
          queries: [{ expr: ten(used("memory", "namespace, pod", chosen)), legend }],
        }),
        table({
          title: "Pods by the share of their memory limit",
          description: "Each pod that runs, with what it uses of what it asked for and may have. Without a limit the cell stays empty.",
          by: POD,
          leadsTo: toPod,
          columns: [
            {
              title: "Memory of its limit",
              unit: "ratio",
              decimals: 0,
              expr: `${used("memory", "namespace, pod", chosen)} / ${granted("memory", "limits", "namespace, pod", chosen)}`,
              thresholds: [warningAbove(0.9)],
            },
            { title: "Memory", unit: "bytes", expr: used("memory", "namespace, pod", chosen) },
            { title: "Processors", unit: "cores", decimals: 3, expr: used("cpu", "namespace, pod", chosen) },
            {
              title: "Processors of its request",
              unit: "ratio",
              decimals: 0,
              expr: `${used("cpu", "namespace, pod", chosen)} / ${granted("cpu", "requests", "namespace, pod", chosen)}`,
            },
          ],
        }),
      ],
    },
    {
      title: "Which are at a limit?",
      panels: [
        graph({
          title: "Anonymous memory of the limit",
          description:
            "Of the ten containers that are nearest to it. At 1 the kernel kills the container: raise the limit, or find what grows.",
          unit: "ratio",
          min: 0,
          queries: [
            {
              expr: ten(
                `(max by (${CONTAINER}) (${anonymous(container)}) / on (${CONTAINER}) max by (${CONTAINER}) (${limits({ ...chosen, resource: "memory" })}))`,
              ),
              legend: ofContainer,
            },
          ],
          asks: ["ContainerMemoryNearLimit"],
        }),
        graph({
          title: "Time in which containers were slowed down",
          description: "Share of the scheduler's periods in which a container hit its processor limit. Much of it makes every answer late.",
          unit: "ratio",
          min: 0,
          max: 1,
          queries: [
            {
              expr: ten(
                `(sum by (${CONTAINER}) (rate(${throttled(container)}[10m])) / sum by (${CONTAINER}) (rate(${periods(container)}[10m])))`,
              ),
              legend: ofContainer,
            },
          ],
          asks: ["ContainerThrottled"],
        }),
      ],
    },
    {
      title: "Network",
      panels: [
        graph({
          title: "Bytes received and sent",
          description: "Of the ten pods with the most, either way; what is sent is below the line.",
          unit: "bytes per second",
          queries: [
            { expr: ten(perPod(received(chosen))), legend: `${legend} received` },
            { expr: ten(perPod(sent(chosen))), legend: `${legend} sent`, isMirrored: true },
          ],
        }),
        graph({
          title: "Packets dropped",
          description: "Of the ten pods with the most, both ways together. It should be none; look at the node's network next.",
          unit: "per second",
          min: 0,
          queries: [{ expr: ten(`(${perPod(receivedDropped(chosen))} + ${perPod(sentDropped(chosen))})`), legend }],
        }),
      ],
    },
  ],
});
