import { describeEngines } from "./engine";
import { becomes, controller, of } from "./stream-table";
import type { LogRecord } from "./vrl";

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
    access("behind a blank", ` ${line("files-web-80")}`, { client_ip: "192.0.2.9", status: 200, backend_service: "web" }),
    access("of a client on a socket", line("files-web-80").replace("192.0.2.9", "unix:"), { client_ip: undefined, status: 200 }),
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
  const whole = {
    ...server,
    unique_id: "1793.1",
    request: { method: "GET", uri: "/a", headers: { Host: "shop.example.org" } },
    response: { http_code: 403 },
    messages: [{ message: "SQL Injection", details: { ruleId: "942100" } }],
  };
  const told = { ...columns, modsec_kind: "audit", http_code: 403, uri: "/a", method: "GET", unique_id: "1793.1" };
  const tailed = (tail: string) => denied({ tail: `, client: 192.0.2.9, ${tail}` });
  const ipv6 = (host: string) =>
    tailed(`server: shop.example.org, request: "GET /a HTTP/2.0", host: "${host}"`).replace(
      '[hostname "10.42.0.11"]',
      '[hostname "2001:db8::11"]',
    );
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
    one("a host that is the server's address of IPv6, with a port", ipv6("[2001:db8::11]:8443"), { hostname: "shop.example.org" }),
    one("a host that is the server's address without its brackets", ipv6("2001:DB8::11"), { hostname: "shop.example.org" }),
    one(
      "a host that is an address, and a server of a name",
      tailed('server: shop.example.org, request: "GET /a HTTP/2.0", host: "10.42.0.11:8443"'),
      {
        hostname: "shop.example.org",
      },
    ),
    one(
      "a server and a host that are its address, where the firewall names none",
      tailed('server: 10.42.0.11, request: "GET /a HTTP/2.0", host: "10.42.0.11"').replace('[hostname "10.42.0.11"] ', ""),
      { hostname: undefined },
    ),
    one(
      "a host in capitals, with a dot at its end and a port",
      tailed('server: _, request: "GET /a HTTP/2.0", host: "Shop.example.org.:443"'),
      {
        hostname: "shop.example.org",
      },
    ),
    one("a denied line behind another program's time", `time=2026-11-02T10:00:00Z ${denied({})}`, { ...columns, modsec_kind: "denied" }),
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
      "a warning that quotes nothing, and says what it matched",
      "2026/11/02 10:00:00 [warn] 31#31: *9 ModSecurity: Warning. Matched value ModSecurity: Access denied",
      { modsec_kind: undefined, log_level: "warn" },
      "pod_logs",
    ),
    one("an audit record behind blanks", ` \t${audit(whole)}\n`, { ...told, unparsed_reason: undefined }),
    one("an audit record on several lines", JSON.stringify({ transaction: whole }, undefined, 2), told),
    one("an audit record behind another key", JSON.stringify({ audit_data: { a: 1 }, transaction: whole }), told),
    one("an audit record without a client", audit({ ...whole, client_ip: undefined }), { ...told, client_ip: undefined }),
    ...["client_ip", "unique_id", "time_stamp", "host_ip", "producer", "messages"].map((key) =>
      one(`an audit record of ${key} alone`, audit({ [key]: key === "messages" ? [] : "x" }), {
        modsec_kind: "audit",
        unparsed_reason: undefined,
      }),
    ),
    ...['{"transaction":{', '{"transaction":{"client', '{ "transaction" : {"x":1,', '{"version":1,"transaction":{"client_ip":"192'].map(
      (log) =>
        one(`an audit record that is cut off: ${log}`, log, {
          modsec_kind: "audit",
          unparsed_reason: "no JSON with a transaction, cut off perhaps",
          log,
        }),
    ),
    one("a shop's transaction", audit({ id: 7, amount: 5, currency: "EUR" }), { modsec_kind: undefined }, "pod_logs"),
    one("a text that quotes one", JSON.stringify({ msg: audit(whole), more: '{"transaction":{' }), { modsec_kind: undefined }, "pod_logs"),
    ...(
      [
        [403, 403],
        ["403", 403],
        [403.5, 403],
        ["403 Forbidden", 403],
        ["", undefined],
        ["none", undefined],
        [null, undefined],
        [{}, undefined],
      ] as const
    ).map(([http_code, expected]) =>
      one(`a code written ${JSON.stringify(http_code)}`, audit({ ...server, response: { http_code } }), { http_code: expected }),
    ),
    ...["[2001:db8::11]", "[2001:db8::11]:443", "2001:db8::11", "10.42.0.11", "192.0.2.80:80", "_", ""].map((Host) =>
      one(`an audit record of the host ${Host}`, audit({ ...server, host_ip: "2001:db8::11", request: { headers: { Host } } }), {
        hostname: undefined,
      }),
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
