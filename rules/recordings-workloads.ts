import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { cadvisorSeries } from "../components/exporters/series/kubelet";
import type { SeriesSet } from "../lib/alerts/proof";
import type { RecordingRule, RuleBundle, RuleGroup } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { type Condition, matches, matchesNot, not, type Select } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { inPhase, POD } from "./proof-pod";
import { COUNTING, type UpstreamRecording, upstreamRecording } from "./upstream-recording";

const {
  kube_job_owner,
  kube_pod_container_resource_limits,
  kube_pod_container_resource_requests,
  kube_pod_owner,
  kube_pod_status_phase,
  kube_replicaset_owner,
} = kubeStateMetricsSeries;
const {
  container_cpu_usage_seconds_total,
  container_memory_cache,
  container_memory_rss,
  container_memory_swap,
  container_memory_working_set_bytes,
} = cadvisorSeries;

interface Jobs {
  readonly objects: Scraped;
  readonly kubelet: Scraped;
}

/** Upstream's `k8s.rules`: what containers use, ask for and may have, and which workload a pod belongs to. */
export function workloadRecordings(site: Pick<Site, "cluster">, { objects, kubelet }: Jobs): RuleBundle {
  const recording = upstreamRecording(site);
  return {
    area: "recordings-workloads",
    groups: [...ofContainers(recording, kubelet), ...ofResources(recording, objects), podOwners(recording, objects)],
  };
}

/** Samples of a container; those of the groups above it have no image. Ours say their node, which upstream joins from `kube_pod_info`. */
const CONTAINER = { namespace: "git", pod: "git-0", container: "git", node: "a" };
const GROUP = { id: "/kubepods/pod1/2", name: "2", image: "git:1" };
const ofContainer = (usage: Select<"id" | "name" | "image">, values: string, more: Readonly<Record<string, string>> = {}): SeriesSet => ({
  [usage({ ...CONTAINER, ...GROUP, ...more })]: values,
  [usage({ namespace: "git", pod: "git-0", node: "a", id: "/kubepods/pod1", ...more })]: values,
});

function ofContainers(recording: UpstreamRecording, { job }: Scraped): RuleGroup[] {
  const cpu = (name: string, how: "rate" | "irate", value: number) =>
    recording(`node_namespace_pod_container:container_cpu_usage_seconds_total:${name}`, {
      expr: `sum by (namespace, pod, container, node) (${how}(${container_cpu_usage_seconds_total({ job, image: not("") })}[5m]))`,
      unit: "cores",
      help: how === "rate" ? "Processors that a container used over 5 minutes." : "Processors that a container used just now.",
      gives: {
        after: minutes(15),
        series: ofContainer(container_cpu_usage_seconds_total, COUNTING, { cpu: "total" }),
        gives: [[CONTAINER, value]],
      },
    });
  const memory = (usage: Select<"id" | "name" | "image">, help: string): RuleGroup => {
    const name = usage();
    return {
      name: `k8s.rules.${name}`,
      rules: [
        recording(`node_namespace_pod_container:${name}`, {
          expr: usage({ job, image: not("") }),
          unit: "bytes",
          help,
          gives: { series: ofContainer(usage, "4096x5"), gives: [[{ ...CONTAINER, ...GROUP }, 4096]] },
        }),
      ],
    };
  };
  return [
    { name: "k8s.rules.container_cpu_usage_seconds_total", rules: [cpu("sum_rate5m", "rate", 0.5), cpu("sum_irate", "irate", 1)] },
    memory(container_memory_working_set_bytes, "Memory of a container that can't be freed at once."),
    memory(container_memory_rss, "Anonymous memory of a container."),
    memory(container_memory_cache, "Page cache of a container."),
    memory(container_memory_swap, "Swap of a container."),
  ];
}

