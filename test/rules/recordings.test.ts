import { EXPORTER_JOBS } from "../../components/exporters/scrapes";
import { placedRules, type RecordingRule } from "../../lib/alerts/rule";
import { nodeRecordings } from "../../rules/recordings-nodes";
import { workloadRecordings } from "../../rules/recordings-workloads";
import { exampleSite } from "../example";

const site = exampleSite();
const bundles = [nodeRecordings(site, EXPORTER_JOBS), workloadRecordings(site, EXPORTER_JOBS)];
const recordings = placedRules(bundles).map(({ rule }) => rule as RecordingRule);

test("upstream's groups stand under their names, whole", () => {
  const sizes = bundles.flatMap(({ groups }) => groups.map(({ name, rules }) => [name, rules.length]));
  expect(Object.fromEntries(sizes)).toEqual({
    "k8s.rules.container_cpu_usage_seconds_total": 2,
    "k8s.rules.container_memory_working_set_bytes": 1,
    "k8s.rules.container_memory_rss": 1,
    "k8s.rules.container_memory_cache": 1,
    "k8s.rules.container_memory_swap": 1,
    "k8s.rules.container_memory_requests": 2,
    "k8s.rules.container_cpu_requests": 2,
    "k8s.rules.container_memory_limits": 2,
    "k8s.rules.container_cpu_limits": 2,
    "k8s.rules.pod_owner": 8,
    "node.rules": 5,
    "node-exporter.rules": 15,
    "kubelet.rules": 3,
  });
});

/** As upstream's dashboards write them. */
test.each([
  "node_namespace_pod_container:container_cpu_usage_seconds_total:sum_rate5m",
  "node_namespace_pod_container:container_memory_working_set_bytes",
  "cluster:namespace:pod_memory:active:kube_pod_container_resource_limits",
  "namespace_cpu:kube_pod_container_resource_requests:sum",
  "namespace_workload_pod:kube_pod_owner:relabel",
  "node_namespace_pod:kube_pod_info:",
  ":node_memory_MemAvailable_bytes:sum",
  "cluster:node_cpu:ratio_rate5m",
  "instance:node_load1_per_cpu:ratio",
  "instance_device:node_disk_io_time_weighted_seconds:rate5m",
  "instance:node_network_receive_bytes_excluding_lo:rate5m",
  "instance:node_network_transmit_drop_physical:rate5m",
  "node_quantile:kubelet_pleg_relist_duration_seconds:histogram_quantile",
])("%s is recorded", (name) => {
  expect(recordings.map((one) => one.name)).toContain(name);
});

test("dashboards pick by cluster, and the recordings of one name are told apart by what upstream labels them with", () => {
  expect(recordings.filter(({ labels }) => labels?.cluster !== site.cluster.name)).toEqual([]);
  const labelled = (name: string, label: string) => recordings.filter((one) => one.name === name).map(({ labels }) => labels?.[label]);
  expect(labelled("node_quantile:kubelet_pleg_relist_duration_seconds:histogram_quantile", "quantile")).toEqual(["0.99", "0.9", "0.5"]);
  expect(labelled("namespace_workload_pod:kube_pod_owner:relabel", "workload_type")).toEqual([
    "replicaset",
    "deployment",
    "daemonset",
    "statefulset",
    "job",
    "barepod",
    "staticpod",
    undefined,
  ]);
});

test("nobody is paged for them", () => {
  expect(recordings.filter(({ kind, labels = {} }) => kind !== "record" || "team" in labels)).toEqual([]);
});
