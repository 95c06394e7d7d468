import { describeEngines } from "./engine";
import { asStored, type LogRecord } from "./vrl";

/** Whose line, as the shipper describes a pod; label keys may come without their dots. */
const of = (namespace_name: string, pod_name: string, labels: Readonly<Record<string, unknown>> = {}, container_name = "app") => ({
  kubernetes: { namespace_name, pod_name, container_name, labels },
});
const controller = of("ingress-nginx", "ingress-nginx-controller-5d9f8c7b6-x2w4q", {}, "controller");

interface Case {
  readonly name: string;
  readonly record: LogRecord;
  readonly stream: string;
  readonly columns: LogRecord;
}

/** All of a table in one run of each program. */
function becomes(table: readonly Case[]): void {
  let stored: Awaited<ReturnType<typeof asStored>> = [];
  beforeAll(async () => {
    const records = table.map(({ record }) => record);
    stored = await asStored("aggregator", records);
  });
  test.each(table.map((one, position) => ({ ...one, position })))("$name", ({ position, stream, columns }) => {
    const { stream: of, record } = stored[position] ?? { stream: "none", record: {} };
    expect({ stream: of, ...Object.fromEntries(Object.keys(columns).map((column) => [column, record[column]])) }).toEqual({
      stream,
      ...columns,
    });
  });
}

describeEngines(["vrl"], "pod_logs: the level of a line", () => {
  const levels: readonly (readonly [string, string | undefined])[] = [
    ['{"level":"WARNING","msg":"x"}', "warn"],
    ['{"level":30,"msg":"pino"}', "info"],
    ['{"level":50,"msg":"pino"}', "error"],
    ['{"severity":"CRITICAL"}', "fatal"],
    ['{"log.level":"error","@timestamp":"2026-11-02T10:00:00Z"}', "error"],
    ['{"log":{"level":"debug"}}', "debug"],
    ['{"level":"info","msg":"record","record":{"error_severity":"LOG"}}', "info"],
    ['{"level":"info","msg":"record","record":{"error_severity":"FATAL"}}', "fatal"],
    ['{"level":"info","msg":"record","record":{"error_severity":"DEBUG3"}}', "debug"],
    ['{"level":"loud"}', undefined],
    ['{"level":{"deep":1}}', undefined],
    ['{"level":"error"', undefined],
    ['{"error_severity":"PANIC","message":"no operator around it"}', "fatal"],
    ["2026-11-02T10:00:00Z level=warn msg=x", "warn"],
    ["info starting", "info"],
    ["Info on how to start", undefined],
    ["2026-11-02T10:00:00.123456Z 0 [Warning] [MY-010068] [Server] CA certificate", "warn"],
    ["WARN[0000] of a terminal", "warn"],
    ["level=debug msg=x", "debug"],
    ['msg="level=error in words" lvl=info', "info"],
    ['ts=2026-11-02T10:00:00Z caller=main.go:1 level=error err="x"', "error"],
    ["the message says level=error somewhere", undefined],
    ["E1102 10:00:00.000001       1 main.go:1] boom", "error"],
    ["F1102 10:00:00.000001    4711 main.go:1] boom", "fatal"],
    ["2026/11/02 10:00:00 [crit] 31#31: *1 open() failed", "fatal"],
    ["2026/11/02 10:00:00 [notice] 1#1: start worker", "info"],
    ["[Mon Nov 02 10:00:00.123456 2026] [core:error] [pid 7] x", "error"],
    ["2026-11-02 10:00:00.123 UTC [77] LOG:  checkpoint starting: time", "info"],
    ["2026-11-02 10:00:00.123 UTC [77] ERROR:  relation does not exist", "error"],
    ["2026-11-02 10:00:00.123 UTC [77] people@shop FATAL:  password authentication failed", "fatal"],
    ["ERROR something failed", "error"],
    ["2026-11-02 10:00:00,123 WARN  [main] slow", "warn"],
    ["2026-11-02T10:00:00.123Z INFO 1 --- [main] started", "info"],
    ["[2026-11-02 10:00:00.123 +00:00] [ERR] [7] failed", "error"],
    ["[debug] x", "debug"],
    ["DEBUG: x", "debug"],
    ["warning: deprecated", "warn"],
    ["\u001b[31mERROR\u001b[0m in colour", "error"],
    ["panic: runtime error: index out of range", "fatal"],
    ["Trace of the water in the cellar", undefined],
    ["Information about errors", undefined],
    ["Alert manager started", undefined],
    ["errors: none", undefined],
    ["", undefined],
  ];
  becomes(
    levels.map(([log, log_level]) => ({
      name: `${log_level ?? "none"}: ${log}`,
      record: { log, ...of("web", "x") },
      stream: "pod_logs",
      columns: { log_level },
    })),
  );
});

