import { days } from "../../../lib/duration";
import { kubernetesProgramHealthy, queueWorkerHealthy } from "../../../lib/world/built-in";
import { around, counts, never, still, taking } from "../../../lib/world/course";
import { absent, by, each, eachBy, healthy } from "../../../lib/world/healthy";
import { apiServerSeries } from "../series/kube-apiserver";

const CORE = { component: "apiserver", version: "v1" };
const PODS = { ...CORE, resource: "pods" };
const LEASES = { ...CORE, group: "coordination.k8s.io", resource: "leases", scope: "resource" };

/** Requests in a second, and the seconds that one takes. */
const REQUESTS = [
  { request: { ...PODS, verb: "GET", scope: "resource" }, code: "200", perSecond: 2, typical: 0.004 },
  { request: { ...PODS, verb: "LIST", scope: "cluster" }, code: "200", perSecond: 0.3, typical: 0.01 },
  { request: { ...PODS, verb: "PATCH", scope: "resource", subresource: "status" }, code: "200", perSecond: 0.2, typical: 0.008 },
  { request: { ...PODS, verb: "POST", scope: "resource" }, code: "201", perSecond: 0.01, typical: 0.01 },
  { request: { ...LEASES, verb: "GET" }, code: "200", perSecond: 3, typical: 0.003 },
  { request: { ...LEASES, verb: "PUT" }, code: "200", perSecond: 3, typical: 0.006 },
  { request: { verb: "GET", subresource: "/readyz" }, code: "200", perSecond: 0.1, typical: 0.001 },
];
const APIS = ["v1.", "v1.apps", "v1beta1.metrics.k8s.io"];
const STORED = [{ resource: "pods" }, { group: "coordination.k8s.io", resource: "leases" }];
/** What the chart leaves of the buckets. */
const BOUNDS = [0.05, 0.1, 1, 5, 10, 30, 60];
const STORE_BOUNDS = [0.005, 0.025, ...BOUNDS];
const WEBHOOKS = ["validate.nginx.ingress.kubernetes.io", "webhook.cert-manager.io"];
const KEPT_DAYS = [1, 7, 30, 90, 180, 360];

export const apiServerHealthy = healthy(apiServerSeries, (cluster) => ({
  ...kubernetesProgramHealthy(cluster, { mebibytes: 700, processors: 0.2 }),
  ...queueWorkerHealthy(["APIServiceRegistrationController", "autoregister", "crdEstablishing"]),
  apiserver_request_total: [
    ...each(
      REQUESTS,
      ({ request, code }) => ({ ...request, code }),
      ({ perSecond }) => counts(perSecond),
    ),
    [{ ...LEASES, verb: "PUT", code: "500" }, never],
  ],
  apiserver_request_sli_duration_seconds: each(
    REQUESTS,
    ({ request }) => request,
    ({ perSecond, typical }) => taking(perSecond, typical, { bounds: BOUNDS }),
  ),
  apiserver_request_terminations_total: [[{ ...PODS, verb: "LIST", scope: "cluster", code: "429" }, never]],
  apiserver_current_inflight_requests: by("request_kind", { mutating: around(2, 2), readOnly: around(4, 3) }),
  apiserver_client_certificate_expiration_seconds: taking(1, days(300).seconds, { bounds: KEPT_DAYS.map((kept) => days(kept).seconds) }),
  aggregator_unavailable_apiservice: each(APIS, (name) => ({ name }), still(0)),
  aggregator_unavailable_apiservice_total: each(APIS, (name) => ({ name, reason: "FailedDiscoveryCheck" }), never),
  apiserver_admission_webhook_admission_duration_seconds: each(
    WEBHOOKS,
    (name) => ({ name, type: "validating", operation: "CREATE", rejected: "false" }),
    taking(0.05, 0.008, { bounds: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25] }),
  ),
  pod_security_evaluations_total: eachBy(
    ["enforce", "warn"],
    (mode) => ({ mode, policy_level: "restricted", policy_version: "latest", request_operation: "create", resource: "pod" }),
    "decision",
    { allow: counts(1 / 300), deny: never },
  ),
  apiserver_admission_webhook_rejection_count: eachBy(
    WEBHOOKS,
    (name) => ({ name, type: "validating", operation: "CREATE", rejection_code: "400" }),
    "error_type",
    { no_error: counts(1 / 86_400), calling_webhook_error: never },
  ),
  apiserver_admission_webhook_fail_open_count: absent("every webhook has answered"),
  apiserver_storage_size_bytes: by("storage_cluster_id", { "etcd-0": around(60e6, 4e6) }),
  etcd_request_duration_seconds: eachBy(STORED, (stored) => stored, "operation", {
    get: taking(2, 0.002, { bounds: STORE_BOUNDS }),
    list: taking(0.2, 0.004, { bounds: STORE_BOUNDS }),
    update: taking(2, 0.005, { bounds: STORE_BOUNDS }),
  }),
  etcd_requests_total: eachBy(STORED, (stored) => stored, "operation", { get: counts(2), list: counts(0.2), update: counts(2) }),
  etcd_request_errors_total: absent("no request has failed"),
}));
