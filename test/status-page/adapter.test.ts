/** The adapter over real HTTP, with a page and an Alertmanager beside it. What it decides is tested in virtual time (world.ts). */
import { request } from "node:http";
import pino from "pino";
import { createAdapter } from "../../components/status-page/service/adapter";
import { COMPONENTS, type Component } from "../../lib/site/component";
import { type AlertmanagerServer, startAlertmanagerServer } from "./alertmanager-server";
import { firing, listed, resolved, webhook } from "./alerts";
import { type PageServer, startPageServer } from "./page-server";

let page: PageServer;
let alertmanager: AlertmanagerServer;
let close: () => Promise<void> = async () => {};
let url = "";
let logged: { msg: string; level: string; [key: string]: unknown }[] = [];

beforeEach(async () => {
  logged = [];
  [page, alertmanager] = await Promise.all([
    startPageServer({ components: COMPONENTS, requestsPerMinute: 10_000 }),
    startAlertmanagerServer(),
  ]);
});
afterEach(async () => {
  await close();
  await Promise.all([page.close(), alertmanager.close()]);
});

async function start({
  ids = page.ids,
  holdMs = 0,
  token = () => "key",
}: {
  ids?: Readonly<Record<string, string>>;
  holdMs?: number;
  token?: () => string;
} = {}) {
  const adapter = createAdapter({
    alertmanagerUrl: alertmanager.url,
    statuspageUrl: page.url,
    pageId: page.pageId,
    token,
    components: new Map(Object.entries(ids) as [Component, string][]),
    holdMs,
    resyncMs: 300_000,
    settleMs: 600_000,
    minIntervalMs: 5,
    incidents: false,
    log: pino({ formatters: { level: (level) => ({ level }) } }, { write: (line) => void logged.push(JSON.parse(line)) }),
  });
  close = adapter.close;
  url = `http://127.0.0.1:${await adapter.listen("127.0.0.1", 0)}`;
  return adapter;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** Not fetch: it keeps connections that the servers of the next test would wait for. */
function call(path: string, body?: string | Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const sent = request(`${url}${path}`, { method: body === undefined ? "GET" : "POST", agent: false, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const post = (body: unknown) => call("/webhook", JSON.stringify(body));
const metric = async (series: string) =>
  Number(
    (await call("/metrics")).text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.split(" ")
      .at(-1) ?? Number.NaN,
  );

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 2));
}

test("a webhook reaches the page, and what follows from it is shown", async () => {
  await start();
  const answer = await post(
    webhook([firing({ component: "Mail" }), null, firing({ component: "Mail", severity: "info" }), firing({ component: "Disk" })]),
  );
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { received: 4, alert: 1, elsewhere: 1, homeless: 1, malformed: 1 }]);
  await until(() => page.status("Mail") === "major_outage");
  await until(async () => (await metric('status_page_component_actual{component="Mail",status="major_outage"}')) === 1);
  expect(await metric('status_page_component_desired{component="Mail",status="major_outage"}')).toBe(1);
  expect(await metric('status_page_component_desired{component="Mail",status="operational"}')).toBe(0);
  expect(await metric("status_page_queue_length")).toBe(0);
  expect(await metric("status_page_last_success_timestamp_seconds")).toBeGreaterThan(1e9);
  const state = JSON.parse((await call("/state")).text);
  expect(state.components.Mail).toEqual({
    desired: "major_outage",
    actual: "major_outage",
    firing: 1,
    held_by_person: false,
    missing: false,
  });
  await post(webhook([resolved({ component: "Mail" })]));
  await until(() => page.status("Mail") === "operational");
  expect(page.mostAtOnce).toBe(1);
});

test("Alertmanager is asked for our alerts only, list before start time", async () => {
  alertmanager.firing = [listed({ component: "DNS", severity: "warning" })];
  await start();
  await until(() => page.status("DNS") === "degraded_performance");
  expect(alertmanager.requests).toEqual(['/api/v2/alerts?filter=team="ops"&silenced=false&inhibited=false&active=true', "/api/v2/status"]);
});

test("Alertmanager's list is read whole, wherever its characters are cut", async () => {
  const component = "\u0416".repeat(99);
  alertmanager.firing = Array.from({ length: 2000 }, (_, n) => listed({ name: `Alert${n}`, component }));
  await start();
  await until(async () => (await metric('status_page_resyncs_total{outcome="settled"}')) === 1);
  expect(await metric(`status_page_unknown_components_total{component="${component}"}`)).toBe(2000);
});

test.each<[string, number, string]>([
  ["is no JSON", 400, "{"],
  ["is empty", 400, ""],
  ["is a list", 400, "[]"],
  ["is another version", 400, JSON.stringify(webhook([], { version: "5" }))],
  ["has no alerts", 400, JSON.stringify(webhook([], { alerts: undefined }))],
  ["is made of nothing but brackets", 400, "[".repeat(1_000_000)],
  ["is over 2 MiB", 413, JSON.stringify(webhook([firing({ name: "x".repeat(2 * 1024 * 1024) })]))],
  ["is just under 2 MiB", 200, JSON.stringify(webhook([firing({ name: "x".repeat(2 * 1024 * 1024 - 1500) })]))],
  ["has fields that nobody knows", 200, JSON.stringify(webhook([], { routeLabels: {}, notification_reason: "x", alerts: [] }))],
])("a body that %s is answered %i", async (_name, status, body) => {
  await start();
  expect((await call("/webhook", body)).status).toBe(status);
});