describeEngines(["vrl"], "pod_logs: a journal line's priority is its level, unless its text says one", () => {
  const line = (PRIORITY: string, MESSAGE: string) => ({ MESSAGE, PRIORITY, _SYSTEMD_UNIT: "k3s.service", _HOSTNAME: "node-1" });
  const levels = ["fatal", "fatal", "fatal", "error", "warn", "info", "info", "debug"];
  becomes([
    ...levels.map((log_level, priority) => ({
      name: `priority ${priority}`,
      record: line(String(priority), "a line"),
      stream: "pod_logs",
      columns: { log_level, priority, unit: "k3s.service", node: "node-1", service_name: "k3s", log: "a line" },
    })),
    {
      name: "the text's own level",
      record: { log: JSON.stringify(line("6", 'time="x" level=error msg=y')) },
      stream: "pod_logs",
      columns: { log_level: "error", unit: "k3s.service", node: "node-1", origin: "journal" },
    },
    {
      name: "text as the list of bytes that journald prints for colours",
      record: { log: JSON.stringify({ ...line("6", ""), MESSAGE: [...Buffer.from("\u001b[33mWARN\u001b[0m grün")] }) },
      stream: "pod_logs",
      columns: { log_level: "warn", log: "\u001b[33mWARN\u001b[0m grün" },
    },
    {
      name: "no priority, no unit",
      record: { log: JSON.stringify({ MESSAGE: "x", _HOSTNAME: "node-1", SYSLOG_IDENTIFIER: "kernel" }) },
      stream: "pod_logs",
      columns: { log_level: undefined, unit: "kernel", service_name: "kernel" },
    },
  ]);
});

describeEngines(["vrl"], "pod_logs: the trace of a line", () => {
  const trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
  const span_id = "00f067aa0ba902b7";
  const both = { trace_id, span_id };
  const none = { trace_id: undefined, span_id: undefined };
  const lines: readonly (readonly [string, LogRecord])[] = [
    [`{"traceId":"${trace_id.toUpperCase()}","spanId":"${span_id}"}`, both],
    [`{"trace":{"id":"${trace_id}"},"span":{"id":"${span_id}"}}`, both],
    [`{"trace.id":"${trace_id}","span.id":"${span_id}"}`, both],
    [`{"otelTraceID":"${trace_id}","otelSpanID":"${span_id}"}`, both],
    [`level=info trace_id=${trace_id} span_id=${span_id.toUpperCase()}`, both],
    [`request done traceID=${trace_id}`, { trace_id, span_id: undefined }],
    [`traceparent: 00-${trace_id}-${span_id}-01`, both],
    [`{"headers":"{\\"traceparent\\":\\"00-${trace_id}-${span_id}-01\\"}"}`, both],
    [`trace_id=${"0".repeat(32)} span_id=${"0".repeat(16)}`, none],
    [`traceparent=00-${"0".repeat(32)}-${"0".repeat(16)}-00`, none],
    [`trace_id=${trace_id}0 span_id=${span_id}00`, none],
    [`trace_id=${trace_id.slice(1)}`, none],
    [`parent_span_id=${span_id} trace_id=${trace_id}`, { trace_id, span_id: undefined }],
    [`commit ${trace_id}`, none],
  ];
  becomes(lines.map(([log, columns]) => ({ name: log, record: { log, ...of("web", "x") }, stream: "pod_logs", columns })));
});

