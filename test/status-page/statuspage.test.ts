import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Call } from "../../components/status-page/service/page";
import { retryAfterMs } from "../../components/status-page/service/retry-after";
import { Statuspage } from "../../components/status-page/service/statuspage";
import { type Fault, type PageServer, startPageServer } from "./page-server";

const SET: Call = { kind: "set", id: "c0", level: "major_outage" };
const LIST: Call = { kind: "components", page: 1 };
const DATE = "Thu, 20 Aug 2026 12:00:30 GMT";
const NOW = Date.parse("2026-08-20T12:00:00Z");

let page: PageServer;
beforeEach(async () => {
  page = await startPageServer({ components: ["Mail", "DNS"] });
});
afterEach(() => page.close());

const client = (token = "key") => new Statuspage({ url: page.url, pageId: page.pageId, token: () => token, now: () => NOW });

test("a status is set as documented", async () => {
  expect(await client().call(SET)).toEqual({ outcome: "ok" });
  expect(page.requests).toMatchObject([
    { method: "PATCH", path: "components/c0", authorization: "OAuth key", body: { component: { status: "major_outage" } } },
  ]);
  expect(page.status("Mail")).toBe("major_outage");
});

test("the list is asked for by page", async () => {
  page.setByPerson("DNS", "under_maintenance");
  const components = [
    { id: "c0", status: "operational" },
    { id: "c1", status: "under_maintenance" },
  ];
  expect(await client().call(LIST)).toEqual({ outcome: "ok", components, hasMore: false });
  expect(page.requests).toMatchObject([{ method: "GET", path: "components", query: { page: "1", per_page: "100" } }]);
});

test("a full page says that another may follow", async () => {
  await page.close();
  page = await startPageServer({ components: Array.from({ length: 130 }, (_, n) => `Component ${n}`) });
  const sizes = await Promise.all([1, 2].map((page) => client().call({ ...LIST, page })));
  expect(sizes.map((result) => result.outcome === "ok" && [result.components?.length, result.hasMore])).toEqual([
    [100, true],
    [30, false],
  ]);
});

test.each<[string, Fault, unknown]>([
  ["420", { status: 420, headers: { "retry-after": "7" } }, { outcome: "rate_limited", retryAfterMs: 7000 }],
  ["429 with a date", { status: 429, headers: { "retry-after": DATE } }, { outcome: "rate_limited", retryAfterMs: 30_000 }],
  ["429 without Retry-After", { status: 429 }, { outcome: "rate_limited", retryAfterMs: undefined }],
  ["401", { status: 401 }, { outcome: "unauthorized", reason: "status 401" }],
  ["403", { status: 403 }, { outcome: "unauthorized", reason: "status 403" }],
  ["404", { status: 404 }, { outcome: "refused", reason: "status 404 (fault 404)" }],
  [
    "422 in the older form",
    { status: 422, body: '{"error":"no such status"}' },
    { outcome: "refused", reason: "status 422 (no such status)" },
  ],
  ["a refusal in no form", { status: 400, body: "<html>" }, { outcome: "refused", reason: "status 400" }],
  ["500", { status: 500 }, { outcome: "failed", reason: "status 500" }],
  ["502 with a page of HTML", { status: 502, body: "<html>" }, { outcome: "failed", reason: "status 502" }],
  ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:1/" } }, { outcome: "failed", reason: "status 302" }],
  ["a broken connection", { isLost: true, isApplied: true }, { outcome: "failed", reason: "ECONNRESET" }],
])("%s is told for what it is", async (_name, fault, expected) => {
  page.fault = () => fault;
  expect(await client().call(SET)).toEqual(expected);
});

test.each(["no JSON", '{"components":[]}', '[{"name":"x"}]'])("a list that is %p is a failure", async (body) => {
  page.fault = () => ({ status: 200, body });
  expect(await client().call(LIST)).toMatchObject({ outcome: "failed" });
});

test("a token that no header may hold is told like a refused one, and not quoted", async () => {
  const result = await client("se\ncret").call(SET);
  expect(result).toMatchObject({ outcome: "unauthorized" });
  expect(JSON.stringify(result)).not.toContain("cret");
});

test("a page that does not listen is a failure", async () => {
  await page.close();
  expect(await client().call(SET)).toEqual({ outcome: "failed", reason: "ECONNREFUSED" });
});

describe("a page that never answers", () => {
  let silent: Server;
  beforeEach(async () => {
    silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  });
  afterEach(async () => {
    jest.useRealTimers();
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  test("is given up after ten seconds", async () => {
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const asked = new Promise((resolve) => silent.once("request", resolve));
    const result = new Statuspage({ url, pageId: "p", token: () => "key", now: () => NOW }).call(SET);
    await asked;
    jest.advanceTimersByTime(9999);
    const early = await Promise.race([result, new Promise((resolve) => setImmediate(() => resolve("still waiting")))]);
    jest.advanceTimersByTime(1);
    expect([early, await result]).toEqual(["still waiting", { outcome: "timeout", reason: "ETIMEDOUT" }]);
  });
});

describe("incidents", () => {
  test("are opened with our mark, and without a word about statuses", async () => {
    expect(await client().call({ kind: "open incident", id: "c0", component: "Mail", level: "major_outage" })).toEqual({
      outcome: "ok",
      incident: "i0",
    });
    expect(page.requests[0]?.body).toEqual({
      incident: {
        name: "Mail: major outage",
        body: "Our monitoring sees a major outage of Mail.",
        status: "investigating",
        impact_override: "critical",
        component_ids: ["c0"],
        metadata: { belfry: { component: "Mail", level: "major_outage" } },
      },
    });
    expect(page.status("Mail")).toBe("operational");
  });

  test("of ours are told from a person's", async () => {
    page.incidents.push({ id: "theirs", name: "Mail is down", status: "investigating", metadata: { jira: { issue_id: "1" } } });
    await client().call({ kind: "open incident", id: "c0", component: "Mail", level: "major_outage" });
    const incidents = [{ id: "i1", component: "Mail", level: "major_outage" }];
    expect(await client().call({ kind: "incidents", page: 1 })).toEqual({ outcome: "ok", incidents, hasMore: false });
  });

  test("are updated, and resolved with their mark kept", async () => {
    await client().call({ kind: "open incident", id: "c0", component: "Mail", level: "degraded_performance" });
    await client().call({ kind: "update incident", incident: "i0", component: "Mail", level: "major_outage" });
    expect(page.incidents[0]).toMatchObject({ name: "Mail: major outage", impact_override: "critical", status: "investigating" });
    await client().call({ kind: "resolve incident", incident: "i0", component: "Mail" });
    expect(page.incidents[0]).toMatchObject({ status: "resolved", metadata: { belfry: { level: "major_outage" } } });
    expect(await client().call({ kind: "incidents", page: 1 })).toMatchObject({ incidents: [] });
  });
});

test.each<[string | undefined, number | undefined]>([
  ["0", 0],
  ["7", 7000],
  [" 7 ", 7000],
  ["1.5", 1500],
  [DATE, 30_000],
  ["Thu, 20 Aug 2026 11:00:00 GMT", 0],
  ["99999999", 3_600_000],
  ["-1", undefined],
  ["soon", undefined],
  ["", undefined],
  [undefined, undefined],
])("Retry-After %p is %p ms", (header, expected) => expect(retryAfterMs(header, NOW)).toBe(expected));
