import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { cadvisorSeries } from "../../components/exporters/series/kubelet";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { not, select } from "../../lib/series";
import { partOf } from "../shared/share";
import { granted, ofWorkload, used } from "../shared/workload-use";

const {
  kube_pod_container_status_last_terminated_reason: endedFor,
  kube_pod_container_status_restarts_total: restarts,
  kube_pod_container_status_waiting_reason: waits,
  kube_pod_created: created,
  kube_pod_info: info,
  kube_pod_status_phase: phase,
  kube_pod_status_ready: ready,
} = kubeStateMetricsSeries;
const {
  container_cpu_cfs_periods_total: periods,
  container_cpu_cfs_throttled_periods_total: throttled,
  container_fs_reads_bytes_total: read,
  container_fs_writes_bytes_total: written,
  container_memory_rss: anonymous,
  container_network_receive_bytes_total: received,
  container_network_transmit_bytes_total: sent,
  container_pressure_cpu_waiting_seconds_total: waitsForProcessor,
  container_pressure_io_waiting_seconds_total: waitsForDisk,
  container_pressure_memory_waiting_seconds_total: waitsForMemory,
} = cadvisorSeries;

const OWNER = "namespace_workload_pod:kube_pod_owner:relabel";
const namespace = { namespace: "$namespace" };
const chosen = { ...namespace, workload: "$workload" };
const container = { ...namespace, container: not("") };
const own = (expr: string): string => ofWorkload(expr, chosen);
const podReady = partOf(
  `max by (namespace, pod) (${ready({ ...namespace, condition: "true" })})`,
  `max by (namespace, pod) (${ready(namespace)})`,
);
const rate = (counter: string): string => `sum by (namespace, pod) (rate(${counter}[$__rate_interval]))`;
const most = (counter: string): string => `max by (namespace, pod) (rate(${counter}[$__rate_interval]))`;
const limits = (resource: "cpu" | "memory"): string => granted(resource, "limits", "namespace, pod", namespace);
const requests = (resource: "cpu" | "memory"): string => granted(resource, "requests", "namespace, pod", namespace);
const inUse = (resource: "cpu" | "memory"): string => used(resource, "namespace, pod", namespace);
const legend = "{{pod}}";

