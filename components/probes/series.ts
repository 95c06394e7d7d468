import { counter, declareSeries, gauge, info } from "../../lib/series";

/** What the blackbox exporter tells of itself, and rules and dashboards may read (seen on a running 0.27.0). */
export const blackboxSeries = declareSeries({
  blackbox_exporter_config_last_reload_successful: gauge("flag", "1 when the configuration was loaded."),
  blackbox_module_unknown_total: counter("count", "Requests for a module that is not configured."),
});

/** What it tells of a probe (seen over HTTP, TLS, TCP and DNS). The probe's target brings more labels. */
export const probeSeries = declareSeries({
  probe_success: gauge("flag", "1 when the probe passed."),
  probe_duration_seconds: gauge("seconds", "Time that the probe took."),
  probe_dns_lookup_time_seconds: gauge("seconds", "Time that looking up the target's name took."),
  probe_ip_addr_hash: gauge("state", "Hash of the address that was asked: it tells that the address changed."),
  probe_ip_protocol: gauge("state", "4 or 6."),

  // HTTP
  probe_http_content_length: gauge("bytes", "Length of the answer, -1 where the server does not say."),
  probe_http_duration_seconds: gauge(
    "seconds",
    "Time of a phase, over all redirects: resolve, connect, tls, processing, transfer.",
    "phase",
  ),
  probe_http_last_modified_timestamp_seconds: gauge(
    "timestamp",
    "When the answer was last modified; absent where the server does not say.",
  ),
  probe_http_redirects: gauge("count", "Redirects that were met."),
  probe_http_ssl: gauge("flag", "1 when the last answer came over TLS."),
  probe_http_status_code: gauge("state", "Status of the last answer, 0 without one."),
  probe_http_version: gauge("state", "Version of HTTP, such as 1.1."),
  // of HTTP bodies and TCP dialogues
  probe_failed_due_to_regex: gauge("flag", "1 when what came did not match what was expected."),

  // TLS: absent without it
  probe_ssl_earliest_cert_expiry: gauge("timestamp", "When the first certificate of the chain expires."),
  probe_ssl_last_chain_expiry_timestamp_seconds: gauge(
    "timestamp",
    "When the verified chain expires; before the epoch where none was verified.",
  ),
  probe_ssl_last_chain_info: info(
    "The server's certificate.",
    "fingerprint_sha256",
    "issuer",
    "serialnumber",
    "subject?",
    "subjectalternative?",
  ),
  probe_tls_cipher_info: info("Cipher of an HTTP connection.", "cipher"),
  probe_tls_version_info: info("Version of TLS.", "version"),

  // DNS
  probe_dns_answer_rrs: gauge("count", "Records in the answer."),
  probe_dns_duration_seconds: gauge("seconds", "Time of a phase: resolve, connect, request.", "phase"),
  probe_dns_query_succeeded: gauge("flag", "1 when an answer came, whatever it says."),
  probe_dns_serial: gauge("state", "Serial number of the zone; absent unless it is asked for."),
});
