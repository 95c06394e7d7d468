import { days } from "../../lib/duration";
import { ahead, around, never, since, still } from "../../lib/world/course";
import { absent, healthy, type Target } from "../../lib/world/healthy";
import { blackboxSeries, probeSeries } from "./series";

export const blackboxHealthy = healthy(blackboxSeries, () => ({
  blackbox_exporter_config_last_reload_successful: still(1),
  blackbox_module_unknown_total: never,
}));

type Kind = "page" | "encrypted page" | "tls" | "line" | "dns";

function kindOf({ labels: { module = "", instance = "" } }: Target): Kind {
  if (module.startsWith("http_")) return instance.startsWith("https:") ? "encrypted page" : "page";
  if (module.startsWith("dns_")) return "dns";
  return /^(smtps|smtp_starttls|imaps|tls)/.test(module) ? "tls" : "line";
}

/** Each answers quickly, as it should, with a certificate that was renewed a month ago. */
export const probeHealthy = healthy(probeSeries, (_, target) => {
  const kind = kindOf(target);
  const of =
    (...kinds: Kind[]) =>
    <Course extends object>(course: Course): (readonly [Record<never, string>, Course])[] =>
      kinds.includes(kind) ? [[{}, course]] : [];
  const http = of("page", "encrypted page");
  const line = of("line", "tls");
  const tls = of("encrypted page", "tls");
  const dns = of("dns");
  const phases = (on: typeof http, ...names: string[]) =>
    names.flatMap((phase) => on(around(0.02, 0.01)).map(([, course]) => [{ phase }, course] as const));
  return {
    probe_success: still(1),
    probe_duration_seconds: around(0.08, 0.05),
    probe_dns_lookup_time_seconds: around(0.004, 0.003),
    probe_ip_addr_hash: still(2_541_226_714),
    probe_ip_protocol: still(4),
    probe_http_content_length: http(still(-1)),
    probe_http_duration_seconds: phases(http, "resolve", "connect", "tls", "processing", "transfer"),
    probe_http_last_modified_timestamp_seconds: http(since(days(40))),
    probe_http_redirects: http(still(0)),
    probe_http_ssl: http(still(kind === "encrypted page" ? 1 : 0)),
    probe_http_status_code: http(still(200)),
    probe_http_version: http(still(1.1)),
    probe_failed_due_to_regex: line(still(0)),
    probe_ssl_earliest_cert_expiry: tls(ahead(days(61))),
    probe_ssl_last_chain_expiry_timestamp_seconds: tls(ahead(days(61))),
    probe_ssl_last_chain_info: tls(still(1)).map(([, course]) => [
      { fingerprint_sha256: "00a1", issuer: "CN=R11", serialnumber: "03ab", subject: "CN=example.org" },
      course,
    ]),
    probe_tls_cipher_info: of("encrypted page")(still(1)).map(([, course]) => [{ cipher: "TLS_AES_128_GCM_SHA256" }, course]),
    probe_tls_version_info: tls(still(1)).map(([, course]) => [{ version: "TLS 1.3" }, course]),
    probe_dns_answer_rrs: dns(still(1)),
    probe_dns_duration_seconds: phases(dns, "resolve", "connect", "request"),
    probe_dns_query_succeeded: dns(still(1)),
    probe_dns_serial: absent("the module asks for an address, not for the zone's serial number"),
  };
});
