import { counter, declareSeries, gauge, histogram, info } from "../../lib/series";

const CONTROLLER = ["controller_namespace", "controller_class", "controller_pod"] as const;
/** `host` needs the flag --metrics-per-host, which is on by default; `canary` names an ingress that takes a share of another's requests. */
const REQUEST = ["status", "method", "path", "namespace", "ingress", "service?", "host?", "canary?", ...CONTROLLER] as const;
const INGRESS = ["namespace", "ingress", ...CONTROLLER] as const;
const CERTIFICATE = ["class", "host", "namespace?", "secret_name?", "identifier"] as const;

/**
 * Series of ingress-nginx that rules and dashboards may read (seen on the collectors of controller v1.11 with nginx's report of a
 * request; v1.15.0 read for what changed). `namespace` is the ingress's. Only requests that met an ingress are counted: what the
 * default backend answers is not among them.
 */
export const ingressNginxSeries = declareSeries({
  // requests; `status` is the code, or with --report-status-classes its class, `5xx`
  nginx_ingress_controller_requests: counter("count", "Requests that were answered.", ...REQUEST),
  nginx_ingress_controller_request_duration_seconds: histogram("seconds", "Time of a request, as its client sees it.", ...REQUEST),
  nginx_ingress_controller_response_duration_seconds: histogram("seconds", "Time that the service behind took to answer.", ...REQUEST),
  nginx_ingress_controller_connect_duration_seconds: histogram("seconds", "Time of connecting to the service behind.", ...REQUEST),
  nginx_ingress_controller_header_duration_seconds: histogram("seconds", "Time until the service behind began to answer.", ...REQUEST),
  nginx_ingress_controller_request_size: histogram("bytes", "Size of a request.", ...REQUEST),
  nginx_ingress_controller_response_size: histogram("bytes", "Size of an answer.", ...REQUEST),
  nginx_ingress_controller_bytes_sent: histogram("bytes", "Size of an answer; the older name.", ...REQUEST),

  // its certificates; until v1.11 `namespace` of the expiry is the controller's own
  nginx_ingress_controller_ssl_expire_time_seconds: gauge("timestamp", "When a host's certificate expires.", ...CERTIFICATE),
  nginx_ingress_controller_ssl_certificate_info: info(
    "A host's certificate.",
    ...CERTIFICATE,
    "issuer_common_name?",
    "issuer_organization?",
    "serial_number",
    "public_key_algorithm",
  ),

  // its configuration
  nginx_ingress_controller_config_last_reload_successful: gauge("flag", "1 when nginx took the last configuration.", ...CONTROLLER),
  nginx_ingress_controller_config_last_reload_successful_timestamp_seconds: gauge(
    "timestamp",
    "When nginx last took a configuration.",
    ...CONTROLLER,
  ),
  nginx_ingress_controller_config_hash: gauge("state", "Hash of the configuration: replicas with different ones disagree.", ...CONTROLLER),
  nginx_ingress_controller_success: counter("count", "Reloads of nginx.", ...CONTROLLER),
  nginx_ingress_controller_errors: counter("count", "Reloads of nginx that failed.", ...CONTROLLER),
  nginx_ingress_controller_check_success: counter("count", "Checks of an ingress.", ...INGRESS),
  nginx_ingress_controller_check_errors: counter("count", "Checks of an ingress that failed.", ...INGRESS),
  nginx_ingress_controller_admission_config_size: gauge("bytes", "Size of the configuration last checked.", ...CONTROLLER),
  nginx_ingress_controller_admission_tested_duration: gauge("seconds", "Time of the last check.", ...CONTROLLER),
  nginx_ingress_controller_orphan_ingress: gauge("flag", "1 while an ingress has no service or no endpoint.", ...INGRESS, "type"),
  nginx_ingress_controller_build_info: info("Release of the controller.", ...CONTROLLER, "release", "build", "repository"),
  nginx_ingress_controller_leader_election_status: gauge(
    "flag",
    "1 on the replica that writes the ingresses' status.",
    ...CONTROLLER,
    "name",
  ),

  // nginx
  nginx_ingress_controller_nginx_process_connections: gauge(
    "count",
    "Connections: active, reading, writing, waiting.",
    ...CONTROLLER,
    "state",
  ),
  nginx_ingress_controller_nginx_process_connections_total: counter(
    "count",
    "Connections: accepted, handled; the difference was dropped.",
    ...CONTROLLER,
    "state",
  ),
  nginx_ingress_controller_nginx_process_requests_total: counter("count", "Requests, those of no ingress too.", ...CONTROLLER),
  nginx_ingress_controller_nginx_process_cpu_seconds_total: counter("seconds", "CPU time.", ...CONTROLLER),
  nginx_ingress_controller_nginx_process_num_procs: gauge("count", "Processes.", ...CONTROLLER),
  nginx_ingress_controller_nginx_process_resident_memory_bytes: gauge("bytes", "Memory.", ...CONTROLLER),
});
