import { counter, declareSeries, gauge, summary } from "../../lib/series";

const CERTIFICATE = ["name", "namespace", "issuer_name", "issuer_kind", "issuer_group"] as const;
const CALL = ["scheme", "host", "action?", "method", "status"] as const;

/**
 * Series of cert-manager that rules and dashboards may read (seen on the collectors of its controller v1.21.2). `namespace` is the
 * certificate's. A time that is not known yet is 0. Until v1.18 a call to an ACME server has `path` in the place of `action`
 * (cert-manager.io, upgrading from v1.18 to v1.19); the expiry is there by two names, of which the first is the older.
 */
export const certManagerSeries = declareSeries({
  certmanager_certificate_expiration_timestamp_seconds: gauge("timestamp", "When a certificate expires.", ...CERTIFICATE),
  certmanager_certificate_not_after_timestamp_seconds: gauge("timestamp", "When a certificate expires.", ...CERTIFICATE),
  certmanager_certificate_not_before_timestamp_seconds: gauge("timestamp", "When a certificate begins to be valid.", ...CERTIFICATE),
  certmanager_certificate_renewal_timestamp_seconds: gauge("timestamp", "When a certificate is to be renewed.", ...CERTIFICATE),
  certmanager_certificate_ready_status: gauge(
    "flag",
    "1 for the state of a certificate: True, False or Unknown.",
    ...CERTIFICATE,
    "condition",
  ),
  certmanager_certificate_challenge_status: gauge(
    "flag",
    "1 for the state of a challenge of an ACME server.",
    "name",
    "namespace",
    "domain",
    "type",
    "processing",
    "reason?",
    "status?",
  ),
  certmanager_issuer_ready_status: gauge("flag", "1 for the state of an issuer: True, False or Unknown.", "name", "namespace", "condition"),
  certmanager_clusterissuer_ready_status: gauge(
    "flag",
    "1 for the state of a cluster's issuer: True, False or Unknown.",
    "name",
    "condition",
  ),

  certmanager_http_acme_client_request_count: counter("count", "Calls to an ACME server.", ...CALL),
  certmanager_http_acme_client_request_duration_seconds: summary("seconds", "Time of a call to an ACME server.", ...CALL),
  certmanager_controller_sync_call_count: counter("count", "Objects that a controller looked at.", "controller"),
  certmanager_controller_sync_error_count: counter("count", "Objects that a controller failed on.", "controller"),
  certmanager_clock_time_seconds_gauge: gauge("timestamp", "The time, as the controller has it."),
});
