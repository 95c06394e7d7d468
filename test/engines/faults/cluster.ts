import { clusterDnsSeries as dns } from "../../../components/exporters/series/coredns";
import { apiServerSeries as api } from "../../../components/exporters/series/kube-apiserver";
import { kubeStateMetricsSeries as kube, objectExporterSeries } from "../../../components/exporters/series/kube-state-metrics";
import { kubeletSeries as kubelet } from "../../../components/exporters/series/kubelet";
import { days, hours, minutes } from "../../../lib/duration";
import { targetSeries } from "../../../lib/metrics/built-in-series";
import { matches, type Select } from "../../../lib/series";
import { counts, still } from "../../../lib/world/course";
import {
  appears,
  becomes,
  type Change,
  countsFaster,
  goes,
  later,
  moves,
  targetFails,
  targetGoes,
  targets,
  together,
} from "../../../lib/world/fault";
import { comesAndGoes } from "./comes-and-goes";
import { type Expected, expected, type Faults } from "./fault";

const platform = (alert: string, within: number, more?: Partial<Expected>): Expected =>
  expected("Platform", alert, "warning", within, more);
const dnsAlert = (alert: string, within: number, more?: Partial<Expected>): Expected => expected("DNS", alert, "warning", within, more);
const critical = { severity: "critical" } as const;

/** So many more in a second fall into a histogram's buckets from `bound` on, each of that long. */
export function takesLonger(
  of: { readonly bucket: Select<string>; readonly sum: Select<string>; readonly count: Select<string> },
  labels: Readonly<Record<string, string>>,
  { perSecond, bounds, seconds }: { readonly perSecond: number; readonly bounds: string; readonly seconds: number },
): Change {
  return together(
    countsFaster(of.bucket({ ...labels, le: matches(bounds) }), perSecond),
    countsFaster(of.count(labels), perSecond),
    countsFaster(of.sum(labels), perSecond * seconds),
  );
}

