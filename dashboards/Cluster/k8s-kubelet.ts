import { kubeStateMetricsSeries } from "../../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../../components/exporters/series/kubelet";
import { mostOver } from "../../lib/dashboards/chosen-lines";
import { type Dashboard, dashboard } from "../../lib/dashboards/dashboard";
import { graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalBelow } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { targetSeries } from "../../lib/metrics/built-in-series";
import type { Scraped } from "../../lib/metrics/scrape";
import { matches, not } from "../../lib/series";
import { p99 } from "../shared/quantile";

const { kube_node_info, kube_node_status_allocatable: allocatable } = kubeStateMetricsSeries;
const {
  kubelet_certificate_manager_client_expiration_renew_errors: clientRenewErrors,
  kubelet_certificate_manager_client_ttl_seconds: clientLeft,
  kubelet_certificate_manager_server_ttl_seconds: serverLeft,
  kubelet_evictions: evictions,
  kubelet_pleg_relist_duration_seconds: relist,
  kubelet_pod_start_duration_seconds: podStart,
  kubelet_pod_worker_duration_seconds: podWorker,
  kubelet_running_containers: containers,
  kubelet_running_pods: pods,
  kubelet_runtime_operations_duration_seconds: runtimeDuration,
  kubelet_runtime_operations_errors_total: runtimeErrors,
  kubelet_runtime_operations_total: runtimeOperations,
  kubelet_server_expiration_renew_errors: serverRenewErrors,
  process_resident_memory_bytes: memory,
  process_start_time_seconds: started,
  rest_client_requests_total: calls,
  storage_operation_duration_seconds: storage,
  volume_manager_total_volumes: volumes,
} = kubeletSeries;

const node = { node: matches("$node") };
/** What somebody runs in a container by hand fails as it likes. */
const OWN_OPERATIONS = { operation_type: not("exec_sync"), ...node };
const legend = "{{node}}";