/** Requests and limits of pods that are not done. */
function ofResources(recording: UpstreamRecording, { job }: Scraped): RuleGroup[] {
  const active = `max by (namespace, pod) (${kube_pod_status_phase({ job, phase: matches("Pending|Running") })} == 1)`;
  const group = (resource: "memory" | "cpu", kind: "requests" | "limits"): RuleGroup => {
    const of = kind === "requests" ? kube_pod_container_resource_requests : kube_pod_container_resource_limits;
    const unit = resource === "cpu" ? "core" : "byte";
    const labels = { ...POD, node: "a", resource, unit };
    const pods = (phase: "Pending" | "Succeeded") => ({
      [of({ ...labels, container: "git" })]: "2x20",
      [of({ ...labels, container: "proxy" })]: "1x20",
      ...inPhase(phase),
    });
    const said = { unit: resource === "cpu" ? "cores" : "bytes" } as const;
    const what = `${kind === "requests" ? "What" : "The most that"} ${kind === "requests" ? "is asked for" : "is allowed"} of ${resource}`;
    return {
      name: `k8s.rules.container_${resource}_${kind}`,
      rules: [
        recording(`cluster:namespace:pod_${resource}:active:kube_pod_container_resource_${kind}`, {
          ...said,
          expr: `${of({ job, resource })}\n* on (namespace, pod) group_left () ${active}`,
          help: `${what} by a container of a pod that is not done.`,
          gives: [
            {
              series: pods("Pending"),
              gives: [
                [{ ...labels, container: "git" }, 2],
                [{ ...labels, container: "proxy" }, 1],
              ],
            },
            { series: pods("Succeeded"), gives: [] },
          ],
        }),
        recording(`namespace_${resource}:kube_pod_container_resource_${kind}:sum`, {
          ...said,
          expr: [
            "sum by (namespace) (",
            // while the exporter's pod is replaced, two tell of each container
            `  max by (namespace, pod, container) (${of({ job, resource })})`,
            `  * on (namespace, pod) group_left () ${active}`,
            ")",
          ].join("\n"),
          help: `${what} by the pods of a namespace that are not done.`,
          gives: [
            { series: pods("Pending"), gives: [[{ namespace: POD.namespace }, 3]] },
            {
              series: { ...pods("Pending"), [of({ ...labels, container: "git", instance: "10.1.0.9:8080" })]: "2x20" },
              gives: [[{ namespace: POD.namespace }, 3]],
            },
            { series: pods("Succeeded"), gives: [] },
          ],
        }),
      ],
    };
  };
  return [group("memory", "requests"), group("cpu", "requests"), group("memory", "limits"), group("cpu", "limits")];
}

const copied = (expr: string, to: string, from: string) => `label_replace(${expr}, "${to}", "$1", "${from}", "(.+)")`;

/** Kinds whose pods have a rule of their own, and pods that nobody owns. */
const KNOWN_OWNERS = ["ReplicaSet", "DaemonSet", "StatefulSet", "Job", "Node", ""];

