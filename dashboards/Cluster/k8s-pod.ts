import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { cadvisorSeries, kubeletSeries } from "../../components/exporters/series/kubelet";
import { dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { not } from "../../lib/series";
import { orLine, partOf } from "../shared/share";
import { granted, used } from "../shared/workload-use";

const {
  kube_pod_container_info: image,
  kube_pod_container_resource_limits: limits,
  kube_pod_container_status_last_terminated_exitcode: exitCode,
  kube_pod_container_status_last_terminated_reason: endedFor,
  kube_pod_container_status_last_terminated_timestamp: ended,
  kube_pod_container_status_ready: ready,
  kube_pod_container_status_restarts_total: restarts,
  kube_pod_container_status_waiting_reason: waits,
  kube_pod_created: created,
  kube_pod_info: info,
  kube_pod_spec_volumes_persistentvolumeclaims_info: mounts,
  kube_pod_status_phase: phase,
  kube_pod_status_ready: podReady,
} = kubeStateMetricsSeries;
const {
  container_cpu_cfs_periods_total: periods,
  container_cpu_cfs_throttled_periods_total: throttled,
  container_cpu_usage_seconds_total: cpu,
  container_fs_reads_total: reads,
  container_fs_writes_total: writes,
  container_memory_cache: cache,
  container_memory_rss: anonymous,
  container_network_receive_bytes_total: received,
  container_network_receive_packets_dropped_total: receivedDropped,
  container_network_transmit_bytes_total: sent,
  container_network_transmit_packets_dropped_total: sentDropped,
  container_oom_events_total: killed,
  container_pressure_cpu_waiting_seconds_total: waitsForProcessor,
  container_pressure_io_waiting_seconds_total: waitsForDisk,
  container_pressure_memory_waiting_seconds_total: waitsForMemory,
} = cadvisorSeries;
const { kubelet_volume_stats_capacity_bytes: capacity, kubelet_volume_stats_used_bytes: filled } = kubeletSeries;

const pod = { namespace: "$namespace", pod: "$pod" };
const container = { ...pod, container: not("") };
const perContainer = (counter: string): string => `sum by (container) (rate(${counter}[$__rate_interval]))`;
const whole = (counter: string): string => `sum(rate(${counter}[$__rate_interval]))`;
const legend = "{{container}}";

export const onePod = dashboard({
  uid: "k8s-pod",
  title: "Pod",
  folder: "Cluster",
  question: "What ails this one pod: does it wait, crash, reach a limit, or fill a volume?",
  asker: "whoever was told of a pod, before its log is read",
  next: ["k8s-workload", "k8s-namespace-pods", "node-detail", "storage-stall"],
  variables: [
    choice("namespace", "Namespace", { of: info, label: "namespace", isMulti: false }),
    choice("pod", "Pod", { of: info({ namespace: "$namespace" }), label: "pod", isMulti: false }),
  ],
  areas: ["pods"],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Is it ready?",
          description: "Whether it gets requests. If not, the timeline below says which container is not.",
          unit: "flag",
          width: 4,
          isTile: true,
          queries: [{ expr: partOf(`max(${podReady({ ...pod, condition: "true" })})`, `max(${podReady(pod)})`), legend: " " }],
          means: { 0: { text: "not ready", color: "red" }, 1: { text: "ready", color: "green" } },
        }),
        stat({
          title: "Where does it run?",
          description: "The node. Without one it waits for the scheduler: look at the cluster's room.",
          unit: "flag",
          width: 4,
          showsName: true,
          queries: [{ expr: `max by (node) (${info(pod)})`, legend: "{{node}}" }],
        }),
        stat({
          title: "Which phase is it in?",
          description: "Pending has no node, image or volume yet; Failed is over.",
          unit: "flag",
          width: 4,
          showsName: true,
          queries: [{ expr: `max by (phase) (${phase(pod)}) == 1`, legend: "{{phase}}" }],
        }),
        stat({
          title: "How old is it?",
          description: "Time since it was made. Trouble that is as old came with it.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `time() - max(${created(pod)})` }],
        }),
        stat({
          title: "Restarts today",
          description: "Restarts of all of its containers within 24 hours.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(increase(${restarts(pod)}[24h]))` }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "How full is its memory?",
          description: "Of the limit, of the container that is nearest to it. At 1 the kernel kills.",
          unit: "ratio",
          decimals: 0,
          width: 4,
          queries: [{ expr: `max(${used("memory", "container", pod)} / ${granted("memory", "limits", "container", pod)}) or vector(0)` }],
          thresholds: [warningAbove(0.9)],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "Its containers",
      panels: [
        timeline({
          title: "Which containers were ready?",
          description: "Red while a container does not pass its readiness probe, or does not run.",
          unit: "flag",
          width: 12,
          height: 5,
          queries: [{ expr: `max by (container) (${ready(pod)})`, legend }],
          means: { 0: { text: "not ready", color: "red" }, 1: { text: "ready", color: "green" } },
        }),
        timeline({
          title: "What did they wait for?",
          description: "CrashLoopBackOff: its log says why it ends. ImagePullBackOff: name, registry or credential of the image.",
          unit: "flag",
          height: 5,
          width: 12,
          queries: [
            { expr: `max by (container, reason) (${waits(pod)}) ${orLine("reason", "for nothing")}`, legend: "{{container}} {{reason}}" },
          ],
          means: { 0: { text: "no", color: "green" }, 1: { text: "waits", color: "red" } },
        }),
        table({
          title: "How did they end last?",
          description:
            "Reason and exit code of the run before this one: 137 was killed, mostly for memory; 143 was told to go; others are its own.",
          by: { container: "Container", reason: "Reason" },
          width: 12,
          height: 6,
          columns: [
            {
              title: "Exit code",
              unit: "state",
              decimals: 0,
              expr: `max by (container) (${exitCode(pod)}) * on (container) group_left (reason) topk by (container) (1, max by (container, reason) (${endedFor(pod)})) ${orLine("reason", "none has ended")}`,
            },
            {
              title: "Ago",
              unit: "seconds",
              decimals: 0,
              expr: `(time() - max by (container) (${ended(pod)})) * on (container) group_left (reason) topk by (container) (1, max by (container, reason) (${endedFor(pod)})) ${orLine("reason", "none has ended")}`,
            },
          ],
        }),
        table({
          title: "What do they run?",
          description: "The image that each asked for and its digest: whether the deploy that you think of is the one that runs.",
          by: { container: "Container", image_spec: "Image", image_id: "Digest" },
          width: 12,
          height: 6,
          columns: [{ title: "Runs", unit: "count", expr: `max by (container, image_spec, image_id) (${image(pod)})` }],
        }),
        graph({
          title: "Restarts and kills within an hour",
          description: "Kills are processes that the kernel ended for want of memory, which need not be the container's first.",
          unit: "count",
          min: 0,
          queries: [
            { expr: `sum by (container) (increase(${restarts(pod)}[1h]))`, legend: "{{container}} restarts" },
            { expr: `sum by (container) (increase(${killed(container)}[1h]))`, legend: "{{container}} kills" },
          ],
        }),
        graph({
          title: "Time in which they were slowed down",
          description: "Share of the scheduler's periods in which a container hit its processor limit. Nothing without a limit.",
          unit: "ratio",
          min: 0,
          max: 1,
          queries: [
            {
              expr: `(${perContainer(throttled(container))} / ${perContainer(periods(container))}) ${orLine("container", "no limit")}`,
              legend,
            },
          ],
          asks: ["ContainerThrottled"],
        }),
      ],
    },
    {
      title: "What does it use?",
      panels: [
        graph({
          title: "Processors by container",
          description: "Beside what the whole pod asked for and may have.",
          unit: "cores",
          min: 0,
          queries: [
            { expr: perContainer(cpu(container)), legend },
            { expr: `sum(${granted("cpu", "requests", "pod", pod)}) or vector(0)`, legend: "requested" },
            { expr: `sum(${granted("cpu", "limits", "pod", pod)}) or vector(0)`, legend: "allowed" },
          ],
        }),
        graph({
          title: "Memory by container",
          description: "What can't be freed at once, beside the limit of the container that has the largest.",
          unit: "bytes",
          min: 0,
          queries: [
            { expr: used("memory", "container", pod), legend },
            { expr: `max(${limits({ ...pod, resource: "memory" })}) or vector(0)`, legend: "largest limit" },
          ],
        }),
        graph({
          title: "What is its memory?",
          description: "Anonymous memory stays until the program frees it; cache is files that were read, and goes when it is needed.",
          unit: "bytes",
          isStacked: true,
          min: 0,
          queries: [
            { expr: `sum(${anonymous(container)})`, legend: "anonymous" },
            { expr: `sum(${cache(container)})`, legend: "cache" },
          ],
        }),
        graph({
          title: "Time that it waits",
          description:
            "Share of the time in which a task of its containers waited. For memory: its limit; for a disk or processor: its node too.",
          unit: "ratio",
          min: 0,
          queries: [
            { expr: `max(rate(${waitsForMemory(container)}[$__rate_interval]))`, legend: "memory" },
            { expr: `max(rate(${waitsForDisk(container)}[$__rate_interval]))`, legend: "disk" },
            { expr: `max(rate(${waitsForProcessor(container)}[$__rate_interval]))`, legend: "processor" },
          ],
        }),
      ],
    },
    {
      title: "Network and volumes",
      panels: [
        graph({
          title: "Received and sent",
          description: "Bytes a second of the pod; what is sent is below the line.",
          unit: "bytes per second",
          width: 8,
          queries: [
            { expr: whole(received(pod)), legend: "received" },
            { expr: whole(sent(pod)), legend: "sent", isMirrored: true },
          ],
        }),
        graph({
          title: "Packets dropped each second",
          description: "On its own interface, both ways. It should be none; many are a node's network, or a program that reads too slowly.",
          unit: "per second",
          min: 0,
          width: 8,
          queries: [{ expr: `${whole(receivedDropped(pod))} + ${whole(sentDropped(pod))}`, legend: "dropped" }],
        }),
        graph({
          title: "Reads and writes",
          description: "Operations a second on disks by its containers; writes are below the line.",
          unit: "per second",
          width: 8,
          queries: [
            { expr: whole(reads(container)), legend: "reads" },
            { expr: whole(writes(container)), legend: "writes", isMirrored: true },
          ],
        }),
        graph({
          title: "How full are its volumes?",
          description: "Used share of each claim that it mounts. A full one stops most programs at once; enlarge the claim.",
          unit: "ratio",
          min: 0,
          max: 1,
          width: 24,
          queries: [
            {
              expr: [
                "max by (persistentvolumeclaim) (",
                `  ${filled({ namespace: "$namespace" })} / ${capacity({ namespace: "$namespace" })} and on (namespace, persistentvolumeclaim) ${mounts(pod)}`,
                `) ${orLine("persistentvolumeclaim", "no claim")}`,
              ].join("\n"),
              legend: "{{persistentvolumeclaim}}",
            },
          ],
          asks: ["VolumeClaimFilling"],
        }),
      ],
    },
  ],
});
