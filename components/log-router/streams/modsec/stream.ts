import type { Stream } from "../../../../lib/logs/stream";

const controller = {
  time: "2026-11-02T10:00:00.250Z",
  kubernetes: {
    namespace_name: "ingress-nginx",
    pod_name: "ingress-nginx-controller-5d9f8c7b6-x2w4q",
    container_name: "controller",
    host: "node-1",
    labels: { "pod-template-hash": "5d9f8c7b6" },
  },
};
const denied =
  "2026/11/02 10:00:00 [error] 31#31: *902 [client 198.51.100.77] ModSecurity: Access denied with code 403 (phase 2). Matched \"Operator `Ge' with parameter `5' against variable `TX:BLOCKING_INBOUND_ANOMALY_SCORE' (Value: `15' ) " +
  '[file "/etc/nginx/owasp-modsecurity-crs/rules/REQUEST-949-BLOCKING-EVALUATION.conf"] [line "222"] [id "949110"] [rev ""] [msg "Inbound Anomaly Score Exceeded (Total Score: 15)"] [data "host: "evil.example.com""] [severity "0"] [ver "OWASP_CRS/4.4.0"] [maturity "0"] [accuracy "0"] [tag "anomaly-evaluation"] [hostname "10.42.0.11"] [uri "/wp-login.php"] [unique_id "179361600000.100001"] [ref ""]';

export const modsec = {
  name: "modsec",
  what: "the web application firewall: its audit records, and the requests that it denied",
  source: "aggregator",
  // A denied line: the first that the firewall says in it, and nothing in quotes before. A warning is a line like others, whatever it quotes.
  // An audit record: a transaction among the keys of a whole object, with something in it that only the firewall writes; or, where the object is
  // cut off, one that begins with it, or with what a transaction begins with.
  recognised: String.raw`text = strip_whitespace(string(.log) ?? "")
is_audit = false
if starts_with(text, "{") && contains(text, "\"transaction\"") {
  record, error = parse_json(text)
  if error == null {
    audit = object(record.transaction) ?? {}
    is_audit = exists(audit.client_ip) || exists(audit.unique_id) || exists(audit.time_stamp) || exists(audit.host_ip) ||
      exists(audit.producer) || is_array(audit.messages) || exists(audit.request.headers) || exists(audit.request.uri)
  } else {
    is_audit = match(text, r'^\{[ \t\r\n]*"transaction"[ \t\r\n]*:[ \t\r\n]*\{') ||
      match(text, r'"transaction"[ \t\r\n]*:[ \t\r\n]*\{[ \t\r\n]*"(?:client_ip|unique_id|time_stamp|host_ip|request|producer|messages)"')
  }
}
parts = split(text, "ModSecurity:", 2)
is_audit || (match(string(parts[1]) ?? "", r'^ Access denied(?:[^A-Za-z]|$)') && match(string(parts[0]) ?? "", r'^(?:[^"\x27{\x60]{0,400}[ \t\]])?$'))`,
  program: "components/log-router/streams/modsec/program.vrl",
  columns: {
    modsec_kind: { type: "text", what: "audit for an audit record, denied for the line of a denied request" },
    matched_rules: { type: "texts", what: "the rules that matched, by their numbers" },
    matched_messages: { type: "texts", what: "what those rules say" },
    hostname: { type: "text", what: "the virtual host that was asked" },
    uri: { type: "text", what: "that was asked for", isPersonal: true },
    method: { type: "text", what: "of the request" },
    http_code: { type: "integer", what: "the answer's" },
    client_ip: { type: "text", what: "who asked", isPersonal: true },
    unique_id: { type: "text", what: "of the request, the same in both kinds" },
  },
  retentionDays: 180,
  busy: { recordsPerSecond: 10, bytesPerRecord: 4000 },
  samples: [
    {
      record: {
        log: JSON.stringify({
          transaction: {
            client_ip: "203.0.113.50",
            time_stamp: "Mon Nov  2 10:00:00 2026",
            host_ip: "10.42.0.11",
            unique_id: "179361600000.100000",
            request: { method: "POST", http_version: 2, uri: "/login?next=/", headers: { HOST: "Notes.example.org:443", accept: "*/*" } },
            response: { http_code: "403", headers: {} },
            messages: [
              { message: "Path traversal", details: { ruleId: "930100", match: "x" } },
              { message: "Inbound Anomaly Score Exceeded (Total Score: 10)", details: { ruleId: "949110" } },
            ],
          },
        }),
        ...controller,
      },
      columns: {
        service_name: "ingress-nginx-controller",
        modsec_kind: "audit",
        matched_rules: ["930100", "949110"],
        matched_messages: ["Path traversal", "Inbound Anomaly Score Exceeded (Total Score: 10)"],
        hostname: "notes.example.org",
        uri: "/login?next=/",
        method: "POST",
        http_code: 403,
        client_ip: "203.0.113.50",
        unique_id: "179361600000.100000",
      },
    },
    {
      record: {
        log: `${denied}, client: 198.51.100.77, server: blog.example.org, request: "GET /wp-login.php HTTP/2.0", host: "blog.example.org", referrer: "https://x/", host: "evil.example.com"`,
        ...controller,
      },
      columns: {
        modsec_kind: "denied",
        matched_rules: ["949110"],
        matched_messages: ["Inbound Anomaly Score Exceeded (Total Score: 15)"],
        hostname: "blog.example.org",
        uri: "/wp-login.php",
        method: "GET",
        http_code: 403,
        client_ip: "198.51.100.77",
        unique_id: "179361600000.100001",
      },
    },
    {
      record: { message: `${denied}, client: 198.51.100.77, server: shop.example.org, request: "GET /wp-lo`, ...controller },
      columns: { hostname: "shop.example.org", client_ip: "198.51.100.77" },
    },
    {
      record: { log: '{"transaction":{"client_ip":"203.0.113.50","time_stamp":"Mon Nov  2 10:0', ...controller },
      columns: { modsec_kind: "audit", unparsed_reason: "no JSON with a transaction, cut off perhaps" },
    },
  ],
} as const satisfies Stream;