export const workload = dashboard({
  uid: "k8s-workload",
  title: "Workload",
  folder: "Cluster",
  question: "How do the pods of this one workload fare, and do they differ from each other?",
  asker: "its owner, after a deploy or when it is slow",
  next: ["k8s-pod", "k8s-namespace-workloads", "k8s-namespace-pods", "vpa-recommendations"],
  variables: [
    choice("namespace", "Namespace", { of: OWNER, label: "namespace", isMulti: false }),
    choice("workload", "Workload", { of: select(OWNER)(namespace), label: "workload", isMulti: false }),
  ],
  areas: ["workloads"],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Share of its pods that are ready",
          description: "Below 1 for longer than a deploy takes, the row below says which pod, and what it waits for.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `avg(${own(podReady)})` }],
          thresholds: [warningBelow(1)],
          hasTrend: true,
        }),
        stat({
          title: "Its pods",
          description: "All of them, in whatever phase. More than it should have is a deploy that goes on, or one that is stuck.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(max by (pod) (${select(OWNER)(chosen)}))` }],
          hasTrend: true,
        }),
        stat({
          title: "Its restarts in the last day",
          description: "Of all of its containers. For the reason look at the log of the container before this one.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(${own(`sum by (namespace, pod) (increase(${restarts(namespace)}[24h]))`)})` }],
          thresholds: [warningAbove(3), criticalAbove(20)],
        }),
        stat({
          title: "Memory of its limit, fullest pod",
          description: "At 1 the kernel kills a container of it.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(${own(`${inUse("memory")} / ${limits("memory")}`)}) or vector(0)` }],
          thresholds: [warningAbove(0.9)],
          hasTrend: true,
        }),
        stat({
          title: "Slowed down, worst pod",
          description: "Share of the scheduler's periods of the last five minutes in which it hit its processor limit.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [
            {
              expr: `max(${own(
                `sum by (namespace, pod) (rate(${throttled(container)}[5m])) / sum by (namespace, pod) (rate(${periods(container)}[5m]))`,
              )}) or vector(0)`,
            },
          ],
          thresholds: [warningAbove(0.25)],
          hasTrend: true,
        }),
        stat({
          title: "Youngest pod",
          description: "Time since the last pod was made: a trouble that began then began with it.",
          unit: "seconds",
          decimals: 0,
          width: 4,
          queries: [{ expr: `min(time() - (${own(`max by (namespace, pod) (${created(namespace)})`)}))` }],
        }),
      ],
    },
    {
      title: "Its pods",
      panels: [
        timeline({
          title: "Which of its pods were ready?",
          description: "All red together is what they share: a database, a secret, the release. One alone is its node or its volume.",
          unit: "flag",
          height: 6,
          queries: [{ expr: own(podReady), legend }],
          means: { 0: { text: "not ready", color: "red" }, 1: { text: "ready", color: "green" } },
          asks: ["PodNotReady"],
        }),
        table({
          title: "Its pods by memory",
          description: "Where each runs and what it uses. One that uses far more than its equals gets more of the load, or leaks.",
          by: { namespace: "Namespace", pod: "Pod", node: "Node" },
          height: 7,
          leadsTo: {
            pod: { dashboard: "k8s-pod", variable: "pod", with: { namespace: "namespace" } },
            node: { dashboard: "node-detail", variable: "node" },
          },
          columns: [
            { title: "Memory", unit: "bytes", expr: onItsNode(inUse("memory")) },
            { title: "Processors", unit: "cores", decimals: 3, expr: onItsNode(inUse("cpu")) },
            {
              title: "Restarts in 24 h",
              unit: "count",
              decimals: 0,
              expr: onItsNode(`sum by (namespace, pod) (increase(${restarts(namespace)}[24h]))`),
              thresholds: [warningAbove(3)],
            },
            {
              title: "Age",
              unit: "seconds",
              decimals: 0,
              expr: `time() - ${onItsNode(`max by (namespace, pod) (${created(namespace)})`)}`,
            },
          ],
        }),
        timeline({
          title: "What did its containers wait for or end with?",
          description: "Red while a container waits for the reason named; grey is how it ended the time before.",
          unit: "state",
          height: 6,
          queries: [
            {
              expr: `${own(`max by (namespace, pod, container, reason) (${waits(namespace)})`)} or on () label_replace(vector(0), "reason", "none waits", "", "")`,
              legend: "{{pod}} {{reason}}",
            },
            {
              expr: `2 * (${own(`max by (namespace, pod, container, reason) (${endedFor(namespace)})`)}) or on () label_replace(vector(0), "reason", "none has ended", "", "")`,
              legend: "{{pod}} {{reason}}",
            },
          ],
          means: { 0: { text: "well", color: "green" }, 1: { text: "waits", color: "red" }, 2: { text: "ended so before", color: "gray" } },
        }),
      ],
    },
    {
      title: "What do they use?",
      panels: [
        graph({
          title: "Processors used by each pod",
          description: "Beside what one may have, where there is a limit. One far above the others gets more of the load.",
          unit: "cores",
          min: 0,
          queries: [
            { expr: own(inUse("cpu")), legend },
            { expr: `max(${own(requests("cpu"))}) or vector(0)`, legend: "request of one" },
            { expr: `max(${own(limits("cpu"))}) or vector(0)`, legend: "limit of one" },
          ],
        }),
        graph({
          title: "Memory used by each pod",
          description: "Beside what one asked for and may have. At the limit the kernel kills; above the request it is evicted first.",
          unit: "bytes",
          min: 0,
          queries: [
            { expr: own(inUse("memory")), legend },
            { expr: `max(${own(requests("memory"))}) or vector(0)`, legend: "request of one" },
            { expr: `max(${own(limits("memory"))}) or vector(0)`, legend: "limit of one" },
          ],
        }),
        graph({
          title: "Anonymous memory of each pod",
          description: "Without what the kernel keeps of files and can give back: an even climb here is a leak.",
          unit: "bytes",
          min: 0,
          queries: [{ expr: own(`sum by (namespace, pod) (${anonymous(container)})`), legend }],
        }),
        graph({
          title: "Traffic of each pod",
          description: "Bytes received and sent; what is sent is below the line. A pod without any is not among the Service's endpoints.",
          unit: "bytes per second",
          queries: [
            { expr: own(rate(received(namespace))), legend: "{{pod}} received" },
            { expr: own(rate(sent(namespace))), legend: "{{pod}} sent", isMirrored: true },
          ],
        }),
        graph({
          title: "Read from and written to disks",
          description: "Bytes of each pod's containers; what is written is below the line.",
          unit: "bytes per second",
          queries: [
            { expr: own(rate(read(container))), legend: "{{pod}} read" },
            { expr: own(rate(written(container))), legend: "{{pod}} written", isMirrored: true },
          ],
        }),
        graph({
          title: "Time that each pod waits",
          description:
            "Share of the time in which a task of it waited for memory, a disk or a processor. High for memory: its limit is too small.",
          unit: "ratio",
          min: 0,
          queries: [
            { expr: own(most(waitsForMemory(container))), legend: "{{pod}} memory" },
            { expr: own(most(waitsForDisk(container))), legend: "{{pod}} disk" },
            { expr: own(most(waitsForProcessor(container))), legend: "{{pod}} processor" },
          ],
        }),
        graph({
          title: "Its pods by phase",
          description: "Pending for long has no node, no volume or no image.",
          unit: "count",
          min: 0,
          width: 24,
          queries: [{ expr: `sum by (phase) (${own(phase(namespace))})`, legend: "{{phase}}" }],
        }),
      ],
    },
  ],
});

/** With the node of each pod. */
function onItsNode(expr: string): string {
  return `(${own(expr)}) * on (namespace, pod) group_left (node) topk by (namespace, pod) (1, max by (namespace, pod, node) (${info(namespace)}))`;
}