export const kubeletPage = ({ job }: Scraped): Dashboard => {
  const own = { job, ...node };
  const wantedVolumes = `sum by (node) (${volumes({ state: "desired_state_of_world", ...node })})`;
  const mounted = `sum by (node) (${volumes({ state: "actual_state_of_world", ...node })})`;
  const certificateLeft = `min by (node) (${clientLeft(node)})`;
  const running = `max by (node) (${pods(node)})`;
  const room = `max by (node) (${allocatable({ resource: "pods", ...node })})`;
  const failing = `sum by (node) (rate(${runtimeErrors(OWN_OPERATIONS)}[10m])) / sum by (node) (rate(${runtimeOperations(OWN_OPERATIONS)}[10m]))`;
  return dashboard({
    uid: "k8s-kubelet",
    title: "Kubelets",
    folder: "Cluster",
    question: "Do the kubelets start pods in time, and if not, is it the runtime, a volume or the API server?",
    asker: "whoever sees pods that stay in ContainerCreating or don't go, or a node that is not ready",
    areas: ["kubelets"],
    next: ["k8s-cluster", "node-detail", "storage-stall", "k8s-apiserver"],
    variables: [choice("node", "Node", { of: kube_node_info, label: "node" })],
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Kubelets that answer",
            description: "Share of the chosen ones that the scraper reaches. Of one that is away nothing below is current.",
            unit: "ratio",
            decimals: 0,
            width: 4,
            queries: [{ expr: `avg(min by (node) (${targetSeries.up(own)}))` }],
            thresholds: [criticalBelow(1)],
            hasTrend: true,
          }),
          stat({
            title: "Half of all pods start within",
            description: "From being seen to running, with the pull of their images, on the slowest node.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `max(histogram_quantile(0.5, sum by (node, le) (rate(${podStart.bucket(node)}[30m]))))` }],
            asks: ["KubeletPodStartSlow"],
            hasTrend: true,
          }),
          stat({
            title: "Pod listings, slowest 1 %",
            description: "Of what the runtime runs, on the slowest node. Above three minutes the kubelet calls its node not ready.",
            unit: "seconds",
            width: 4,
            queries: [{ expr: `max(${p99(relist.bucket(node), "node, le", "10m")})` }],
            asks: ["KubeletPlegSlow"],
            hasTrend: true,
          }),
          stat({
            title: "Runtime requests failing",
            description: "On the node where most do. Its own log, containerd's or another's, says why.",
            unit: "ratio",
            decimals: 1,
            width: 4,
            queries: [{ expr: `max(${failing})` }],
            asks: ["KubeletRuntimeFailing"],
            hasTrend: true,
          }),
          stat({
            title: "Pods, fullest node",
            description: "On the fullest one. At 1 it takes none, however idle it is.",
            unit: "ratio",
            decimals: 0,
            width: 4,
            queries: [{ expr: `max(${running} / on (node) ${room})` }],
            asks: ["KubeletTooManyPods"],
            hasTrend: true,
          }),
          stat({
            title: "First client certificate ends in",
            description: "A kubelet renews it by itself long before. One that ends cuts its node off from the API server.",
            unit: "seconds",
            decimals: 0,
            width: 4,
            queries: [{ expr: `min(${certificateLeft})` }],
            asks: ["KubeletClientCertificateExpiring", "KubeletClientCertificateEnding"],
          }),
        ],
      },
      {
        title: "Which of them answer?",
        panels: [
          timeline({
            title: "Which kubelets answered?",
            description: "As the scraper found them. Away together is the network or a certificate; one alone is its node.",
            unit: "flag",
            height: 6,
            width: 12,
            queries: [{ expr: `min by (node) (${targetSeries.up(own)})`, legend }],
            means: { 0: { text: "no answer", color: "red" }, 1: { text: "answers", color: "green" } },
            asks: ["KubeletUnreachable"],
          }),
          table({
            title: "Kubelets by their pods",
            description: "What each runs, and since when. One that starts again and again has its reason in the journal of its node.",
            by: { node: "Node" },
            width: 12,
            height: 6,
            leadsTo: { node: { dashboard: "node-detail", variable: "node" } },
            columns: [
              { title: "Pods", unit: "count", expr: running },
              { title: "Containers", unit: "count", expr: `sum by (node) (${containers({ container_state: "running", ...node })})` },
              { title: "Up since", unit: "seconds", decimals: 0, expr: `time() - max by (node) (${started(own)})` },
              {
                title: "Client certificate ends in",
                unit: "seconds",
                decimals: 0,
                expr: certificateLeft,
                asks: ["KubeletClientCertificateExpiring", "KubeletClientCertificateEnding"],
              },
            ],
          }),
        ],
      },
      {
        title: "Starting and stopping pods",
        panels: [
          graph({
            title: "How long does a pod take to start?",
            description: "Half of them within that time, with the pull of images. High on one node: its disk or its way to the registry.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: `histogram_quantile(0.5, sum by (node, le) (rate(${podStart.bucket(node)}[30m])))`, legend }],
            asks: ["KubeletPodStartSlow"],
          }),
          graph({
            title: "How long does bringing a pod in order take?",
            description: "99 of 100 within that time, by what is done. Minutes are a volume or a network that does not come.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: p99(podWorker.bucket(node), "operation_type, le", "30m"), legend: "{{operation_type}}" }],
          }),
          graph({
            title: "How long does listing all pods take?",
            description: "99 of 100 within that time. It grows with containers and with a runtime that is busy or hangs.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: p99(relist.bucket(node), "node, le", "10m"), legend }],
            asks: ["KubeletPlegSlow"],
          }),
          graph({
            title: "Pods evicted within fifteen minutes",
            description: "By what the node ran short of: memory, or disk for images and logs. They start elsewhere if there is room.",
            unit: "count",
            min: 0,
            queries: [
              {
                expr: `sum by (node, eviction_signal) (increase(${evictions(node)}[15m]))`,
                legend: "{{node}} {{eviction_signal}}",
              },
            ],
            asks: ["KubeletEvicting"],
          }),
          graph({
            title: "Volumes that should be mounted and are not",
            description: "Below nought some are mounted that nobody wants any more. What stays above holds a pod in ContainerCreating.",
            unit: "count",
            queries: [{ expr: `${wantedVolumes} - ${mounted}`, legend }],
          }),
        ],
      },
      {
        title: "What does it wait for?",
        panels: [
          graph({
            title: "Requests of the runtime that fail, by node",
            description: "Share of ten minutes' requests, without commands that somebody runs in a container.",
            unit: "ratio",
            min: 0,
            width: 8,
            queries: [{ expr: failing, legend }],
            asks: ["KubeletRuntimeFailing"],
          }),
          graph({
            title: "How long does the runtime take?",
            description: "99 of 100 within that time, of the six slowest kinds of request. Pulls take as long as the registry needs.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: mostOver(6, p99(runtimeDuration.bucket(node), "operation_type, le", "10m")), legend: "{{operation_type}}" }],
          }),
          graph({
            title: "How long does mounting take?",
            description: "99 of 100 within that time, by what is done. Slow or failed mounts are the volume storage's, or its node's.",
            unit: "seconds",
            min: 0,
            width: 8,
            queries: [{ expr: p99(storage.bucket(node), "operation_name, le", "1h"), legend: "{{operation_name}}" }],
          }),
          graph({
            title: "Mounts and unmounts that failed",
            description: "Within an hour, by what was tried. The pod's events name the volume and the reason.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `sum by (node, operation_name) (increase(${storage.count({ status: not("success"), ...node })}[1h]))`,
                legend: "{{node}} {{operation_name}}",
              },
            ],
          }),
          graph({
            title: "Calls of the API server that fail",
            description: "Answered by 5xx or not at all. All nodes together: the API server; one alone: its network.",
            unit: "per second",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `sum by (node) (rate(${calls({ ...own, code: matches("5..|<error>") })}[$__rate_interval])) or on () label_replace(vector(0), "node", "none", "", "")`,
                legend,
              },
            ],
          }),
          graph({
            title: "Renewals of certificates that failed",
            description:
              "Within half an hour, of both certificates. Nobody signs them, or the API server refuses: look at its requests for signing.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [
              {
                expr: `sum by (node) (increase(${clientRenewErrors(node)}[30m]) + increase(${serverRenewErrors(node)}[30m]))`,
                legend,
              },
            ],
            asks: ["KubeletCertificateRenewalFailing"],
          }),
        ],
      },
      {
        title: "The kubelets themselves",
        panels: [
          graph({
            title: "Memory that they use",
            description: "A steady climb over weeks is a leak; a restart of the kubelet does not stop its pods.",
            unit: "bytes",
            min: 0,
            queries: [{ expr: `max by (node) (${memory(own)})`, legend }],
          }),
          graph({
            title: "Serving certificate ends in",
            description: "Where it ends logs, exec and metrics of the node fail. +Inf is drawn as nothing: it has none of its own.",
            unit: "seconds",
            min: 0,
            queries: [{ expr: `min by (node) (${serverLeft(node)})`, legend }],
            asks: ["KubeletServingCertificateExpiring"],
          }),
        ],
      },
    ],
  });
};
