import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { logAccess } from "../../components/log-store/gateway/access";
import { describeEngines } from "./engine";
import { ask, type ReadGateway, startReadGateway, statusOf } from "./read-gateway";

const ACCOUNT = `Basic ${Buffer.from("gateway@example.org:Store-0nly-here").toString("base64")}`;
const READER = Buffer.from("automation:reads").toString("base64");

interface Asked {
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

describeEngines(["nginx"], "the way in for what reads logs", () => {
  let gateway: ReadGateway | undefined;
  let store: Server;
  let port = 0;
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
    gateway = await startReadGateway({ port: (store.address() as AddressInfo).port, path: "/logs" }, (folder) => {
      const files = { authorization: join(folder, "authorization.conf"), readers: join(folder, "htpasswd") };
      const hash = execFileSync("openssl", ["passwd", "-apr1", "reads"], { encoding: "utf8" }).trim();
      writeFileSync(files.authorization, `proxy_set_header Authorization "${ACCOUNT}";\n`);
      writeFileSync(files.readers, `automation:${hash}\n`);
      return logAccess({ organisation: "home_logs", files });
    });
    port = gateway.port;
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
    const told = `${readFileSync(gateway?.log ?? "", "utf8")}${gateway?.output()}`;
    expect(told).toContain("automation");
    expect(told).not.toMatch(new RegExp(`${READER}|${ACCOUNT.split(" ")[1]}|reads`));
  });
});