describeEngines(["vrl"], "whose line it is", () => {
  const owners: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
    ["Deployment", "site-b-5f6d7c8b9-w2r4t", { "pod-template-hash": "5f6d7c8b9" }],
    ["Deployment whose hash is elsewhere too", "site-b-5f6d7c8b9-w2r4t", { "pod-template-hash": "5f6d7c8b9", app: "5f6d7c8b9" }],
    ["Deployment without its hash among the labels", "site-b-5f6d7c8b9-w2r4t", { app: "other" }],
    ["Deployment without labels", "site-b-5f6d7c8b9-w2r4t", {}],
    ["StatefulSet", "site-b-12", { "statefulset.kubernetes.io/pod-name": "site-b-12", "controller-revision-hash": "site-b-6d5f" }],
    ["StatefulSet with dots taken out", "site-b-0", { "statefulset_kubernetes_io/pod-name": "site-b-0" }],
    ["StatefulSet with slashes taken out too", "site-b-0", { statefulset_kubernetes_io_pod_name: "site-b-0" }],
    ["StatefulSet without labels", "site-b-0", {}],
    ["DaemonSet", "site-b-x2k4z", { "controller-revision-hash": "7c9d8f6b5", "pod-template-generation": "1" }],
    ["DaemonSet without labels", "site-b-x2k4z", {}],
    ["CronJob", "site-b-29384755-x2k4z", { "batch.kubernetes.io/job-name": "site-b-29384755" }],
    ["CronJob with dots taken out", "site-b-29384755-x2k4z", { "batch_kubernetes_io/job-name": "site-b-29384755" }],
    ["CronJob by its old label", "site-b-29384755-x2k4z", { "job-name": "site-b-29384755" }],
    ["CronJob without labels", "site-b-29384755-x2k4z", {}],
    ["Job", "site-b-x2k4z", { "batch.kubernetes.io/job-name": "site-b" }],
    ["database cluster", "site-b-1", { "cnpg.io/cluster": "site-b", "cnpg.io/podRole": "instance" }],
    ["database cluster with dots taken out", "pooler-5f6d7c8b9-w2r4t", { "cnpg_io/cluster": "site-b", "pod-template-hash": "5f6d7c8b9" }],
    ["virtual machine", "virt-launcher-site-b-x2k4z", { "vm.kubevirt.io/name": "site-b" }],
    ["virtual machine by its domain", "virt-launcher-site-b-x2k4z", { "kubevirt_io/domain": "site-b" }],
    ["virtual machine without labels", "virt-launcher-site-b-x2k4z", {}],
    ["StatefulSet by its index", "site-b-3", { "apps.kubernetes.io/pod-index": "3", app: "other" }],
    ["bare pod by its name label", "whatever", { "app.kubernetes.io/name": "site-b" }],
    ["bare pod", "site-b", {}],
  ];
  becomes(
    owners.map(([name, pod, labels]) => ({
      name,
      record: { log: "x", ...of("web", pod, labels) },
      stream: "pod_logs",
      columns: { service_name: "site-b", namespace: "web" },
    })),
  );
});

describeEngines(["vrl"], "ingress_access", () => {
  const line = (upstream: string, tail = "[] 10.42.0.7:80 5 0.003 200 1df9fd789c6539382b0537e65affb229") =>
    `192.0.2.9 - - [02/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "curl" 90 0.003 [${upstream}] ${tail}`;
  const backend = (backend_namespace?: string, backend_service?: string, backend_port?: string) => ({
    backend_namespace,
    backend_service,
    backend_port,
  });
  const access = (name: string, log: string, columns: LogRecord, stream = "ingress_access") => ({
    name,
    record: { log, ...controller },
    stream,
    columns,
  });
  becomes([
    access("namespace and service with hyphens", line("smart-home-hub-x-8123"), backend("smart-home", "hub-x", "8123")),
    access("port by its name", line("files-web-http"), backend("files", "web", "http")),
    access("namespace that nobody knows", line("unknown-web-80"), backend()),
    access("namespace alone, that leaves no service", line("smart-home-80"), backend()),
    access("default backend", line("upstream-default-backend"), { ...backend(), upstream: "upstream-default-backend" }),
    access("none", line("", "[] - - - - 1df9fd789c6539382b0537e65affb229"), { ...backend(), upstream: undefined, status: 200 }),
    access("499 without an answer of the backend", line("files-web-80", "[] 10.42.0.7:80 0 3.000 - aa"), {
      status: 200,
      upstream_statuses: undefined,
    }),
    access("host at the end", `${line("files-web-80")} "www.example.org"`, { vhost: "www.example.org" }),
    access("host with a port, in capitals", `${line("files-web-80")} "WWW.example.org:8443"`, { vhost: "www.example.org" }),
    access("no host", `${line("files-web-80")} "_"`, { vhost: undefined }),
    access("request id of the client's own", line("files-web-80", "[] 10.42.0.7:80 5 0.003 200 my id"), {
      request_id: "my id",
      status: 200,
    }),
    access(
      "quotes of the client, escaped, that look like the rest of a line",
      String.raw`192.0.2.9 - - [02/Nov/2026:10:00:00 +0000] "GET /\x22 500 1 \x22-\x22 HTTP/1.1" 404 5 "-" "a\"b" 90 0.003 [files-web-80] [] 10.42.0.7:80 5 0.003 404 aa`,
      { status: 404, backend_service: "web", user_agent: String.raw`a\"b` },
    ),
    access(
      "TLS on a plain port",
      String.raw`2001:db8::15 - - [02/Nov/2026:10:00:00 +0000] "\x16\x03\x01\x02" 400 5 "-" "-" 0 0.394 [] [] - - - - aa`,
      { status: 400, method: undefined, request: String.raw`\x16\x03\x01\x02` },
    ),
    {
      name: "a web server's own access log is a pod's",
      record: { log: '10.42.0.3 - - [02/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 612 "-" "curl"', ...of("websites", "site-a-0") },
      stream: "pod_logs",
      columns: { status: undefined },
    },
  ]);
});

