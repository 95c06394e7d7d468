import type { Stream } from "../../../../lib/logs/stream";

const controller = {
  stream: "stdout",
  time: "2026-11-02T10:00:00.250Z",
  kubernetes: {
    namespace_name: "ingress-nginx",
    pod_name: "ingress-nginx-controller-5d9f8c7b6-x2w4q",
    container_name: "controller",
    host: "node-1",
    labels: { "app.kubernetes.io/name": "ingress-nginx", "pod-template-hash": "5d9f8c7b6" },
  },
};

export const ingressAccess = {
  name: "ingress_access",
  what: "what was asked of the ingress, and what the backends answered",
  source: "aggregator",
  // A web server behind the ingress writes lines that begin alike: those of the ingress go on with its upstreams. One that is cut off is told by its pod.
  recognised: String.raw`text = string(.log) ?? ""
from = (string(.service_name) ?? "") + " " + (string(.namespace) ?? "")
match(text, r'^[ \t]{0,8}(?:unix:|[0-9A-Fa-f.:]{3,45}) - [^"]{0,300} ?\[[0-9]{2}/[A-Z][a-z]{2}/[0-9]{4}:[0-9:]{8} [+-][0-9]{4}\] "') &&
  (match(text, r'" [0-9-]+ [0-9.-]+ \[[^\]"]*\] \[[^\]"]*\] [^ ]') || contains(from, "ingress"))`,
  program: "components/log-router/streams/ingress-access/program.vrl",
  columns: {
    vhost: { type: "text", what: "the host that was asked; needs the format with $host at its end" },
    status: { type: "integer", what: "the answer's" },
    request_time: { type: "float", what: "seconds from the request's first byte to the answer's last" },
    backend_namespace: { type: "text", what: "of the Service behind it, where the site knows the namespace" },
    backend_service: { type: "text", what: "the Service behind it" },
    backend_port: { type: "text", what: "of the Service: a name or a number" },
    client_ip: { type: "text", what: "who asked", isPersonal: true },
    user: { type: "text", what: "the name that the client signed in with (basic authentication)", isPersonal: true },
    method: { type: "text", what: "of the request" },
    path: { type: "text", what: "that was asked for, with its query", isPersonal: true },
    protocol: { type: "text", what: "HTTP's version" },
    request: { type: "text", what: "the request's first line, whatever it was", isPersonal: true },
    referer: { type: "text", what: "the page that it came from", isPersonal: true },
    user_agent: { type: "text", what: "the client's program", isPersonal: true },
    bytes_sent: { type: "integer", what: "of the answer's body" },
    request_length: { type: "integer", what: "bytes of the request" },
    request_id: { type: "text", what: "that the backend was told" },
    upstream: { type: "text", what: "<namespace>-<service>-<port>, as the ingress has it" },
    upstream_addresses: { type: "texts", what: "the pods that were asked, in order" },
    upstream_statuses: { type: "texts", what: "what each answered" },
    upstream_times: { type: "texts", what: "seconds that each took" },
  },
  // one line a request: the busiest stream after the pods' own
  retentionDays: 30,
  busy: { recordsPerSecond: 100, bytesPerRecord: 1200 },
  samples: [
    {
      record: {
        log: '198.51.100.77 - - [02/Nov/2026:10:00:00 +0000] "GET /recipes?tag=soup HTTP/2.0" 200 5120 "https://www.example.org/recipes" "Mozilla/5.0 (X11; \\x22Linux\\x22)" 412 0.184 [smart-home-hub-8123] [] 10.42.0.9:8123, 10.42.1.4:8123 0, 5120 0.002, 0.181 502, 200 9a0364b9e99bb480dd25e1f0284c8555 "Home.example.org"',
        ...controller,
      },
      columns: {
        service_name: "ingress-nginx-controller",
        namespace: "ingress-nginx",
        vhost: "home.example.org",
        status: 200,
        request_time: 0.184,
        backend_namespace: "smart-home",
        backend_service: "hub",
        backend_port: "8123",
        client_ip: "198.51.100.77",
        method: "GET",
        path: "/recipes?tag=soup",
        upstream_addresses: ["10.42.0.9:8123", "10.42.1.4:8123"],
        upstream_statuses: ["502", "200"],
      },
    },
    {
      record: {
        log: '2001:db8:2::7 - eva [02/Nov/2026:10:00:01 +0000] "PUT /a HTTP/1.1" 201 0 "-" "-" 90 1.5 [elsewhere-app-web] [] [fd00::9]:80 : [fd00::a]:80 0 : 0 0.5 : 1.0 503 : 201 77f0d5c2bb0c4d38b2d7a4d2a9a1b6aa',
        ...controller,
      },
      columns: {
        status: 201,
        request_time: 1.5,
        vhost: undefined,
        user: "eva",
        upstream: "elsewhere-app-web",
        backend_namespace: undefined,
        backend_service: undefined,
        upstream_addresses: ["[fd00::9]:80", "[fd00::a]:80"],
      },
    },
    {
      record: {
        log: '203.0.113.50 - - [02/Nov/2026:10:00:02 +0000] "" 400 0 "-" "-" 0 0.000 [] [] - - - - 0aa1bb22cc33dd44ee55ff6600771188',
        ...controller,
      },
      columns: { status: 400, request: "", request_time: 0, method: undefined, upstream: undefined, upstream_addresses: undefined },
    },
    {
      record: { log: '203.0.113.50 - - [02/Nov/2026:10:00:03 +0000] "GET /cut', ...controller },
      columns: { status: undefined, unparsed_reason: "no line of the access log's format" },
    },
  ],
} as const satisfies Stream;
