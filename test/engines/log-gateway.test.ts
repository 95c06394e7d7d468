import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { logAccess } from "../../components/log-store/gateway/access";
import { readGatewayConfiguration } from "../../lib/workloads/read-gateway-configuration";
import { freePort } from "../free-port";
import { describeEngines, type RunningEngine, runEngine, startProcess, temporaryFolder } from "./engine";

const ACCOUNT = `Basic ${Buffer.from("gateway@example.org:Store-0nly-here").toString("base64")}`;
const READER = Buffer.from("automation:reads").toString("base64");

interface Asked {
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What goes over the wire is written by hand: no client passes on a path that has dots in it. */
function ask(port: number, line: string, headers: Readonly<Record<string, string>> = {}, body = ""): Promise<string> {
  const all = {
    Host: "gateway",
    Connection: "close",
    ...(body !== "" && { "Content-Length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${line} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${body}`));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describeEngines(["nginx"], "the way in for what reads logs", () => {
  let gateway: RunningEngine | undefined;
  let store: Server;
  let port = 0;
  let log = "";
  let asked: Asked[] = [];
  let answers = 200;
  const reads = { Authorization: `Basic ${READER}` };

  beforeAll(async () => {
    store = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8");
      request.on("data", (chunk: string) => {
        body += chunk;
      });
      request.on("end", () => {
        asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
        response.setHeader("Set-Cookie", `auth_tokens=${ACCOUNT}`);
        response.setHeader("WWW-Authenticate", "Basic");
        response.writeHead(answers, { "Content-Type": "application/json" }).end('{"hits":[]}');
      });
    });
    await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
    const folder = temporaryFolder();
    // started by root, its workers are nobody
    chmodSync(folder, 0o777);
    port = await freePort();
    const [authorization, readers, file] = ["authorization.conf", "htpasswd", "nginx.conf"].map((name) => join(folder, name));
    const hash = execFileSync("openssl", ["passwd", "-apr1", "reads"], { encoding: "utf8" }).trim();
    writeFileSync(authorization ?? "", `proxy_set_header Authorization "${ACCOUNT}";\n`);
    writeFileSync(readers ?? "", `automation:${hash}\n`);
    const configuration = readGatewayConfiguration({
      port,
      hasIPv6: false,
      store: { name: "log-store", namespace: "logging", port: (store.address() as AddressInfo).port, path: "/logs" },
      access: logAccess({ organisation: "home_logs", files: { authorization: authorization ?? "", readers: readers ?? "" } }),
      scratch: folder,
    });
    log = join(folder, "access.log");
    // no name of the cluster is one here, and a test's output is a socket, which nothing opens
    writeFileSync(file ?? "", configuration.replace("log-store.logging.svc", "127.0.0.1").replace("/dev/stdout", log));
    const started = ["-e", "stderr", "-c", file ?? ""];
    expect((await runEngine("nginx", [...started, "-t"])).output).toContain("test is successful");
    gateway = await startProcess("nginx", [...started, "-g", "daemon off;"], { ready: `http://127.0.0.1:${port}/-/healthy` });
  }, 60_000);
  beforeEach(() => {
    asked = [];
    answers = 200;
  });
  afterAll(async () => {
    await gateway?.stop();
    store.close();
  });

  test.each([
    ["POST /api/home_logs/_search", '{"query":{"sql":"SELECT 1"}}'],
    ["POST /api/home_logs/_search?type=logs&search_type=other", '{"query":{}}'],
    ["GET /api/home_logs/streams?type=logs&fetchSchema=false", ""],
    ["GET /api/home_logs/streams/pod_logs/schema?type=logs", ""],
    ["GET /config", ""],
    ["GET /healthz", ""],
  ])("%s passes, with the store's account in place of the reader's", async (line, body) => {
    const answer = await ask(port, line, { ...reads, "Content-Type": "application/json", Cookie: "a=b", "X-Organization": "other" }, body);
    expect(statusOf(answer)).toBe(200);
    const [method, path] = line.split(" ");
    expect(asked).toEqual([{ line: `${method} /logs${path}`, headers: expect.objectContaining({ authorization: ACCOUNT }), body }]);
    expect(Object.keys(asked[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(["cookie"]));
    expect(asked[0]?.headers).not.toHaveProperty("x-organization");
    // and the account stays here
    expect(answer).not.toContain(ACCOUNT.split(" ")[1]);
  });

  test.each([
    "GET /",
    "GET /web/",
    "GET /api/home_logs/users",
    "GET /api/home_logs/ingestion-tokens",
    "GET /api/home_logs/_search",
    "PUT /api/home_logs/_search",
    "PATCH /api/home_logs/_search",
    "DELETE /api/home_logs/streams/pod_logs",
    "POST /api/home_logs/streams/pod_logs",
    "PUT /api/home_logs/streams/pod_logs/settings?type=logs",
    "POST /api/home_logs/pod_logs/_json",
    "POST /api/home_logs/_bulk",
    "POST /api/home_logs/_search_job",
    "POST /api/home_logs/_search/../users",
    "POST /api/home_logs/_search/%2e%2e/users",
    "POST /api/home_logs/users/../_search",
    "POST /api/other/../home_logs/_search",
    "POST /api/home_logs%2F_search",
    "POST /api/home_logs/%5Fsearch",
    "POST //api/home_logs/_search",
    "POST /api/home_logs//_search",
    "POST /api/home_logs/_search/",
    "POST /api/home_logs/_search;x=1",
    "POST /api/home_logs/_search?a=%0d%0aX:1",
    "POST /api/home_logs/_search?a=b#c",
    "GET /api/home_logs/streams/..%2f..%2fusers/schema",
    "GET /api/home_logs/streams/../users/schema",
    "GET /api/home_logs/streams/a.b/schema",
    "GET /config/reload",
    "GET /config/logout",
    "GET /metrics",
    "POST /api/other/_search",
    "GET /api/_meta/streams",
    "POST /API/home_logs/_search",
    "POST http://127.0.0.1/api/other/_search",
    "get /config",
  ])("%s does not", async (line) => {
    const answer = await ask(port, line, reads, line.startsWith("POST") ? "{}" : "");
    // a method in small letters is none
    expect(statusOf(answer)).toBe(line.startsWith("get") ? 400 : 403);
    expect(asked).toEqual([]);
  });

  test.each([
    ["nobody", {}],
    ["another password", { Authorization: `Basic ${Buffer.from("automation:writes").toString("base64")}` }],
    ["the store's own account", { Authorization: ACCOUNT }],
    ["another kind of credential", { Authorization: "Bearer reads" }],
  ])("%s may not read", async (_, headers: Readonly<Record<string, string>>) => {
    expect(statusOf(await ask(port, "GET /config", headers))).toBe(401);
    expect(asked).toEqual([]);
  });

  test("headers that name another method or path change nothing", async () => {
    const headers = { ...reads, "X-HTTP-Method-Override": "DELETE", "X-Original-URL": "/api/home_logs/users", "X-Rewrite-URL": "/x" };
    expect(statusOf(await ask(port, "GET /api/home_logs/streams", headers))).toBe(200);
    expect(asked.map(({ line }) => line)).toEqual(["GET /logs/api/home_logs/streams"]);
    expect(JSON.stringify(asked[0]?.headers)).not.toMatch(/override|original|rewrite/i);
  });

  test("what the store answers comes as it is, but for whom it let in", async () => {
    answers = 500;
    const answer = await ask(port, "POST /api/home_logs/_search", reads, "{}");
    expect(statusOf(answer)).toBe(500);
    expect(answer).toContain('{"hits":[]}');
    expect(answer).not.toMatch(/set-cookie|www-authenticate/i);
  });

  test("a body that is no question is refused, and no credential stands in the log", async () => {
    expect(statusOf(await ask(port, "POST /api/home_logs/_search", reads, "x".repeat(300_000)))).toBe(413);
    expect(asked).toEqual([]);
    const told = `${readFileSync(log, "utf8")}${gateway?.output()}`;
    expect(told).toContain("automation");
    expect(told).not.toMatch(new RegExp(`${READER}|${ACCOUNT.split(" ")[1]}|reads`));
  });
});