describeEngines(["vrl"], "modsec", () => {
  const denied = (parts: { data?: string; uri?: string; value?: string; tail?: string }) =>
    `2026/11/02 10:00:00 [error] 31#31: *9 [client 192.0.2.9] ModSecurity: Access denied with code 406 (phase 2). Matched "Operator \`Rx' with parameter \`a' against variable \`ARGS:q' (Value: \`${parts.value ?? "1"}' ) [file "/etc/x.conf"] [line "5"] [id "942100"] [rev ""] [msg "SQL Injection"] [data "${parts.data ?? ""}"] [severity "2"] [ver "OWASP_CRS/4.4.0"] [maturity "0"] [accuracy "0"] [tag "a"] [hostname "10.42.0.11"] [uri "${parts.uri ?? "/a"}"] [unique_id "1793.1"] [ref "o0,1"]${parts.tail ?? ', client: 192.0.2.9, server: shop.example.org, request: "GET /a HTTP/2.0", host: "shop.example.org"'}`;
  const columns = {
    hostname: "shop.example.org",
    client_ip: "192.0.2.9",
    matched_rules: ["942100"],
    matched_messages: ["SQL Injection"],
    http_code: 406,
  };
  const one = (name: string, log: string, own: LogRecord, stream = "modsec") => ({
    name,
    record: { log, ...controller },
    stream,
    columns: own,
  });
  const audit = (transaction: unknown) => JSON.stringify({ transaction });
  const server = { client_ip: "192.0.2.9", time_stamp: "x", host_ip: "10.42.0.11" };
  becomes([
    one("a denied line", denied({}), { ...columns, modsec_kind: "denied", uri: "/a", method: "GET", unique_id: "1793.1" }),
    one(
      "a client, a rule and a host in what it matched",
      denied({ data: '[client 10.0.0.1] [id "1"] [msg "fake"], host: "evil.example.com' }),
      columns,
    ),
    one("a host in the address", denied({ uri: '/?a=", host: "evil.example.com' }), columns),
    one("a client in the value", denied({ value: '[client 10.0.0.1] ModSecurity: Access denied with code 999 [id "1"]' }), columns),
    one(
      "a host in the request and in the referrer",
      denied({
        tail: ', client: 192.0.2.9, server: shop.example.org, request: "GET /", host: "evil.example.com HTTP/2.0", host: "shop.example.org", referrer: "x", host: "evil.example.com"',
      }),
      columns,
    ),
    one("cut off before the host", denied({ tail: ', client: 192.0.2.9, server: shop.example.org, request: "GET /aaaaaaa' }), columns),
    one("cut off before the server", denied({ tail: "" }), { ...columns, hostname: undefined }),
    one("cut off within the rule", denied({}).slice(0, 240), {
      modsec_kind: "denied",
      http_code: 406,
      client_ip: "192.0.2.9",
      hostname: undefined,
    }),
    one("a server of no name", denied({ tail: ', client: 192.0.2.9, server: _, request: "GET /' }), { ...columns, hostname: undefined }),
    one(
      "a host that is the server's address",
      denied({ tail: ', client: 192.0.2.9, server: _, request: "GET / HTTP/1.1", host: "10.42.0.11"' }),
      {
        ...columns,
        hostname: undefined,
      },
    ),
    one("Apache's client with a port", denied({}).replace("[client 192.0.2.9]", "[client 192.0.2.9:49210]"), columns),
    one("IPv6", denied({}).replace("[client 192.0.2.9]", "[client 2001:db8::15]"), { ...columns, client_ip: "2001:db8::15" }),
    one(
      "a warning is a pod's line",
      denied({ data: "ModSecurity: Access denied with code 403" }).replace(
        "ModSecurity: Access denied with code 406 (phase 2).",
        "ModSecurity: Warning.",
      ),
      { modsec_kind: undefined, log_level: "error" },
      "pod_logs",
    ),
    one(
      "an audit record without messages",
      audit({ ...server, messages: [], request: { headers: { hOsT: "A.example.org" } }, response: { http_code: 200 } }),
      {
        modsec_kind: "audit",
        matched_rules: [],
        matched_messages: [],
        hostname: "a.example.org",
        http_code: 200,
      },
    ),
    one(
      "an audit record of wrong types",
      audit({ ...server, messages: ["x", { details: { ruleId: 7 } }, { message: 5 }], request: { headers: ["Host"] }, response: "none" }),
      {
        modsec_kind: "audit",
        matched_rules: ["7"],
        matched_messages: [],
        hostname: undefined,
        http_code: undefined,
      },
    ),
    one(
      "an audit record of a client that asked by the server's address",
      audit({ ...server, request: { headers: { Host: "10.42.0.11:443" } } }),
      { hostname: undefined },
    ),
    {
      name: "a query of somebody who searches for it",
      record: { log: "SELECT * FROM modsec WHERE log LIKE '%ModSecurity: Access denied%'", ...of("files", "x") },
      stream: "pod_logs",
      columns: { modsec_kind: undefined },
    },
  ]);
});
