/** The trace collector: what it makes of spans, of what browsers and databases tell, and what it loses when the store is away. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { tracesSeries } from "../../components/traces/series";
import type { Platform } from "../../lib/platform/platform";
import { seriesOf } from "../../lib/series";
import { exampleSite, platformOf } from "../example";
import { differences, type Exposition, parseExposition } from "../exposition";
import { freePort } from "../free-port";
import { type ApiServer, startApiServer } from "./api-server";
import { BROWSER_TOKEN, collectorText, type RunningCollector, sendSpans, startCollector, sumOf } from "./collector";
import { describeEngines, runEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { INSTALLATIONS } from "./installations";
import { applyOrThrow, tokenOf } from "./operator";
import { type Delivery, type StoreStandIn, startStore } from "./store-stand-in";

const attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) });
const attributes = z
  .array(attribute)
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue])));
const resource = z.object({ attributes }).default({ attributes: {} });
const traces = z.object({
  resourceSpans: z.array(z.object({ resource, scopeSpans: z.array(z.object({ spans: z.array(z.object({ attributes })) })) })),
});
const metrics = z.object({
  resourceMetrics: z.array(z.object({ resource, scopeMetrics: z.array(z.object({ metrics: z.array(z.object({ name: z.string() })) })) })),
});

const spansOf = ({ body }: Delivery) =>
  traces
    .parse(JSON.parse(body.toString()))
    .resourceSpans.flatMap(({ resource: { attributes: own }, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ resource: own, span: span.attributes }))),
    );
const arrived = ({ deliveries }: StoreStandIn) =>
  deliveries.filter(({ status, path }) => status === 200 && path.endsWith("/v1/traces")).flatMap(spansOf);

const EXAMPLE = platformOf(exampleSite());
const STREAM = "/api/home_logs/v1/traces";

describeEngines(["collector"], "the collector's configuration", () => {
  const validate = (text: string) => {
    const file = join(temporaryFolder(), "collector.yaml");
    writeFileSync(file, text);
    return runEngine("collector", ["validate", `--config=${file}`]);
  };

  test.each(INSTALLATIONS.map(({ name, site }) => [name, site] as const))("is right: %s", async (_, site) => {
    expect(await validate(collectorText(platformOf(site)))).toMatchObject({ code: 0, output: "" });
  });

  test.each([
    ["a key that nobody knows", "send_batch_size:", "send_batch_sizes:"],
    ["a statement that is none", "set(", "sets("],
  ])("is refused with %s", async (_, right, wrong) => {
    const text = collectorText(EXAMPLE);
    expect(text).toContain(right);
    expect((await validate(text.replace(right, wrong))).code).not.toBe(0);
  });
});

describeEngines(["collector", "kube-apiserver", "etcd", "redis-server"], "the collector in a cluster", () => {
  let server: ApiServer;
  let store: StoreStandIn;
  let collector: RunningCollector;
  let redis: { stop(): Promise<void> };
  let redisPort: number;

  beforeAll(async () => {
    const { logging } = EXAMPLE.site.namespaces;
    redisPort = await freePort();
    redis = await startProcess(
      "redis-server",
      ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", "", "--dir", temporaryFolder()],
      {
        ready: /Ready to accept connections/,
      },
    );
    [server, store] = await Promise.all([startApiServer(), startStore()]);
    await server.ensureNamespace(logging);
    await ourPod(server);
    for (const { object } of EXAMPLE.manifests)
      if (/^(?:ServiceAccount|ClusterRole|ClusterRoleBinding)$/.test(object.kind) && object.metadata.name.endsWith("trace-collector"))
        await applyOrThrow(server, object as Parameters<typeof applyOrThrow>[1]);
    collector = await startCollector({
      platform: EXAMPLE,
      storeUrl: store.url,
      // with the rights of its own account, and no other
      kubeconfigFile: server.kubeconfigOf(await tokenOf(server, logging, "trace-collector")),
      change: (draft) => {
        toRedis(draft.receivers);
      },
    });
  }, 180_000);
  afterAll(async () => {
    await Promise.all([collector?.stop(), redis?.stop(), store?.stop(), server?.stop()]);
  });

  const toRedis = (receivers: Readonly<Record<string, object>>) =>
    Object.assign(receivers["redis/cache"] ?? {}, {
      endpoint: `127.0.0.1:${redisPort}`,
      collection_interval: "2s",
      initial_delay: "100ms",
    });
  const deliveredTo = (stream: string) => store.deliveries.filter(({ headers }) => headers["stream-name"] === stream);
  const until = (condition: () => boolean) =>
    waitUntil(
      () => condition(),
      () => `nothing came: ${collector.output().slice(-2000)}`,
      30_000,
    );

  test("a pod's spans arrive with the columns of its log lines, whatever it says of itself", async () => {
    const status = await sendSpans(collector.url, {
      service: "checkout",
      resource: { "k8s.namespace.name": "somebody-elses", "k8s.deployment.name": "not-mine" },
      attributes: { namespace: "somebody-elses", "http.route": "/" },
    });
    expect(status).toBe(200);
    await until(() => deliveredTo("traces").length > 0);
    const [delivery] = deliveredTo("traces");
    if (delivery === undefined) throw new Error("nothing came");
    expect(delivery.path).toBe(STREAM);
    expect(delivery.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("belfry-traces:o2oi_belfry-traces").toString("base64")}`,
      "content-encoding": "gzip",
    });
    const [one] = spansOf(delivery);
    // the store: service.name -> service_name, others of the resource service_..., a span's own as they are
    expect(one?.span).toEqual({ namespace: "shops", pod: "shop-7d9c6bdf8b-x2vqz", node: "node-1", "http.route": "/" });
    expect(one?.resource).toEqual({
      "service.name": "shop",
      "application.name": "checkout",
      "k8s.namespace.name": "shops",
      "k8s.pod.name": "shop-7d9c6bdf8b-x2vqz",
      "k8s.deployment.name": "shop",
      "k8s.node.name": "node-1",
    });
  });

  test("browsers are let in by the pages' token, from their origins, under their names", async () => {
    const page = { Origin: "https://shop.example.org" };
    const withToken = { ...page, Authorization: `Bearer ${BROWSER_TOKEN}` };
    expect(await sendSpans(collector.browsersUrl, { service: "shop", headers: page })).toBe(401);
    expect(await sendSpans(collector.browsersUrl, { service: "shop", headers: { ...page, Authorization: "Bearer guessed" } })).toBe(401);
    expect(await sendSpans(collector.browsersUrl, { service: "nobodys", headers: withToken })).toBe(200);
    expect(await sendSpans(collector.browsersUrl, { service: "shop", attributes: { namespace: "lie" }, headers: withToken })).toBe(200);
    await until(() => deliveredTo("rum").length > 0);
    expect(deliveredTo("rum").flatMap(spansOf)).toEqual([{ resource: { "service.name": "shop" }, span: { namespace: "websites" } }]);
    expect(deliveredTo("rum")[0]?.headers.authorization).toBe(`Basic ${Buffer.from("belfry-rum:o2oi_belfry-rum").toString("base64")}`);

    const preflight = (origin: string) =>
      fetch(`${collector.browsersUrl}/v1/traces`, {
        method: "OPTIONS",
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization,content-type",
        },
      });
    expect((await preflight("https://shop.example.org")).headers.get("access-control-allow-origin")).toBe("https://shop.example.org");
    expect((await preflight("https://elsewhere.example")).headers.get("access-control-allow-origin")).toBeNull();
  });

  test("a database's statistics arrive under its name and the namespace of its Service", async () => {
    const statistics = () => store.deliveries.filter(({ path }) => path === "/api/home_logs/v1/metrics");
    await until(() => statistics().length > 0);
    const [first] = statistics();
    const told = metrics.parse(JSON.parse(first?.body.toString() ?? "")).resourceMetrics;
    expect(told.map(({ resource: { attributes: own } }) => [own["service.name"], own.namespace])).toEqual([["cache", "databases"]]);
    const names = told.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics.map(({ name }) => name)));
    expect(names).toEqual(expect.arrayContaining(["redis.memory.used", "redis.clients.connected"]));
    expect(first?.headers.authorization).toBe(`Basic ${Buffer.from("belfry-databases:o2oi_belfry-databases").toString("base64")}`);
    expect(sumOf(await collector.metrics(), /^otelcol_scraper_scraped_metric_points\{receiver="redis\/cache"/)).toBeGreaterThan(0);
    // nobody answers there
    expect(sumOf(await collector.metrics(), /^otelcol_scraper_scraped_metric_points\{receiver="postgresql\/notes-db"/)).toBe(0);
  });

  // the last one: it turns the store against it
  test("its series are those of the catalogue, by name, kind and labels", async () => {
    store.answer(401);
    await sendSpans(collector.url, { service: "shop" });
    const [full, tight] = await Promise.all([
      startCollector({
        platform: EXAMPLE,
        storeUrl: store.url,
        change: (draft) => {
          toRedis(draft.receivers);
          for (const exporter of Object.values(draft.exporters)) exporter.sending_queue = { sizer: "bytes", queue_size: 100 };
        },
      }),
      startCollector({
        platform: EXAMPLE,
        storeUrl: store.url,
        change: ({ processors }) => {
          processors.memory_limiter = { check_interval: "50ms", limit_mib: 2, spike_limit_mib: 1 };
        },
      }),
    ]);
    await sendSpans(full.url, { service: "shop" });
    const declared = seriesOf(tracesSeries);
    let differing: string[] = [];
    await waitUntil(
      async () => {
        await sendSpans(tight.url, { service: "shop" });
        const texts = await Promise.all([collector, full, tight].map((one) => one.metrics()));
        const [types, samples] = [new Map<string, string>(), []] as [Map<string, string>, Exposition["samples"][number][]];
        for (const one of texts.map(parseExposition)) {
          for (const [name, type] of one.types) types.set(name, type);
          samples.push(...one.samples);
        }
        differing = differences(declared, { types, samples });
        return differing.length === 0;
      },
      () => differing.join("\n"),
      30_000,
    );
    await Promise.all([full.stop(), tight.stop()]);
  }, 90_000);
});

describeEngines(["collector"], "the collector and a store that is away", () => {
  const SMALL: Platform = platformOf(exampleSite({ sizes: { profile: "small" } }));
  const queueBytes = 8 * 1024 ** 2;

  test("a full queue loses what comes then and no more: all else arrives when the store is back", async () => {
    const port = await freePort();
    const collector = await startCollector({ platform: SMALL, storeUrl: `http://127.0.0.1:${port}` });
    // a batch each, of more than a megabyte
    const [requests, spans] = [14, 1000];
    for (let request = 0; request < requests; request++)
      expect(await sendSpans(collector.url, { service: "shop", spans, attributes: { text: "a".repeat(1000) } })).toBe(200);
    const failed = async () => sumOf(await collector.metrics(), /^otelcol_exporter_enqueue_failed_spans\{/);
    const queued = async () => sumOf(await collector.metrics(), /^otelcol_processor_batch_batch_send_size_sum\{/);
    await waitUntil(
      async () => (await queued()) + (await failed()) === requests * spans,
      () => "the batches do not leave",
    );
    expect(await failed()).toBeGreaterThan(0);
    const waiting = sumOf(await collector.metrics(), /^otelcol_exporter_queue_size\{.*exporter="otlp_http\/traces"/);
    expect(waiting).toBeLessThanOrEqual(queueBytes);
    // there was no room for one more
    expect(waiting).toBeGreaterThan(0.8 * queueBytes);

    const store = await startStore(port);
    const lost = await failed();
    await waitUntil(
      () => arrived(store).length >= requests * spans - lost,
      () => `${arrived(store).length} of ${requests * spans} spans came, and ${lost} found the queue full`,
      90_000,
    );
    expect(arrived(store)).toHaveLength(requests * spans - lost);
    expect(await failed()).toBe(lost);
    await Promise.all([collector.stop(), store.stop()]);
  }, 180_000);

  test("what a store answers with 503 is sent again, and what it answers with 401 is lost and told by the name that the rule reads", async () => {
    const store = await startStore();
    const collector = await startCollector({ platform: SMALL, storeUrl: store.url });
    store.answer(503);
    await sendSpans(collector.url, { service: "shop" });
    await waitUntil(
      () => store.deliveries.length > 0,
      () => "nothing was sent",
    );
    store.answer(200);
    await waitUntil(
      () => arrived(store).length === 1,
      () => "it was not sent again",
    );
    const lost = async () =>
      sumOf(await collector.metrics(), /^otelcol_exporter_send_failed_spans\{.*error_type="Unauthenticated".*exporter="otlp_http\/traces"/);
    expect(await lost()).toBe(0);

    store.answer(401);
    await sendSpans(collector.url, { service: "shop", spans: 3 });
    await waitUntil(
      async () => (await lost()) === 3,
      () => "the loss is not told",
    );
    await Promise.all([collector.stop(), store.stop()]);
  }, 120_000);
});

/** A pod of a Deployment, at the address that the test sends from. */
async function ourPod(server: ApiServer): Promise<void> {
  await server.ensureNamespace("shops");
  await applyOrThrow(server, { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "shop", namespace: "shops" } });
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "shop-7d9c6bdf8b-x2vqz",
      namespace: "shops",
      labels: { "app.kubernetes.io/name": "web", "pod-template-hash": "7d9c6bdf8b" },
      ownerReferences: [
        {
          apiVersion: "apps/v1",
          kind: "ReplicaSet",
          name: "shop-7d9c6bdf8b",
          uid: "0d3c8f2e-0000-4000-8000-000000000001",
          controller: true,
        },
      ],
    },
    spec: {
      serviceAccountName: "shop",
      automountServiceAccountToken: false,
      nodeName: "node-1",
      containers: [{ name: "shop", image: "shop:1" }],
    },
  };
  await applyOrThrow(server, pod);
  const path = "/api/v1/namespaces/shops/pods/shop-7d9c6bdf8b-x2vqz/status";
  const status = { phase: "Running", podIP: "127.0.0.1", podIPs: [{ ip: "127.0.0.1" }] };
  const { status: code, body } = await server.request("PATCH", path, { status }, "application/merge-patch+json");
  if (code !== 200) throw new Error(`the API server refused the pod's status with ${code}: ${JSON.stringify(body)}`);
}
