import { parse } from "yaml";
import { SHARED_COLUMNS } from "../../components/log-router/streams/shared-columns";
import { columnsOfDatabase, columnsOfPod } from "../../components/traces/columns";
import { memoryLimits } from "../../components/traces/sizes";
import { MIB } from "../../lib/bytes";
import type { CollectorConfiguration } from "../../lib/log-store/collector";
import { PROFILES } from "../../lib/site/sections/sizes";
import { manifestOf } from "../checks/example";
import { exampleSite, platformOf } from "../example";

const { database_statistics: _, rum: __, ...plain } = exampleSite();
const WITH = platformOf(exampleSite());
const WITHOUT = platformOf(plain);

const configurationOf = (platform: typeof WITH) =>
  parse(
    (manifestOf("ConfigMap/trace-collector", platform).object.data as Record<string, string>)["collector.yaml"] ?? "",
  ) as CollectorConfiguration;

const queuesOf = (configuration: CollectorConfiguration) =>
  Object.values(configuration.exporters as Record<string, { sending_queue: { sizer: string; queue_size: number } }>).map(
    ({ sending_queue }) => sending_queue,
  );

test("spans and statistics have columns of log records, by the same names", () => {
  const set = [...columnsOfPod, ...columnsOfDatabase({ name: "a", namespace: "b" })].flatMap((one) =>
    Array.from(one.matchAll(/^set\((?:span|resource)\.attributes\["([^"]+)"\]/g), ([, name = ""]) => name.replaceAll(".", "_")),
  );
  // the application's own name is a column that log records have not
  const shared = [...new Set(set)].filter((name) => name !== "application_name");
  expect(shared.sort()).toEqual(["namespace", "node", "pod", "service_name"]);
  expect(shared.filter((name) => !(name in SHARED_COLUMNS))).toEqual([]);
});

test.each(PROFILES)("what may wait for the store fits in the memory beyond which nothing is taken: %s", (profile) => {
  const { limits } = (
    manifestOf("Deployment/trace-collector", platformOf(exampleSite({ sizes: { profile } }))).object.spec as {
      template: { spec: { containers: [{ resources: { limits: { memory: string } } }] } };
    }
  ).template.spec.containers[0].resources;
  const configuration = configurationOf(platformOf(exampleSite({ sizes: { profile } })));
  const { limit_mib, spike_limit_mib } = memoryLimits({ memory: { request: limits.memory, limit: limits.memory } });
  expect(configuration.processors.memory_limiter).toMatchObject({ limit_mib, spike_limit_mib });
  const waiting = queuesOf(configuration);
  expect(waiting.map(({ sizer }) => sizer)).toEqual(["bytes", "bytes", "bytes"]);
  // what waits is a protocol buffer on the heap several times its size when it is read again
  const all = waiting.reduce((sum, { queue_size }) => sum + queue_size, 0) / MIB;
  expect(4 * all).toBeLessThan(limit_mib - spike_limit_mib + 1);
});

test("each sender has a token and a stream of its own, and a site without it has neither", () => {
  const told = ({ ingestTokens, storedTelemetry }: typeof WITH) => [
    ingestTokens.map(({ name }) => name).filter((name) => /traces|rum|databases/.test(name)),
    storedTelemetry.filter(({ type }) => type === "traces").map(({ name, retention_days }) => [name, retention_days]),
  ];
  expect(told(WITH)).toEqual([
    ["log-store-traces", "log-store-rum", "log-store-databases"],
    [
      ["traces", 14],
      ["rum", 30],
    ],
  ]);
  expect(told(WITHOUT)).toEqual([["log-store-traces"], [["traces", 14]]]);
  expect(Object.keys(configurationOf(WITHOUT).service.pipelines)).toEqual(["traces"]);
  expect(Object.keys(configurationOf(WITH).service.pipelines)).toEqual([
    "traces",
    "traces/browsers",
    "metrics/postgresql-notes-db",
    "metrics/redis-cache",
  ]);
});

test("any pod may send spans, the ingress controller alone brings browsers, and both are let in nowhere else", () => {
  const ingressOf = (platform: typeof WITH) =>
    (
      manifestOf("NetworkPolicy/trace-collector", platform).object.spec as { ingress: { from: object[]; ports: { port: number }[] }[] }
    ).ingress.map(({ from, ports }) => [from, ports.map(({ port }) => port)]);
  const agent = [expect.anything(), [8888]];
  const anyPod = [[{ namespaceSelector: {} }], [4317, 4318]];
  const browsers = [[{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress-nginx" } } }], [4319]];
  expect(ingressOf(WITH)).toHaveLength(3);
  expect(ingressOf(WITH)).toEqual(expect.arrayContaining([agent, anyPod, browsers]));
  expect(ingressOf(WITHOUT)).toHaveLength(2);
});

test("its account may read pods, and nothing else", () => {
  const [rights] = WITH.manifests.filter(
    ({ object: { kind, metadata } }) => kind === "ClusterRole" && metadata.name.endsWith("trace-collector"),
  );
  expect(rights?.object.rules).toEqual([{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"] }]);
});
