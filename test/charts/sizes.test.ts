import { runChecks } from "../../lib/checks/all";
import type { Site } from "../../lib/site/schema";
import { EXAMPLE, manifestOf } from "../checks/example";
import { exampleSite, fullPlatform } from "../example";
import { asking, sumOf } from "../requested";
import { telling } from "../wide";

const { cluster } = exampleSite();
const ONE_NODE = { ...cluster, nodes: 1 };
const SMALL: Partial<Site> = { sizes: { profile: "small" }, cluster: ONE_NODE };
const small = fullPlatform(SMALL);
const objectsOf = (changes: Partial<Site>) => fullPlatform(changes).manifests;
const specOf = (changes: Partial<Site>, id: string) => manifestOf(id, fullPlatform(changes)).object.spec;
const resources = (request: string, limit: string, memory: string, memoryLimit = memory) => ({
  resources: { requests: { cpu: request, memory }, limits: { cpu: limit, memory: memoryLimit } },
});

describe("the profile small, on one node", () => {
  test("has no check that finds anything", () => {
    expect(runChecks(small)).toEqual([]);
  });

  test("says of every container what it gets", () => {
    const all = asking(small);
    expect(all.filter(({ resources: own }) => own?.requests?.memory === undefined || own.limits?.memory === undefined)).toEqual([]);
    expect(all.map(({ by }) => by)).toEqual(expect.arrayContaining(["Deployment nut-exporter", "VMAgent belfry spec reloader"]));
  });

  test("fits a node of 4 GB beside a cluster that takes 1.2 GB of it, but for the dashboards, and the most that the log plane and its store may take", () => {
    // whoever has one such node takes the store as it comes
    const all = asking(fullPlatform({ ...SMALL, log_store: undefined }));
    const ofStore = all.filter(({ by }) => /^(?:StatefulSet|Cluster) log-store/.test(by));
    const ofLogs = all.filter(({ by }) => /^(?:Logging|FluentbitAgent|HostTailer|EventTailer|StatefulSet log-router)\b/.test(by));
    const ofDashboards = all.filter(({ by }) => /^(?:Deployment|Cluster) (?:grafana|(?:metrics|log-store)-gateway)/.test(by));
    const { requestedMib, requestedCores } = sumOf(all.filter((one) => !ofDashboards.includes(one)));
    // what is left of the node: all of it together may need no more, whatever happens at once
    const leftMib = (4e9 - 1.2e9) / 1024 ** 2;
    expect(sumOf(all.filter((one) => ![...ofLogs, ...ofStore, ...ofDashboards].includes(one))).limitedMib).toBeLessThan(leftMib);
    expect(sumOf(ofLogs).limitedMib).toBeLessThan(0.75 * 1024);
    expect(ofLogs.length).toBeGreaterThan(4);
    expect(sumOf(ofStore).limitedMib).toBeLessThan(0.85 * 1024);
    expect(ofStore).toHaveLength(2);
    expect(sumOf(ofDashboards).limitedMib).toBeLessThanOrEqual(1024);
    expect(sumOf(ofDashboards).requestedMib).toBeLessThan(0.45 * 1024);
    // and what it takes day by day leaves room for what the place itself runs
    const stored = sumOf(ofStore);
    expect(requestedMib - stored.requestedMib).toBeLessThan(1.8 * 1024);
    expect(requestedCores - stored.requestedCores).toBeLessThan(0.55);
    expect(stored.requestedMib).toBeLessThan(0.375 * 1024);
    expect(stored.requestedCores).toBeLessThan(0.1);
  });

  // test/engines/relay-memory.test.ts and webhook-memory.test.ts
  test.each(["relay", "dead-man", "status-page", "boiler-bridge", "stale-mounts"])(
    "does not limit %s below what the default does",
    (name) => {
      const limitOf = (platform: typeof small) => asking(platform).find(({ by }) => by === `Deployment ${name}`)?.resources?.limits?.memory;
      expect(limitOf(small)).toBe(limitOf(EXAMPLE));
      expect(limitOf(small)).toBeDefined();
    },
  );

  test("does not limit the alert manager below what the default does: a storm of alerts fills it whatever the node", () => {
    const limitOf = (platform: typeof small) =>
      asking(platform).find(({ by }) => by === "VMAlertmanager belfry spec")?.resources?.limits?.memory;
    expect([limitOf(small), limitOf(EXAMPLE)]).toEqual(["128Mi", "128Mi"]);
  });

  test.each(["relay", "dead-man"])("runs %s once, without a budget: a second one would end with the same node", (name) => {
    expect(manifestOf(`Deployment/${name}`, small).object.spec).toMatchObject({ replicas: 1 });
    expect(small.manifests.filter(({ object }) => object.kind === "PodDisruptionBudget" && object.metadata.name === name)).toEqual([]);
    const threeNodes = manifestOf(`Deployment/${name}`, fullPlatform({ sizes: { profile: "small" } }));
    expect(threeNodes.object.spec).toMatchObject({ replicas: 2 });
    expect(manifestOf(`Deployment/${name}`, fullPlatform({ cluster: ONE_NODE })).object.spec).toMatchObject({ replicas: 2 });
  });

  test("keeps retention and volume as the site says", () => {
    const { retentionPeriod, storage } = manifestOf("VMSingle/belfry", small).object.spec as Record<string, unknown>;
    expect({ retentionPeriod, storage }).toEqual({
      retentionPeriod: "13",
      storage: expect.objectContaining({ resources: { requests: { storage: "500Gi" } } }),
    });
  });
});

