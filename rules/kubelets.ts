import { kubeStateMetricsSeries } from "../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../components/exporters/series/kubelet";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { days, minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { not } from "../lib/series";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { counted, jump, shareProof } from "./proof-counter";
import { percentileProof } from "./proof-histogram";
import { serviceDown } from "./service-down";

const { kube_node_status_allocatable: allocatable } = kubeStateMetricsSeries;
const {
  kubelet_certificate_manager_client_expiration_renew_errors: clientRenewals,
  kubelet_certificate_manager_client_ttl_seconds: clientLeft,
  kubelet_certificate_manager_server_ttl_seconds: servingLeft,
  kubelet_evictions: evictions,
  kubelet_pleg_relist_duration_seconds: relistTime,
  kubelet_pod_start_duration_seconds: startTime,
  kubelet_running_pods: runningPods,
  kubelet_runtime_operations_errors_total: runtimeErrors,
  kubelet_runtime_operations_total: runtimeRequests,
  kubelet_server_expiration_renew_errors: servingRenewals,
} = kubeletSeries;

/** Certificates last a year, and are renewed when a tenth to a third of it is left. */
const LEFT = days(7);
/** A night's sleep more, and the node is lost. */
const ENDING = days(1);
/** Listing the pods takes hundredths of a second; at three minutes the kubelet calls its node not ready. */
const RELIST_SECONDS = 5;
/** With an image to fetch. A kubelet without trouble needs a few seconds. */
const START_SECONDS = 120;
/** Of the pods that a node takes: a rollout has no room for its second pod then. */
const POD_SHARE = 0.95;
/** Of what the kubelet asks of the container runtime. Somebody is always gone when it is asked for. */
const ERROR_SHARE = 0.1;
/** One failure is made good at the next attempt. */
const RENEWALS = 1;

/** The kubelets: what they say of themselves and of the container runtime below them. What the cluster says of nodes is elsewhere. */
export function kubelets(scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const asked = { job };

  // proofs
  const at = { job, instance: "node-1", node: "node-1", metrics_path: "/metrics" };
  const answers = (own: string, containers: string) => ({
    [targetSeries.up(at)]: own,
    [targetSeries.up({ ...at, metrics_path: "/metrics/cadvisor" })]: containers,
  });
  const left = (of: typeof clientLeft, seconds: number) => ({ [of(at)]: `${seconds}x10` });
  const pods = (count: number) => ({
    [runningPods(at)]: `${count}x60`,
    [allocatable({ node: "node-1", resource: "pods", unit: "integer" })]: "110x60",
  });
  const fails = (client: number, serving: number) => ({
    [clientRenewals(at)]: jump(client),
    [servingRenewals(at)]: jump(serving),
  });
  const evicts = (count: number) => ({ [evictions({ ...at, eviction_signal: "memory.available" })]: jump(count) });
  const starts = startTime.bucket(asked);

  return area("kubelets", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("KubeletDown", scraped, {
      component: "Platform",
      severity: "critical",
      summary: "No kubelet of the cluster answers",
      description:
        "Nothing is known of pods' use and of their volumes. Look at the API server, which each of them asks, then at the nodes' network.",
      inhibits: [{ alerts: ["KubeletUnreachable", "MetricsAgentTargetsDown"] }],
    }),
    alert("KubeletUnreachable", {
      // of its own series and of its containers': each can fail alone
      expr: `min by (node) (${targetSeries.up(asked)}) == 0`,
      // a node that is down is told first, and takes this along
      for: minutes(7),
      summary: "The kubelet of {{ $labels.node }} does not answer",
      description: "Use and volumes of its pods are not seen. Look at whether the node is up, then at the kubelet's log there.",
      // a node that is off reports nothing at all
      inhibits: [{ alerts: ["NodePressureMissing"] }],
      fires: [answers("0x60", "0x60"), answers("1x60", "0x60")],
      silent: [answers("1x60", "1x60"), answers("0x3 1 0x60", "1x60")],
    }),
    alert("KubeletPlegSlow", {
      expr: `histogram_quantile(0.99, sum by (node, le) (rate(${relistTime.bucket(asked)}[10m]))) > ${RELIST_SECONDS}`,
      for: minutes(5),
      summary: "The kubelet of {{ $labels.node }} is slow to list its pods",
      description:
        "One listing in a hundred takes longer than {{ $value | humanize }} s; soon the node counts as not ready. Look at the container runtime and the disk.",
      ...percentileProof((le) => relistTime.bucket({ ...at, le }), { fast: "5", slow: "10", wait: 5 }),
    }),
    alert("KubeletPodStartSlow", {
      // the half of them, so that one large image is none; rate gives nothing where none was started
      expr: `histogram_quantile(0.5, sum by (node, le) (rate(${starts}[30m]))) > ${START_SECONDS}`,
      for: minutes(10),
      summary: "Pods on {{ $labels.node }} start slowly",
      description:
        "Half of them take longer than {{ $value | humanizeDuration }} from being seen to running. Look at the image registry, the volumes and the disk.",
      ...startProof((le) => startTime.bucket({ ...at, le })),
    }),
    alert("KubeletTooManyPods", {
      expr: [
        `max by (node) (${runningPods(asked)})`,
        `/ on (node) max by (node) (${allocatable({ resource: "pods" })}) > ${POD_SHARE}`,
      ].join("\n"),
      for: minutes(15),
      summary: "Node {{ $labels.node }} has almost as many pods as it takes",
      description: "{{ $value | humanize }} of its places are taken (1 is all): new pods wait. Move pods, or let the kubelet take more.",
      fires: pods(105),
      silent: pods(104),
    }),
    alert("KubeletClientCertificateExpiring", {
      expr: `min by (node) (${clientLeft(asked)}) < ${LEFT.seconds}`,
      summary: "The kubelet of {{ $labels.node }} has not renewed its certificate",
      description: "{{ $value | humanizeDuration }} are left; then the API server refuses it, and the node is lost.",
      // it calls the API server with that certificate
      inhibits: [{ alerts: ["ApiClientCertificateExpiring"] }],
      fires: left(clientLeft, LEFT.seconds - 1),
      silent: [left(clientLeft, LEFT.seconds), { [clientLeft(at)]: "Inf Inf" }],
    }),
    alert("KubeletClientCertificateEnding", {
      expr: `min by (node) (${clientLeft(asked)}) < ${ENDING.seconds}`,
      severity: "critical",
      summary: "The certificate of the kubelet of {{ $labels.node }} ends within a day",
      description: "{{ $value | humanizeDuration }} are left; then the API server refuses it, and the node's pods are moved away.",
      inhibits: [{ alerts: ["KubeletClientCertificateExpiring"], sharing: ["node"] }, { alerts: ["ApiClientCertificateExpiring"] }],
      fires: left(clientLeft, ENDING.seconds - 1),
      silent: left(clientLeft, ENDING.seconds),
    }),
    alert("KubeletServingCertificateExpiring", {
      expr: `min by (node) (${servingLeft(asked)}) < ${LEFT.seconds}`,
      summary: "The kubelet of {{ $labels.node }} has not renewed the certificate that it shows",
      description: "{{ $value | humanizeDuration }} are left; then logs, shells and port forwards of its pods fail. Approve its request.",
      fires: left(servingLeft, LEFT.seconds - 1),
      silent: left(servingLeft, LEFT.seconds),
    }),
    alert("KubeletCertificateRenewalFailing", {
      expr: `sum by (node) (increase(${clientRenewals(asked)}[30m]) + increase(${servingRenewals(asked)}[30m])) > ${RENEWALS}`,
      summary: "The kubelet of {{ $labels.node }} fails to renew a certificate",
      description: "{{ $value | humanize }} attempts failed in half an hour. Look at whether its requests are approved and signed.",
      fires: [
        after(minutes(10), fails(2, 0)),
        after(minutes(10), fails(0, 2)),
        keptAfter(minutes(35), fails(2, 0)),
        keptAfter(minutes(35), fails(0, 2)),
      ],
      silent: [overAfter(minutes(45), fails(2, 0)), overAfter(minutes(45), fails(0, 2)), fails(1, 0), fails(0, 1)],
    }),
    alert("KubeletEvicting", {
      expr: `sum by (node, eviction_signal) (increase(${evictions(asked)}[15m])) > 0`,
      summary: "Node {{ $labels.node }} evicts pods ({{ $labels.eviction_signal }})",
      description: "{{ $value | humanize }} in a quarter of an hour, because the node runs short. Find who takes it, and set its limits.",
      fires: [after(minutes(10), evicts(1)), keptAfter(minutes(22), evicts(1))],
      silent: [overAfter(minutes(28), evicts(1)), evicts(0)],
    }),
    alert("KubeletRuntimeFailing", {
      // a command in a container that fails, such as a probe, is no failure of the runtime
      expr: [
        `sum by (node) (rate(${runtimeErrors({ ...asked, operation_type: not("exec_sync") })}[10m]))`,
        `/ sum by (node) (rate(${runtimeRequests({ ...asked, operation_type: not("exec_sync") })}[10m])) > ${ERROR_SHARE}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The container runtime of {{ $labels.node }} fails at requests",
      description:
        "A share of {{ $value | humanize }} (1 is all): pods don't start or don't end. Look at the log of the runtime and the disk.",
      ...shareProof(
        ({ errors, all }) => ({
          [runtimeErrors({ ...at, operation_type: "create_container" })]: errors,
          [runtimeRequests({ ...at, operation_type: "create_container" })]: all,
        }),
        { threshold: ERROR_SHARE, range: 10, wait: 10 },
      ),
    }),
  ]);
}

/** Half an hour in which every other pod is slow from the tenth minute on. */
function startProof(bucket: (le: string) => string) {
  const courses = (slow: number) => ({
    [bucket("120")]: counted((minute) => (minute < 10 ? 10 : 10 - slow)),
    [bucket("180")]: counted(() => 10),
    [bucket("+Inf")]: counted(() => 10),
  });
  // of six in ten slow ones half an hour is half slow when 25 minutes of it are over
  return { fires: after(minutes(46), courses(6)), silent: courses(4) } as const;
}
