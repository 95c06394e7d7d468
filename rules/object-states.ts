import { apiServerSeries } from "../components/exporters/series/kube-apiserver";
import { kubeStateMetricsSeries, objectExporterSeries } from "../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../components/exporters/series/kubelet";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { growing } from "./proof-counter";

const { kube_deployment_spec_replicas, kube_namespace_status_phase, kube_node_info, kube_pod_info } = kubeStateMetricsSeries;
const { kube_state_metrics_list_total: listed, kube_state_metrics_watch_total: watched } = objectExporterSeries;
const { up } = targetSeries;
const { kubernetes_build_info: kubeletBuild } = kubeletSeries;
const { kubernetes_build_info: apiBuild } = apiServerSeries;

/** Kinds of objects that no cluster is without. */
const KINDS = {
  nodes: kube_node_info,
  namespaces: kube_namespace_status_phase,
  pods: kube_pod_info,
  deployments: kube_deployment_spec_replicas,
} as const;

/** Node after node: an update of a small cluster is through by then. */
const UPDATE = hours(2);

interface Jobs {
  readonly objects: Scraped;
  readonly apiServer: Scraped;
  readonly kubelet: Scraped;
}

/** What the object-state exporter tells of the whole, without which no alert on workloads fires. */
export function objectStates({ objects, apiServer, kubelet }: Jobs): RuleBundle {
  const { job } = objects;

  // proofs
  const at = { job, instance: "10.42.7.64:8080" };
  const answers = (value: string, instance = at.instance) => ({ [up({ job, instance, endpoint: "http" })]: `${value}x10` });
  const ofItself = { [up({ job, instance: "10.42.7.64:8081", endpoint: "metrics" })]: "1x10" };
  const fails = (of: typeof listed, course: string) => ({
    [of({ job, instance: "10.42.7.64:8081", resource: "*v1.Pod", result: "error" })]: course,
  });
  const told = {
    [kube_node_info({
      ...at,
      node: "node-1",
      kernel_version: "6.12.0",
      os_image: "Debian",
      container_runtime_version: "containerd://2.1.0",
      kubelet_version: "v1.35.0",
      kubeproxy_version: "v1.35.0",
      system_uuid: "8b7e",
    })]: "1x60",
    [kube_namespace_status_phase({ ...at, namespace: "git", phase: "Active" })]: "1x60",
    [kube_pod_info({ ...at, namespace: "git", pod: "git-0", uid: "0d3c", host_network: "false" })]: "1x60",
    [kube_deployment_spec_replicas({ ...at, namespace: "git", deployment: "web" })]: "1x60",
    [up(at)]: "1x60",
  };
  const without = (index: number) => Object.fromEntries(Object.entries(told).filter((_, one) => one !== index));
  const build = (of: typeof apiBuild, { job: ofJob }: Scraped, minor: string, patch = "0") => ({
    [of({
      job: ofJob,
      instance: `${ofJob}-1`,
      git_version: `v1.${minor}.${patch}`,
      git_commit: "0",
      git_tree_state: "clean",
      build_date: "2025-12-17T12:00:00Z",
      compiler: "gc",
      go_version: "go1.25",
      major: "1",
      minor,
      platform: "linux/amd64",
    })]: "1x200",
  });
  const releases = (api: readonly [string, string], node: readonly [string, string]) => ({
    ...build(apiBuild, apiServer, ...api),
    ...build(kubeletBuild, kubelet, ...node),
  });

  return area("object-states", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    alert("ObjectStatesDown", {
      // what it tells of itself is asked by the same job, and says nothing of objects
      expr: `(sum(${up({ job, endpoint: "http" })}) or vector(0)) == 0`,
      for: minutes(5),
      summary: "Nobody tells of the cluster's objects: the object-state exporter is down",
      description:
        "Alerts on deployments, pods, jobs and nodes' conditions are blind, and can't fire until it is back. Look at its pod and its memory limit.",
      inhibits: [{ alerts: ["ObjectStatesIncomplete", "ObjectStatesListFailing"] }],
      fires: [
        { ...answers("0"), ...ofItself },
        { ...ofItself, [up({ job: "node-exporter", instance: "192.168.10.31:9100" })]: "1x10" },
      ],
      silent: [answers("1"), { ...answers("0"), ...answers("1", "10.42.1.23:8080") }],
    }),
    alert("ObjectStatesListFailing", {
      // longer than it looks back: an API server that starts again fails some for minutes
      expr: [listed, watched].map((of) => `sum by (resource) (increase(${of({ job, result: "error" })}[15m])) > 0`).join("\nor "),
      for: minutes(20),
      summary: "The object-state exporter can't list {{ $labels.resource }}",
      description:
        "{{ $value | humanize }} times in a quarter of an hour: what it tells of them is old or missing, and alerts on it are blind. Its log says why.",
      fires: [after(minutes(21), fails(listed, growing(12))), after(minutes(21), fails(watched, growing(12)))],
      silent: [
        { ...fails(listed, growing(25)), ...fails(watched, growing(25)) },
        after(minutes(60), { ...fails(listed, "5x90"), ...fails(watched, "5x90") }),
      ],
    }),
    alert("ObjectStatesIncomplete", {
      // it goes on without what it may not list
      expr: Object.entries(KINDS)
        .map(([kind, of]) => `label_replace(absent(${of({ job })}), "kind", "${kind}", "", "")`)
        .join("\nor "),
      for: minutes(10),
      summary: "The object-state exporter tells nothing of {{ $labels.kind }}",
      description: "Alerts on them can't fire. It may not list them, or its list is too long for it: its log says which.",
      fires: [0, 1, 2, 3].map(without) as [ReturnType<typeof without>, ...ReturnType<typeof without>[]],
      silent: told,
    }),
    alert("ClusterVersionSkew", {
      expr: ["count(count by (minor) (", `  ${apiBuild({ job: apiServer.job })} or ${kubeletBuild({ job: kubelet.job })}`, ")) > 1"].join(
        "\n",
      ),
      for: UPDATE,
      summary: "API servers and kubelets run different releases of Kubernetes",
      description: "{{ $value }} minor releases at a time: an update was not finished. See which with kubectl get nodes.",
      fires: after(UPDATE, releases(["35", "0"], ["34", "2"])),
      silent: [releases(["35", "0"], ["35", "0"]), releases(["35", "1"], ["35", "0"])],
    }),
  ]);
}
