import { type AddressInfo, createServer } from "node:net";
import { METRICS_ACCESS } from "../../components/dashboards/metrics-gateway/access";
import { describeEngines } from "./engine";
import { ask, type ReadGateway, startReadGateway, statusOf } from "./read-gateway";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";

const START = 1_700_000_000;
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const FORGED = `forged{job="node-exporter"} 1 ${START}000`;
/** A header of all that the store answers itself. */
const OF_STORE = /^X-Server-Hostname: /m;

const answered = (answer: string): { readonly status?: string; readonly data?: unknown } =>
  JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));

describeEngines(["nginx", "victoria-metrics-1.150"], "the dashboards' way to the metrics", () => {
  let store: VictoriaMetrics;
  let gateway: ReadGateway;

  beforeAll(async () => {
    store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    await store.importPrometheus(`kept{job="node-exporter",instance="a"} 1 ${START}000`);
    gateway = await startReadGateway({ port: Number(new URL(store.url).port), path: "" }, () => METRICS_ACCESS);
  }, 60_000);
  afterAll(() => Promise.all([gateway?.stop(), store?.stop()]));

  /** Everything that is stored, by its name. */
  const stored = async (): Promise<string[]> =>
    (await store.query(`{__name__!=""}[30d]`, START + 86_400)).map(({ labels }) => labels.__name__ ?? "");

  const series = { job: "node-exporter", instance: "a" };
  const sample = { metric: { __name__: "kept", ...series }, value: [START, "1"] };
  test.each<[string, string, Readonly<Record<string, string>>, unknown]>([
    ["a query", "query", { query: 'kept{job=~"node.+"}', time: String(START) }, { resultType: "vector", result: [sample] }],
    ["the health check", "query", { query: "1+1", time: "4" }, { result: [{ metric: {}, value: [4, "2"] }] }],
    [
      "a range",
      "query_range",
      { query: 'sum(kept{instance=~"a|b\\\\.c"}) by (job)', start: String(START), end: String(START + 60), step: "60" },
      {
        resultType: "matrix",
        result: [
          {
            metric: { job: "node-exporter" },
            values: [
              [START, "1"],
              [START + 60, "1"],
            ],
          },
        ],
      },
    ],
    [
      "series",
      "series",
      { "match[]": '{__name__="kept"}', start: String(START - 60), end: String(START + 60) },
      [{ __name__: "kept", ...series }],
    ],
    ["labels", "labels", { "match[]": "kept", start: String(START - 60), end: String(START + 60) }, ["__name__", "instance", "job"]],
    ["values of a label", "label/job/values", { start: String(START - 60), end: String(START + 60) }, ["node-exporter"]],
    ["names of series", "label/__name__/values", { start: String(START - 60), end: String(START + 60) }, ["kept"]],
    ["texts of series", "metadata", { limit: "10" }, {}],
    ["exemplars", "query_exemplars", { query: "kept", start: String(START), end: String(START + 60) }, []],
    ["its release", "status/buildinfo", {}, { version: "2.24.0" }],
  ])("%s is answered, by GET and by POST", async (_, path, parameters, data) => {
    const text = new URLSearchParams(parameters).toString();
    const asked = await Promise.all([
      ask(gateway.port, `GET /api/v1/${path}${text && `?${text}`}`),
      ask(gateway.port, `POST /api/v1/${path}`, { ...FORM, "Content-Length": String(text.length) }, text),
    ]);
    for (const answer of asked) {
      expect(statusOf(answer)).toBe(200);
      expect(answer).toMatch(OF_STORE);
      expect(answered(answer)).toMatchObject({ status: "success", data });
    }
  });

  test("what it can't read is the store's to say", async () => {
    const answer = await ask(gateway.port, "GET /api/v1/query?query=sum(");
    expect(statusOf(answer)).toBe(400);
    expect(answered(answer)).toMatchObject({ status: "error", error: expect.stringContaining("sum(") });
  });

  test.each([
    ["GET", "/api/v1/import/prometheus"],
    ["POST", "/api/v1/import/prometheus"],
    ["POST", "/api/v1/import/prometheus/metrics/job/node-exporter"],
    ["POST", "/api/v1/import"],
    ["POST", "/api/v1/import/csv?format=1:metric:forged"],
    ["POST", "/api/v1/import/native"],
    ["POST", "/api/v1/write"],
    ["POST", "/api/v1/push"],
    ["POST", "/write"],
    ["POST", "/influx/write"],
    ["POST", "/api/v2/write"],
    ["POST", "/api/put"],
    ["POST", "/newrelic/infra/v2/metrics/events/bulk"],
    ["POST", "/datadog/api/v2/series"],
    ["POST", "/opentelemetry/v1/metrics"],
    ["POST", "/prometheus/api/v1/import/prometheus"],
    ["GET", "/api/v1/admin/tsdb/delete_series?match[]=kept"],
    ["POST", "/api/v1/admin/tsdb/delete_series?match[]=kept"],
    ["POST", "/prometheus/api/v1/admin/tsdb/delete_series?match[]=kept"],
    ["POST", "/tags/delSeries?path=kept"],
    ["GET", "/snapshot/create"],
    ["GET", "/snapshot/list"],
    ["POST", "/snapshot/delete_all"],
    ["POST", "/api/v1/admin/tsdb/snapshot"],
    ["GET", "/internal/force_flush"],
    ["GET", "/internal/force_merge"],
    ["GET", "/internal/resetRollupResultCache"],
    ["POST", "/api/v1/admin/status/metric_names_stats/reset"],
    ["GET", "/api/v1/export?match[]=kept"],
    ["GET", "/federate?match[]=kept"],
    ["GET", "/api/v1/status/tsdb"],
    ["GET", "/api/v1/status/active_queries"],
    ["GET", "/api/v1/targets"],
    ["GET", "/api/v1/rules"],
    ["GET", "/metrics"],
    ["GET", "/flags"],
    ["GET", "/-/reload"],
    ["GET", "/config"],
    ["GET", "/debug/pprof/heap"],
    ["GET", "/health"],
    ["GET", "/vmui/"],
    ["GET", "/"],
    ["GET", "//api/v1/query?query=1"],
    ["GET", "/api//v1/query?query=1"],
    ["GET", "/prometheus/api/v1/query?query=1"],
    ["GET", "/api/v1/query/?query=1"],
    ["GET", "/api/v1/query/x?query=1"],
    ["GET", "/api/v1/query;x=1?query=1"],
    ["GET", "/api/v1/querying?query=1"],
    ["GET", "/api/v1/%71uery?query=1"],
    ["GET", "/api%2Fv1/query?query=1"],
    ["GET", "/api/v1/query%3Fquery=1"],
    ["GET", "/api/v1/query#?query=1"],
    ["GET", "/API/v1/query?query=1"],
    ["GET", "/api/v1/Query?query=1"],
    ["GET", "/api/v2/query?query=1"],
    ["POST", "/api/v1/query/../import/prometheus"],
    ["POST", "/api/v1/query/%2e%2e/import/prometheus"],
    ["POST", "/api/v1/query/%2E%2E%2Fimport%2Fprometheus"],
    ["POST", "/api/v1/query/..%2fimport/prometheus"],
    ["POST", "/api/v1/query/..;/import/prometheus"],
    ["POST", "/api/v1/label/../import/prometheus"],
    ["POST", "/api/v1/label/../../v1/import/prometheus?/values"],
    ["POST", "/api/v1/label/..%2fimport%2fprometheus%3f/values"],
    ["GET", "/api/v1/label/a/b/values"],
    ["GET", "/api/v1/label//values"],
    ["GET", "/api/v1/label/a.b/values"],
    ["GET", "/api/v1/label/job/values/"],
    ["GET", "/api/v1/import/../query?query=1"],
    ["GET", "/./api/v1/query?query=1"],
    ["GET", "*"],
    ["POST", "http://store/api/v1/import/prometheus"],
    ["POST", "http://127.0.0.1:8429/api/v1/admin/tsdb/delete_series?match[]=kept"],
    ["PUT", "/api/v1/query?query=1"],
    ["HEAD", "/api/v1/query?query=1"],
    ["PATCH", "/api/v1/query?query=1"],
    ["OPTIONS", "/api/v1/query?query=1"],
    ["DELETE", "/api/v1/series?match[]=kept"],
    ["TRACE", "/api/v1/query?query=1"],
    ["CONNECT", "127.0.0.1:8429"],
    ["PROPFIND", "/api/v1/query?query=1"],
    ["post", "/api/v1/query?query=1"],
  ])("%s %s is refused, and nothing is changed by it", async (method, path) => {
    const answer = await ask(gateway.port, `${method} ${path}`, FORM, method === "POST" ? `${FORGED}\n` : "");
    // what is no request at all is 400
    expect([400, 403, 405]).toContain(statusOf(answer));
    expect(answer).not.toMatch(OF_STORE);
    await store.flush();
    expect(await stored()).toEqual(["kept"]);
  });

  test("what is let through may not say another method or path in a header", async () => {
    const headers = {
      ...FORM,
      "X-HTTP-Method-Override": "DELETE",
      "X-Original-URL": "/api/v1/import/prometheus",
      "X-Rewrite-URL": "/api/v1/import/prometheus",
    };
    const answer = await ask(gateway.port, "POST /api/v1/query?query=1&time=4", headers, FORGED);
    expect(answered(answer)).toMatchObject({ data: { result: [{ value: [4, "1"] }] } });
    expect(await stored()).toEqual(["kept"]);
  });

  test("a second request in the body of the first is none", async () => {
    const smuggled = `0\r\n\r\nPOST /api/v1/import/prometheus HTTP/1.1\r\nHost: store\r\nContent-Length: ${FORGED.length}\r\n\r\n${FORGED}`;
    await ask(gateway.port, "POST /api/v1/query?query=1", { "Transfer-Encoding": "chunked" }, smuggled);
    await ask(gateway.port, "POST /api/v1/query?query=1", FORM, smuggled);
    await store.flush();
    expect(await stored()).toEqual(["kept"]);
  });

  test("an absolute address is its path, and leads nowhere else", async () => {
    const answer = await ask(gateway.port, "GET http://198.51.100.1/api/v1/query?query=kept&time=1700000000");
    expect(answered(answer)).toMatchObject({ data: { result: [sample] } });
  });

  test("the store itself would let whoever reaches it do all that", async () => {
    await ask(Number(new URL(store.url).port), "POST /api/v1/admin/tsdb/delete_series?match[]=kept");
    await ask(Number(new URL(store.url).port), "POST /api/v1/import/prometheus", FORM, `${FORGED}\n`);
    await store.flush();
    expect(await stored()).toEqual(["forged"]);
  });

  test("a question is asked again where the store closed the connection that it went over", async () => {
    let asked = 0;
    // every connection is good for one answer
    const closing = createServer((socket) => {
      let isUsed = false;
      socket.on("data", () => {
        asked += 1;
        if (isUsed) socket.destroy();
        else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        isUsed = true;
      });
    });
    await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
    const before = await startReadGateway({ port: (closing.address() as AddressInfo).port, path: "" }, () => METRICS_ACCESS);
    const statuses = [];
    for (let question = 0; question < 2; question++) {
      statuses.push(statusOf(await ask(before.port, "POST /api/v1/query", FORM, "query=1")));
    }
    expect([statuses, asked]).toEqual([[200, 200], 3]);
    await before.stop();
    closing.close();
  });

  test("it says itself that it is well, and what it lets through", async () => {
    expect(statusOf(await ask(gateway.port, "GET /-/healthy"))).toBe(200);
    const refused = await ask(gateway.port, "GET /metrics");
    expect(answered(refused)).toEqual({
      status: "error",
      errorType: "forbidden",
      error: "this way reads: queries, series, labels, metadata and the release",
    });
  });
});