/** `namespace_workload_pod:kube_pod_owner:relabel`, 1 for each pod: what a person calls its workload, behind the objects in between. */
function podOwners(recording: UpstreamRecording, { job }: Scraped): RuleGroup {
  const pods = (owner_kind: string | Condition, more = {}) => kube_pod_owner({ job, owner_kind, ...more });
  const between = (kind: "ReplicaSet" | "Job", label: "replicaset" | "job_name") => copied(pods(kind), label, "owner_name");
  const perPod = (expr: string, by = "workload") =>
    [`max by (namespace, ${by}, pod) (`, ...expr.split("\n").map((line) => `  ${line}`), ")"].join("\n");
  /** The pods behind objects of a kind, under the name of what owns these. */
  const behind = (kind: "ReplicaSet" | "Job", label: "replicaset" | "job_name", owners: string, takes: string) =>
    [
      between(kind, label),
      `* on (namespace, ${label}) group_left (${takes})`,
      // an object may have two owners, a pod has one workload
      `topk by (namespace, ${label}) (1, max by (namespace, ${label}, ${takes}) (${owners}))`,
    ].join("\n");
  /** The pods of objects of a kind that nobody owns, under the name of these. */
  const ofUnowned = (kind: "ReplicaSet" | "Job", label: "replicaset" | "job_name", unowned: string) =>
    perPod(
      [
        copied(between(kind, label), "workload", "owner_name"),
        `* on (namespace, ${label}) group_left () max by (namespace, ${label}) (${unowned})`,
      ].join("\n"),
    );
  const owned = (expr: string) => copied(copied(expr, "workload", "owner_name"), "workload_type", "owner_kind");

  // proofs
  const pod = (pod: string, kind?: string, name?: string): SeriesSet => ({
    [kube_pod_owner({
      ...POD,
      pod,
      ...(kind !== undefined && { owner_kind: kind, owner_name: name, owner_is_controller: "true" }),
    })]: "1x5",
  });
  const replicaSet = (replicaset: string, kind?: string, name?: string): SeriesSet => ({
    [kube_replicaset_owner({
      namespace: POD.namespace,
      replicaset,
      ...(kind !== undefined && { owner_kind: kind, owner_name: name, owner_is_controller: "true" }),
    })]: "1x5",
  });
  const ofJob = (job_name: string, kind?: string, name?: string): SeriesSet => ({
    [kube_job_owner({
      namespace: POD.namespace,
      job_name,
      ...(kind !== undefined && { owner_kind: kind, owner_name: name, owner_is_controller: "true" }),
    })]: "1x5",
  });
  /** A pod of each kind: each rule tells of its own. */
  const everything: SeriesSet = {
    ...pod("web-1-x", "ReplicaSet", "web-1"),
    ...replicaSet("web-1", "Deployment", "web"),
    ...pod("lone-x", "ReplicaSet", "lone"),
    ...replicaSet("lone"),
    ...pod("canary-1-x", "ReplicaSet", "canary-1"),
    ...replicaSet("canary-1", "Rollout", "canary"),
    ...pod("agent-x", "DaemonSet", "agent"),
    ...pod("db-0", "StatefulSet", "db"),
    ...pod("once-x", "Job", "once"),
    ...ofJob("once"),
    ...pod("backup-1-x", "Job", "backup-1"),
    ...ofJob("backup-1", "CronJob", "backup"),
    ...pod("bare"),
    ...pod("etcd-a", "Node", "a"),
    ...pod("pg-1", "Cluster", "pg"),
  };
  const rule = (
    type: string | undefined,
    expr: string,
    help: string,
    told: readonly (readonly [pod: string, workload: string, type?: string])[],
  ) =>
    recording("namespace_workload_pod:kube_pod_owner:relabel", {
      expr,
      unit: "flag",
      help,
      ...(type !== undefined && { labels: { workload_type: type } }),
      gives: {
        series: everything,
        gives: told.map(([pod, workload, of]) => [
          { namespace: POD.namespace, pod, workload, ...(of !== undefined && { workload_type: of }) },
          1,
        ]),
      },
    });
  const direct = (type: string, kind: string, help: string, told: readonly [string, string]): RecordingRule =>
    rule(type, perPod(copied(pods(kind), "workload", "owner_name")), help, [told]);

  return {
    name: "k8s.rules.pod_owner",
    rules: [
      rule(
        "replicaset",
        ofUnowned("ReplicaSet", "replicaset", kube_replicaset_owner({ job, owner_kind: "" })),
        "1 for a pod of a replica set that nobody owns.",
        [["lone-x", "lone"]],
      ),
      rule(
        "deployment",
        perPod(
          behind(
            "ReplicaSet",
            "replicaset",
            copied(kube_replicaset_owner({ job, owner_kind: "Deployment" }), "workload", "owner_name"),
            "workload",
          ),
        ),
        "1 for a pod of a deployment.",
        [["web-1-x", "web"]],
      ),
      direct("daemonset", "DaemonSet", "1 for a pod of a daemon set.", ["agent-x", "agent"]),
      direct("statefulset", "StatefulSet", "1 for a pod of a stateful set.", ["db-0", "db"]),
      rule(
        "job",
        ofUnowned("Job", "job_name", kube_job_owner({ job, owner_kind: matches("Pod|") })),
        "1 for a pod of a job that nobody owns.",
        [["once-x", "once"]],
      ),
      rule("barepod", perPod(copied(pods("", { owner_name: "" }), "workload", "pod")), "1 for a pod that nobody owns.", [["bare", "bare"]]),
      rule("staticpod", perPod(copied(pods("Node"), "workload", "pod")), "1 for a pod that a node's own files declare.", [
        ["etcd-a", "etcd-a"],
      ]),
      rule(
        undefined,
        perPod(
          [
            behind("Job", "job_name", owned(kube_job_owner({ job, owner_kind: matchesNot("Pod|") })), "workload, workload_type"),
            "or",
            behind(
              "ReplicaSet",
              "replicaset",
              owned(kube_replicaset_owner({ job, owner_kind: matchesNot("Deployment|") })),
              "workload, workload_type",
            ),
            "or",
            owned(pods(matchesNot(KNOWN_OWNERS.join("|")))),
          ].join("\n"),
          "workload, workload_type",
        ),
        "1 for a pod of something else, which `workload_type` names: a cron job, or what an operator owns.",
        [
          ["backup-1-x", "backup", "CronJob"],
          ["canary-1-x", "canary", "Rollout"],
          ["pg-1", "pg", "Cluster"],
        ],
      ),
    ],
  };
}
