import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createDeadMan } from "../../components/dead-man/service/dead-man";
import { isHeartbeat } from "../../components/dead-man/service/heartbeat";
import { createLog } from "../../lib/service/log";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const NO_END = "0001-01-01T00:00:00Z";
const heartbeat = (changes: object = {}) => ({
  status: "firing",
  labels: { alertname: "WatchdogOps", team: "ops" },
  startsAt: "2026-01-01T00:00:00Z",
  endsAt: NO_END,
  ...changes,
});

describe("what counts as a heartbeat", () => {
  test.each<[string, unknown, boolean]>([
    ["the watchdog, firing for months", heartbeat(), true],
    ["an end in the future", heartbeat({ endsAt: "2026-11-20T12:04:00Z" }), true],
    ["an end that has passed", heartbeat({ endsAt: "2026-11-20T11:59:59Z" }), false],
    ["an end at the epoch", heartbeat({ endsAt: "1970-01-01T00:00:00Z" }), false],
    ["an end before the epoch", heartbeat({ endsAt: "1969-07-20T20:17:40.5+02:00" }), false],
    ["an end in the year 1, but later than Go's zero time", heartbeat({ endsAt: "0001-01-01T00:00:01Z" }), false],
    ["no end at all", heartbeat({ endsAt: undefined }), true],
    ["an empty end", heartbeat({ endsAt: "" }), true],
    ["an end that is no text", heartbeat({ endsAt: 5 }), true],
    ["an end that is no time", heartbeat({ endsAt: "soon" }), true],
    ["an end that only looks like a time", heartbeat({ endsAt: "soon 1" }), true],
    ["an end on a day that no month has", heartbeat({ endsAt: "2026-01-32T00:00:00Z" }), true],
    ["a resolved watchdog", heartbeat({ status: "resolved" }), false],
    ["another alert", heartbeat({ labels: { alertname: "Watchdog" } }), false],
    ["a name that only begins like it", heartbeat({ labels: { alertname: "WatchdogOps2" } }), false],
    ["another spelling", heartbeat({ labels: { alertname: "watchdogops" } }), false],
    ["no labels", { status: "firing" }, false],
    ["labels that are none", { status: "firing", labels: null }, false],
    ["null", null, false],
    ["a text", "WatchdogOps", false],
  ])("%s", (_, alert, counts) => {
    expect(isHeartbeat(alert, NOW)).toBe(counts);
  });
});

describe("the switch", () => {
  const servers: Server[] = [];
  const pings: string[] = [];
  let answer: RequestListener = (_, response) => response.end("OK");
  let pingUrl = "";
  let url = "";
  const lines: string[] = [];
  const log = createLog("dead-man", "silent");
  log.warn = (...args: unknown[]) => void lines.push(JSON.stringify(args));
  const deadMan = createDeadMan({ pingUrl: () => pingUrl, log, pingTimeoutMs: 200 });

  beforeAll(async () => {
    const target = createServer((request, response) => {
      pings.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    servers.push(target);
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    pingUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/secret-path`;
    url = `http://127.0.0.1:${await deadMan.listen("127.0.0.1", 0)}`;
  });
  beforeEach(() => {
    pings.length = 0;
    lines.length = 0;
    answer = (_, response) => response.end("OK");
  });
  afterAll(async () => {
    await deadMan.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  const post = (body: unknown) =>
    fetch(`${url}/webhook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const webhook = (...alerts: unknown[]) => ({ version: "4", status: "resolved", alerts });

  test("one webhook is one GET, and 200 when it was taken", async () => {
    const response = await post(webhook(heartbeat(), heartbeat()));
    expect([response.status, pings]).toEqual([200, ["GET /secret-path"]]);
  });

  test("one heartbeat among broken elements is enough", async () => {
    expect((await post(webhook(null, 7, { labels: null }, heartbeat()))).status).toBe(200);
    expect(pings).toHaveLength(1);
  });

  test("the last of many elements is found", async () => {
    const alerts = Array.from({ length: 20_000 }, (_, n) => ({ labels: { alertname: `A${n}`, team: "ops", component: "Mail" } }));
    expect((await post(webhook(...alerts, heartbeat()))).status).toBe(200);
    expect(pings).toHaveLength(1);
  });

  test.each([
    ["a resolved one", webhook(heartbeat({ status: "resolved" }))],
    ["another alert", webhook(heartbeat({ labels: { alertname: "ProbeFailed" } }))],
    ["no alert", webhook()],
  ])("nothing to ping is 200 and no GET: %s", async (_, body) => {
    expect((await post(body)).status).toBe(200);
    expect(pings).toEqual([]);
  });

  test.each<[string, RequestListener]>([
    ["500", (_, response) => void response.writeHead(500).end()],
    ["404", (_, response) => void response.writeHead(404).end()],
    ["a redirect, which is not followed", (_, response) => void response.writeHead(302, { location: "/elsewhere" }).end()],
    ["no answer in time", () => {}],
    ["a broken connection", (request) => void request.socket.destroy()],
  ])("a heartbeat that was not taken is 502: %s", async (_, listener) => {
    answer = listener;
    const response = await post(webhook(heartbeat()));
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ error: { code: "ping_failed" } });
    expect(pings).toEqual(["GET /secret-path"]);
    expect(lines.join()).not.toContain("secret-path");
  });

  test("the URL is read at each ping: a rotated one is used, a broken one is 502", async () => {
    const good = pingUrl;
    pingUrl = good.replace("secret-path", "rotated");
    expect((await post(webhook(heartbeat()))).status).toBe(200);
    pingUrl = "not a url";
    expect((await post(webhook(heartbeat()))).status).toBe(502);
    pingUrl = good;
    expect(pings).toEqual(["GET /rotated"]);
  });

  test.each([
    ["forward", 86_400_000],
    ["back", -86_400_000],
  ])("a node's clock that is set %s by a day stops no heartbeat: Alertmanager gives none an end", async (_way, byMs) => {
    const real = Date.now.bind(Date);
    const set = jest.spyOn(Date, "now").mockImplementation(() => real() + byMs);
    expect((await post(webhook(heartbeat()))).status).toBe(200);
    set.mockRestore();
    expect(pings).toHaveLength(1);
  });

  test.each([
    ["no JSON", "{"],
    ["a list", []],
    ["another version", { version: "3", alerts: [] }],
    ["no alerts", { version: "4" }],
    ["nothing", ""],
  ])("a body that is no webhook is 400: %s", async (_, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "not_a_webhook" } });
  });

  test("health, readiness and metrics", async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^dead_man_pings_total\{outcome="ok"\} \d+$/m);
  });
});
