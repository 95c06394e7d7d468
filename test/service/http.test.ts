import { once } from "node:events";
import { connect } from "node:net";
import pino from "pino";
import { BodyBudget, readBody } from "../../lib/service/body";
import { createHttp, type HttpOptions, type HttpService } from "../../lib/service/http";
import { createLog } from "../../lib/service/log";
import { createRegistry } from "../../lib/service/metrics";
import { processSeries } from "../../lib/service/process-series";

const services: HttpService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

async function start(options: Partial<HttpOptions> = {}) {
  const service = createHttp({ log: createLog("test", "silent"), registry: createRegistry(), ...options });
  services.push(service);
  service.app.post("/thing", async () => ({}));
  service.app.get("/broken", async () => {
    throw new Error("secret detail");
  });
  let [enter, release] = [() => {}, () => {}];
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  service.app.get("/held", async () => {
    enter();
    await released;
    return {};
  });
  const port = await service.listen("127.0.0.1", 0);
  return { service, port, held: { entered, release }, url: `http://127.0.0.1:${port}` };
}

function connections(service: HttpService): Promise<number> {
  return new Promise((resolve) => service.app.server.getConnections((_error, count) => resolve(count)));
}

/** Sends raw bytes and reads until the server closes. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  await once(socket, "close");
  return answer;
}

test("is healthy, ready, and shows its process metrics", async () => {
  const { url } = await start();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  for (const name of Object.keys(processSeries)) expect(metrics).toMatch(new RegExp(`^${name} \\d`, "m"));
});

test.each<[string, string, RequestInit, number, string]>([
  ["an unknown path", "/none", {}, 404, "not_found"],
  ["another method", "/thing", {}, 405, "method_not_allowed"],
  ["another method with a query", "/healthz?x=1", { method: "DELETE" }, 405, "method_not_allowed"],
  ["a broken path", "/%zz", {}, 400, "bad_request"],
  ["a bug", "/broken", {}, 500, "internal"],
])("answers %s with a JSON error", async (_name, path, init, status, code) => {
  const { url } = await start();
  const response = await fetch(url + path, init);
  const body = JSON.parse(await response.text());
  expect([response.status, body.error.code]).toEqual([status, code]);
  expect(Object.keys(body)).toEqual(["error"]);
  expect(JSON.stringify(body)).not.toContain("secret");
  if (status === 405) expect(response.headers.get("allow")).toMatch(/GET|POST/);
});

test("answers what is no HTTP with a JSON error and closes", async () => {
  const { port } = await start();
  expect(await raw(port, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"code":"bad_request"/);
});

test("refuses headers without bound", async () => {
  const { port } = await start();
  expect(await raw(port, `GET / HTTP/1.1\r\nx: ${"y".repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
});

test("closes a connection whose headers never end, and one that never says anything", async () => {
  const { port } = await start({ headersTimeoutMs: 50, requestTimeoutMs: 100 });
  const [slow, silent] = await Promise.all([raw(port, "GET / HTTP/1.1\r\nx: "), raw(port, "")]);
  expect(slow).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
  expect(silent).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

test("closes a kept-alive connection that stays idle", async () => {
  const { port } = await start({ idleTimeoutMs: 50 });
  expect(await raw(port, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
});

describe("over the bound on connections", () => {
  test("the one is closed that has been idle for longest, and the new one served", async () => {
    const { port, service } = await start({ maxConnections: 2 });
    const closed: number[] = [];
    for (const n of [0, 1]) {
      const socket = connect(port, "127.0.0.1").on("close", () => closed.push(n));
      socket.on("error", () => {});
      await once(socket, "connect");
      while ((await connections(service)) <= n) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await raw(port, "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
    expect(closed).toEqual([0]);
  });

  test("the new one is closed when all others wait for an answer", async () => {
    const { port, held } = await start({ maxConnections: 1 });
    const answer = raw(port, "GET /held HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    await held.entered;
    expect(await raw(port, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")).toBe("");
    held.release();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("one that has its answer is idle again, and one that waits for another answer is not", async () => {
    const { port, held, service } = await start({ maxConnections: 1 });
    const kept = connect(port, "127.0.0.1").on("error", () => {});
    kept.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /held HTTP/1.1\r\nhost: x\r\n\r\n");
    await held.entered;
    expect(await raw(port, "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")).toBe("");
    held.release();
    while (kept.bytesRead === 0 || !/ready|\{\}/.test(String(await once(kept, "data"))));
    while ((await connections(service)) > 1) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await raw(port, "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test("a body that stalls is ended with 408 and a line in the log, and so is its connection", async () => {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
  const service = createHttp({ log, registry: createRegistry() });
  services.push(service);
  service.app.post("/body", async (request) => readBody(request.raw, 1000, new BodyBudget(1000).open()));
  const port = await service.listen("::", 0);
  const answer = await raw(port, "POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nsecret");
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"request_timeout"/);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { path: "/body", client: "127.0.0.1", msg: "a body came too slowly and was ended; its sender has to send it again" },
  ]);
  expect(lines.join()).not.toContain("secret");
});

test("answers pipelined requests in their order", async () => {
  const { port } = await start();
  const head = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
  const answers = await raw(port, head("/healthz") + head("/none") + head("/readyz", "connection: close\r\n"));
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200"]);
});

test("closes a connection that asks for more answers than it takes, makes nothing of the rest, and goes on with the others", async () => {
  const { service, port, held, url } = await start();
  let seen = 0;
  service.app.server.on("request", () => seen++);
  expect(await raw(port, "GET /held HTTP/1.1\r\nhost: x\r\n\r\n".repeat(500))).toBe("");
  expect(seen).toBe(5);
  held.release();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test.each(["text/plain", ";;", "application/json; charset=latin1"])("takes a body whose type is said to be %s", async (type) => {
  const { url } = await start();
  expect((await fetch(`${url}/thing`, { method: "POST", body: "{}", headers: { "content-type": type } })).status).toBe(200);
});

test("on closing answers what it accepted, and closes the kept-alive connection after it", async () => {
  const { service, port, held } = await start();
  const answer = raw(port, "GET /held HTTP/1.1\r\nhost: x\r\n\r\n");
  await held.entered;
  const closing = service.close();
  held.release();
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close/);
  await closing;
});

test("on closing waits for no connection that never asked anything, or only began to", async () => {
  const { service, port } = await start();
  const sockets = ["", "GET /healthz HTT"].map((text) => raw(port, text).catch(() => ""));
  while ((await connections(service)) < 2) await new Promise((resolve) => setImmediate(resolve));
  await service.close();
  expect(await Promise.all(sockets)).toEqual(["", ""]);
});

test("a route that the service does not declare is refused when it is added", async () => {
  const { app } = createHttp({ log: createLog("test", "silent"), registry: createRegistry(), paths: ["POST /thing", "GET /state"] });
  app.post("/thing", async () => ({}));
  app.get("/state", async () => ({}));
  expect(() => app.get("/thing", async () => ({}))).toThrow(
    "GET /thing is served and not declared; add it to the paths of the service's declaration",
  );
  await app.close();
});