/** API server, kubelets, the cluster's DNS and the object-state exporter. */
export const clusterFaults: Faults = ({ cluster: { nodes } }) => {
  const [first] = nodes;
  if (first === undefined) throw new Error("a cluster has nodes");
  const onNode = { instance: first.name };
  const puts = { verb: "PUT", resource: "leases" };
  const apiFails = (perSecond: number) => countsFaster(api.apiserver_request_total({ ...puts, code: "500" }), perSecond);
  const storeIsSlow = together(
    takesLonger(api.etcd_request_duration_seconds, { operation: "update" }, { perSecond: 2, bounds: "5|10|30|60|[+]Inf", seconds: 3 }),
    takesLonger(api.apiserver_request_sli_duration_seconds, puts, { perSecond: 1, bounds: "5|10|30|60|[+]Inf", seconds: 3 }),
  );
  const certificate = (seconds: number) =>
    together(
      becomes(kubelet.kubelet_certificate_manager_client_ttl_seconds(onNode), seconds),
      // the leases of its node alone are six calls a minute
      countsFaster(
        api.apiserver_client_certificate_expiration_seconds.bucket({
          le: matches(seconds < days(1).seconds ? "86400|604800" : "604800"),
        }),
        0.2,
      ),
    );
  const servfails = (perSecond: number) => countsFaster(dns.coredns_dns_responses_total({ rcode: "SERVFAIL" }), perSecond);
  const dnsIsSlow = takesLonger(
    dns.coredns_dns_request_duration_seconds,
    { zone: "." },
    { perSecond: 1, bounds: "2.048|4.096|8.192|[+]Inf", seconds: 1.9 },
  );
  return [
    {
      title: "no API server answers, and the kubelets can't ask it who may read their metrics",
      change: together(targetFails(targets({ job: "apiserver" })), later(minutes(2), targetFails(targets({ job: "kubelet" })))),
      expect: platform("ApiServerDown", 6, critical),
    },
    {
      title: "the second API server was started with a wrong certificate",
      change: appears("apiserver", targetSeries.up({ instance: "192.168.10.12:6443" }), still(0)),
      expect: platform("ApiServerUnreachable", 11, { never: ["ApiServerDown"] }),
    },
    {
      title: "the API server fails at a third of the requests",
      change: apiFails(4),
      expect: platform("ApiServerErrorsHigh", 15, critical),
    },
    {
      title: "the API server fails for seven minutes of each twelve, whenever its store elects a leader",
      change: comesAndGoes(minutes(7), minutes(12), apiFails(20)),
      expect: platform("ApiServerErrorsHigh", 20, { ...critical }),
    },
    { title: "the API server fails at some requests", change: apiFails(0.5), expect: platform("ApiServerErrorsRising", 25) },
    {
      title: "the API server is short of CPU",
      change: takesLonger(api.apiserver_request_sli_duration_seconds, puts, { perSecond: 1, bounds: "5|10|30|60|[+]Inf", seconds: 3 }),
      expect: platform("ApiServerSlow", 15),
    },
    {
      title: "a controller asks for all pods again and again, and is turned away",
      change: together(
        countsFaster(api.apiserver_request_terminations_total(), 1),
        countsFaster(api.apiserver_request_total({ verb: "LIST", resource: "pods" }), 3),
      ),
      expect: platform("ApiServerTurnsAway", 10),
    },
    {
      title: "an agent on a machine outside could not renew its certificate",
      change: countsFaster(api.apiserver_client_certificate_expiration_seconds.bucket({ le: "604800" }), 0.1),
      expect: platform("ApiClientCertificateExpiring", 10),
    },
    {
      title: "the metrics API's pod is gone",
      change: together(
        becomes(api.aggregator_unavailable_apiservice({ name: "v1beta1.metrics.k8s.io" }), 1),
        countsFaster(api.aggregator_unavailable_apiservice_total({ name: "v1beta1.metrics.k8s.io" }), 1 / 60),
      ),
      expect: platform("AggregatedApiDown", 6),
    },
    {
      title: "the certificates' webhook does not answer, and what it judges is refused",
      change: appears(
        "apiserver",
        api.apiserver_admission_webhook_rejection_count({
          name: "webhook.cert-manager.io",
          type: "validating",
          operation: "UPDATE",
          error_type: "calling_webhook_error",
          rejection_code: "500",
        }),
        counts(1 / 30),
      ),
      expect: platform("AdmissionWebhookFailing", 16),
    },
    {
      title: "the ingresses' webhook takes two seconds",
      change: takesLonger(
        api.apiserver_admission_webhook_admission_duration_seconds,
        { name: "validate.nginx.ingress.kubernetes.io" },
        { perSecond: 0.05, bounds: "2.5|10|25|[+]Inf", seconds: 2 },
      ),
      expect: platform("AdmissionWebhookSlow", 20),
    },
    {
      title: "a dashboard lists all objects of the cluster again and again, which takes twenty seconds",
      change: takesLonger(
        api.apiserver_request_sli_duration_seconds,
        { verb: "LIST" },
        { perSecond: 0.2, bounds: "20|30|45|60|[+]Inf", seconds: 20 },
      ),
      expect: platform("ApiServerSlow", 22),
    },
    { title: "the disk under the cluster's store is slow", change: storeIsSlow, expect: platform("ApiStoreSlow", 15) },
    {
      title: "the cluster's store has lost its leader",
      change: together(
        appears(
          "apiserver",
          api.etcd_request_errors_total({ operation: "update", group: "coordination.k8s.io", resource: "leases" }),
          counts(1),
        ),
        apiFails(1),
        storeIsSlow,
      ),
      expect: platform("ApiStoreErrors", 16),
    },
    {
      title: "a network policy keeps the agent from the kubelets",
      change: targetFails(targets({ job: "kubelet" })),
      expect: platform("KubeletDown", 6, critical),
    },
    {
      title: "nobody knows of the kubelets any more",
      change: targetGoes(targets({ job: "kubelet" })),
      expect: platform("KubeletDown", 6, critical),
    },
    {
      title: "a kubelet hangs",
      change: targetFails(targets({ job: "kubelet", node: first.name })),
      expect: platform("KubeletUnreachable", 11),
    },
    {
      title: "a node's container runtime takes seconds for everything",
      change: takesLonger(kubelet.kubelet_pleg_relist_duration_seconds, onNode, { perSecond: 0.1, bounds: "10|[+]Inf", seconds: 8 }),
      expect: platform("KubeletPlegSlow", 10),
    },
    {
      title: "a node fetches its images over a slow line",
      change: takesLonger(kubelet.kubelet_pod_start_duration_seconds, onNode, {
        perSecond: 0.01,
        bounds: "300|360|480|600|900|1200|1800|2700|3600|[+]Inf",
        seconds: 250,
      }),
      expect: platform("KubeletPodStartSlow", 15),
    },
    {
      title: "a node has as many pods as it takes",
      change: moves(kubelet.kubelet_running_pods(onNode), 110, minutes(10)),
      expect: platform("KubeletTooManyPods", 30),
    },
    {
      title: "a kubelet has not renewed its certificate for weeks",
      change: certificate(days(6).seconds),
      expect: platform("KubeletClientCertificateExpiring", 1),
    },
    {
      title: "the certificate that a kubelet shows ends in three days, from one moment to the next",
      change: becomes(kubelet.kubelet_certificate_manager_server_ttl_seconds(onNode), days(3).seconds),
      expect: platform("KubeletServingCertificateExpiring", 2),
    },
    {
      title: "a kubelet's certificate ends tonight",
      change: certificate(hours(9).seconds),
      expect: platform("KubeletClientCertificateEnding", 1, critical),
    },
    {
      title: "nobody approves the certificate that a kubelet shows",
      change: together(
        becomes(kubelet.kubelet_certificate_manager_server_ttl_seconds(onNode), days(5).seconds),
        countsFaster(kubelet.kubelet_server_expiration_renew_errors(onNode), 1 / 900),
      ),
      expect: platform("KubeletServingCertificateExpiring", 1),
    },
    {
      title: "a kubelet's requests for a new certificate are not signed",
      change: countsFaster(kubelet.kubelet_certificate_manager_client_expiration_renew_errors(onNode), 1 / 600),
      expect: platform("KubeletCertificateRenewalFailing", 25),
    },
    {
      title: "a node evicts pods, because its disk is full",
      change: countsFaster(kubelet.kubelet_evictions({ ...onNode, eviction_signal: "nodefs.available" }), 1 / 300),
      expect: platform("KubeletEvicting", 7),
    },
    {
      title: "a node's container runtime can't make containers",
      change: together(
        countsFaster(kubelet.kubelet_runtime_operations_total({ ...onNode, operation_type: "create_container" }), 2),
        countsFaster(kubelet.kubelet_runtime_operations_errors_total({ ...onNode, operation_type: "create_container" }), 2),
      ),
      expect: platform("KubeletRuntimeFailing", 16),
    },
    {
      title: "the cluster's DNS does not start after an update",
      change: together(
        targetFails(targets({ job: "coredns" })),
        becomes(kube.kube_deployment_status_replicas_unavailable({ namespace: "kube-system", deployment: "coredns" }), 2),
      ),
      expect: dnsAlert("ClusterDnsDown", 6, { ...critical, others: ["DeploymentUnavailable"] }),
    },
    {
      title: "the cluster's DNS was removed",
      change: targetGoes(targets({ job: "coredns" })),
      expect: dnsAlert("ClusterDnsDown", 6, critical),
    },
    { title: "a third of the DNS answers are failures", change: servfails(6), expect: dnsAlert("ClusterDnsErrors", 8) },
    { title: "the cluster's DNS waits for a slow server", change: dnsIsSlow, expect: dnsAlert("ClusterDnsSlow", 12) },
    {
      title: "a question makes the cluster's DNS panic",
      change: countsFaster(dns.coredns_panics_total(), 1 / 120),
      expect: dnsAlert("ClusterDnsPanicking", 4),
    },
    {
      title: "a program asks the cluster's DNS for names of the outside without end",
      change: countsFaster(dns.coredns_forward_max_concurrent_rejects_total(), 2),
      expect: { alert: "ClusterDnsForwardFull", component: "DNS", severity: "warning", within: minutes(12) },
    },
    {
      title: "all servers that the cluster's DNS asks are gone",
      change: together(
        countsFaster(dns.coredns_forward_healthcheck_broken_total(), 3),
        countsFaster(dns.coredns_proxy_healthcheck_failures_total(), 1),
        servfails(4),
        dnsIsSlow,
      ),
      expect: dnsAlert("ClusterDnsForwardFailing", 11, critical),
    },
    {
      title: "one of the servers that the cluster's DNS asks is gone",
      change: countsFaster(dns.coredns_proxy_healthcheck_failures_total(), 1),
      expect: dnsAlert("ClusterDnsUpstreamFailing", 11),
    },
    {
      title: "somebody mistyped the configuration of the cluster's DNS",
      change: becomes(dns.coredns_reload_failed_total(), 1),
      expect: dnsAlert("ClusterDnsConfigStale", 1),
    },
    {
      title: "an update of Kubernetes stopped before the last node",
      change: together(
        goes(kubelet.kubernetes_build_info({ ...onNode, job: "kubelet" })),
        appears(
          "kubelet",
          kubelet.kubernetes_build_info({
            ...onNode,
            git_version: "v1.34.2",
            git_commit: "0",
            git_tree_state: "clean",
            build_date: "2025-11-12T12:00:00Z",
            compiler: "gc",
            go_version: "go1.24",
            major: "1",
            minor: "34",
            platform: "linux/amd64",
          }),
          still(1),
        ),
      ),
      expect: platform("ClusterVersionSkew", 121),
    },
    {
      title: "the object-state exporter ran out of memory, and does not come back",
      change: targetFails(targets({ job: "kube-state-metrics" })),
      expect: platform("ObjectStatesDown", 6),
    },
    {
      title: "the object-state exporter was removed",
      change: targetGoes(targets({ job: "kube-state-metrics" })),
      expect: platform("ObjectStatesDown", 6),
    },
    {
      title: "the object-state exporter may not list deployments any more",
      change: goes('{__name__=~"kube_deployment_.+",job="kube-state-metrics"}'),
      expect: platform("ObjectStatesIncomplete", 11),
    },
    {
      title: "the object-state exporter lost the right to list nodes, and tells of those that it knew",
      change: countsFaster(objectExporterSeries.kube_state_metrics_watch_total({ resource: "*v1.Node", result: "error" }), 1 / 30),
      expect: platform("ObjectStatesListFailing", 22),
    },
    {
      title: "the object-state exporter does not answer for the objects, and does for itself",
      change: targetFails(targets({ job: "kube-state-metrics", endpoint: "http" })),
      expect: platform("ObjectStatesDown", 6),
    },
  ];
};