test("an alert behind hundreds of thousands of broken ones reaches the page", async () => {
  await start();
  const answer = await post(webhook([...Array(200_000).fill({}), firing({ component: "Mail" })]));
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([200, { received: 200_001, alert: 1, malformed: 200_000 }]);
  await until(() => page.status("Mail") === "major_outage");
});

test("what was too large is asked for", async () => {
  await start();
  await until(() => alertmanager.requests.length === 2);
  alertmanager.firing = [listed({ component: "Mail" })];
  await call("/webhook", JSON.stringify(webhook([firing({ name: "x".repeat(2 * 1024 * 1024) })])));
  await until(() => page.status("Mail") === "major_outage");
});

test("unknown components are counted by value and logged once, and don't fill the metrics", async () => {
  await start();
  const unknown = Array.from({ length: 80 }, (_, n) => firing({ component: `Disk ${n}` }));
  for (let n = 0; n < 3; n++) await post(webhook([firing({}), ...unknown]));
  expect(await metric('status_page_unknown_components_total{component=""}')).toBe(3);
  expect(await metric('status_page_unknown_components_total{component="Disk 7"}')).toBe(3);
  expect(await metric('status_page_unknown_components_total{component="(other)"}')).toBe(31 * 3);
  expect(logged.filter(({ component }) => component === "Disk 7")).toHaveLength(1);
});

test("a component that the page lacks leaves the service ready", async () => {
  await start({ ids: { ...page.ids, Mail: "gone" } });
  await until(async () => (await metric('status_page_component_missing{component="Mail"}')) === 1);
  expect((await call("/readyz")).status).toBe(200);
  expect(logged.filter(({ level, component }) => level === "error" && component === "Mail")).toHaveLength(1);
});

test("a person's status shows", async () => {
  page.setByPerson("Mail", "under_maintenance");
  await start();
  await until(async () => (await metric('status_page_component_held_by_person{component="Mail"}')) === 1);
  expect(await metric('status_page_component_held_by_person{component="DNS"}')).toBe(0);
});

test("a refused token shows, is never logged, and is not tried again at once", async () => {
  await start({ token: () => "wrong-and-secret" });
  await until(async () => (await metric('status_page_calls_total{outcome="unauthorized"}')) === 1);
  expect(logged.some(({ level, msg }) => level === "error" && msg.includes("refuses the token"))).toBe(true);
  expect(JSON.parse((await call("/state")).text).page.trouble).toEqual({ outcome: "unauthorized", reason: "status 401" });
  expect((await call("/readyz")).status).toBe(200);
  expect(JSON.stringify(logged) + (await call("/metrics")).text + (await call("/state")).text).not.toContain("secret");
  expect(page.requests).toHaveLength(1);
});

test("is not ready before Alertmanager was asked, and is then, even if it did not answer", async () => {
  alertmanager.firing = undefined;
  const { app } = await start();
  const early = await app.inject("/readyz");
  expect([early.statusCode, early.json().error.code]).toEqual([503, "alertmanager_unavailable"]);
  await until(async () => (await call("/readyz")).status === 200);
  expect((await call("/healthz")).status).toBe(200);
  expect(await metric('status_page_resyncs_total{outcome="failed"}')).toBe(1);
});

test("a page that fails in every way is brought in order", async () => {
  const faults = [
    { status: 500 },
    { status: 429, headers: { "retry-after": "0" } },
    { isLost: true, isApplied: true } as const,
    { status: 503, isApplied: true },
  ];
  await start();
  await until(() => page.requests.length === 1);
  page.fault = ({ method }) => (method === "PATCH" ? faults.shift() : undefined);
  await post(webhook([firing({ component: "Mail" })]));
  await until(() => faults.length === 0 && page.status("Mail") === "major_outage");
  await until(async () => (await metric("status_page_queue_length")) === 0);
  expect(await metric('status_page_calls_total{outcome="rate_limited"}')).toBe(1);
  expect(await metric('status_page_calls_total{outcome="failed"}')).toBe(3);
  expect(await metric('status_page_component_held_by_person{component="Mail"}')).toBe(0);
});

test("ends with the call in flight, and makes no other", async () => {
  const adapter = await start();
  await until(() => page.requests.length === 1);
  page.fault = () => ({ delayMs: 50 });
  await post(webhook(COMPONENTS.map((component) => firing({ component }))));
  await until(() => page.requests.length === 2);
  const begun = Date.now();
  await adapter.close();
  expect(Date.now() - begun).toBeLessThan(3000);
  expect(page.requests).toHaveLength(2);
  expect(page.requests[1]?.status).toBe(200);
  close = async () => {};
});