test("the profile default is what there is without a section", () => {
  const said = { profile: "default", metrics: { profile: "default" }, services: {} } as const;
  expect(objectsOf({ sizes: said }).map(({ object }) => object)).toEqual(objectsOf({}).map(({ object }) => object));
});

test.each(
  telling<[string, Site["sizes"], string[]]>([
    ["metrics", { metrics: { profile: "small" } }, ["monitoring-metrics"]],
    ["alerting", { alerting: { profile: "small" } }, ["monitoring-alerting"]],
    [
      "services",
      { services: { profile: "small" } },
      [
        "boiler-bridge",
        "gitops",
        "monitoring-batch",
        "monitoring-blackbox-exporter",
        "monitoring-dead-man",
        "monitoring-grafana",
        "monitoring-log-router",
        "monitoring-log-shipping",
        "monitoring-log-store",
        "monitoring-relay",
        "monitoring-stale-mounts",
        "monitoring-status-page",
        "monitoring-traces",
      ],
    ],
  ]),
)("a profile of the plane %s changes nothing outside it", (_, sizes, bundles) => {
  const before = new Map(objectsOf({}).map(({ file, object }) => [file, JSON.stringify(object)]));
  const changed = objectsOf({ sizes }).filter(({ file, object }) => before.get(file) !== JSON.stringify(object));
  expect([...new Set(changed.map(({ bundle }) => bundle))].sort()).toEqual(bundles);
});

describe("a place that has outgrown its profile", () => {
  const sizes: Site["sizes"] = { metrics: { store_memory: "16Gi", store_cpus: 8, agent_memory: "3Gi", agent_cpus: 2 } };

  test("says what the store and the agent get, the processor a quarter in advance", () => {
    expect(specOf({ sizes }, "VMSingle/belfry")).toMatchObject(resources("2", "8", "16Gi"));
    expect(specOf({ sizes }, "VMAgent/belfry")).toMatchObject(resources("500m", "2", "3Gi"));
  });

  test("says it of each storage node, and of its ends for writes and reads in proportion", () => {
    const { vmstorage, vmselect, vminsert } = specOf({ sizes, scale: "cluster" }, "VMCluster/belfry") as Record<string, object>;
    expect(vmstorage).toMatchObject(resources("2", "8", "16Gi"));
    for (const end of [vmselect, vminsert]) expect(end).toMatchObject(resources("1", "4", "4096Mi"));
    expect(specOf({ sizes, scale: "cluster" }, "VMAgent/belfry")).toMatchObject(resources("500m", "2", "3Gi"));
  });

  test("may say memory alone: the profile says the rest", () => {
    expect(specOf({ sizes: { profile: "small", metrics: { store_memory: "1Gi" } } }, "VMSingle/belfry")).toMatchObject({
      resources: { requests: { cpu: "100m", memory: "1Gi" }, limits: { memory: "1Gi" } },
    });
  });
});
