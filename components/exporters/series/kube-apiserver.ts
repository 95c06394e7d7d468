import { kubernetesProgram, queueWorker } from "../../../lib/metrics/go-series";
import { counter, declareSeries, gauge, histogram } from "../../../lib/series";

/** A request for no resource (/readyz) names its path as the subresource, and the rest not at all. */
const REQUEST = ["verb", "component?", "scope?", "group?", "version?", "resource?", "subresource?"] as const;

const WEBHOOK = ["name", "type"] as const;

/**
 * Series of the API server 1.35 that rules and dashboards may read (seen on a running kube-apiserver 1.35.0). The exporter shell's chart
 * drops two buckets of three of its request times.
 */
export const apiServerSeries = declareSeries({
  ...kubernetesProgram,
  ...queueWorker,

  // requests
  apiserver_request_total: counter("count", "Requests by what was answered.", ...REQUEST, "code", "dry_run?"),
  apiserver_request_sli_duration_seconds: histogram("seconds", "Time that requests took, without that of webhooks.", ...REQUEST),
  apiserver_request_terminations_total: counter("count", "Requests that were turned away to protect the server.", ...REQUEST, "code"),
  apiserver_current_inflight_requests: gauge("count", "Most requests at a time in the last second.", "request_kind"),
  apiserver_client_certificate_expiration_seconds: histogram("seconds", "What is left of the certificates of those who call."),

  // APIs that others serve behind it
  aggregator_unavailable_apiservice: gauge("flag", "1 when an API is not available.", "name"),
  aggregator_unavailable_apiservice_total: counter("count", "Times that an API became unavailable.", "name", "reason"),

  // what it asks others before it takes a change; nothing of it is there until somebody was asked, or failed
  apiserver_admission_webhook_admission_duration_seconds: histogram(
    "seconds",
    "Time that an admission webhook took.",
    ...WEBHOOK,
    "operation",
    "rejected",
  ),
  apiserver_admission_webhook_rejection_count: counter(
    "count",
    "Requests that were refused for an admission webhook: for its answer (no_error), or for having none.",
    ...WEBHOOK,
    "operation",
    "error_type",
    "rejection_code",
  ),
  apiserver_admission_webhook_fail_open_count: counter(
    "count",
    "Requests that were let through though an admission webhook did not answer.",
    ...WEBHOOK,
  ),

  // what it judges itself of a pod before it takes it
  pod_security_evaluations_total: counter(
    "count",
    "Pods that were judged by a level of Pod Security: let through or refused, for good or for a warning.",
    "decision",
    "mode",
    "policy_level",
    "policy_version",
    "request_operation",
    "resource",
    "subresource?",
  ),

  // the store behind it
  etcd_requests_total: counter("count", "Requests of the store.", "operation", "group?", "resource"),
  etcd_request_errors_total: counter("count", "Requests of the store that failed.", "operation", "group?", "resource"),
  apiserver_storage_size_bytes: gauge("bytes", "Size of the store.", "storage_cluster_id"),
  etcd_request_duration_seconds: histogram("seconds", "Time that requests of the store took.", "operation", "group?", "resource"),
});
