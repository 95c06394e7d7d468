import fc from "fast-check";
import { PARTS, platform } from "../../charts/platform";
import { runChecks } from "../../lib/checks/all";
import { ConfigMap, Service } from "../../lib/kubernetes/core";
import { scrapeObject } from "../../lib/metrics/scrape-object";
import { serviceScrape } from "../../lib/metrics/service-scrape";
import { workloadPolicy } from "../../lib/network/policy";
import { together } from "../../lib/platform/declarations";
import type { Part } from "../../lib/platform/part";
import { declareSeries, gauge } from "../../lib/series";
import { EXAMPLE, manifestOf, SITE } from "../checks/example";
import { runs } from "../wide";

// what it is written from, key by key
const bytesOf = (parts: readonly Part[]) => JSON.stringify(platform(SITE, EXAMPLE.runbooks, parts).manifests);

test("the order of the parts means nothing: the same bytes", () => {
  const ordered = bytesOf(PARTS);
  const anyOrder = fc.shuffledSubarray([...PARTS], { minLength: PARTS.length });
  fc.assert(
    fc.property(anyOrder, (parts) => {
      expect(bytesOf(parts)).toBe(ordered);
    }),
    { numRuns: runs(20) },
  );
});

describe("a new part is one file and one name in the list", () => {
  const workload = {
    name: "weather",
    namespace: "weather",
    pods: { app: "weather" },
    ports: { http: 8080 },
    madeBy: { upstream: "somebody's chart" },
  };
  const scrape = serviceScrape(workload, { series: declareSeries({ weather_degrees: gauge("celsius", "Outside.", "place") }) });
  const weather: Part = {
    name: "weather",
    at: (site) => ({
      declares: {
        namespaces: [{ name: "weather", podSecurity: { level: "restricted" } }],
        credentials: [{ name: "weather", namespace: "weather", keys: { token: { key: "weather", property: "token", holds: "a token" } } }],
        workloads: [workload],
        connections: [{ from: workload, to: { url: site.urls.metrics_url } }],
        scrapes: [scrape],
      },
      bundles: ({ paths }) => [
        {
          name: "weather",
          namespace: "weather",
          build: (bundle) => {
            new ConfigMap(bundle, "map", { metadata: { name: "map", namespace: "weather" } });
            new Service(bundle, "service", {
              metadata: { name: "weather", namespace: "weather", labels: workload.pods },
              spec: { selector: workload.pods, ports: [{ name: "http", port: 8080 }] },
            });
            scrapeObject(bundle, scrape, site.namespaces.monitoring);
            workloadPolicy(bundle, workload, paths, site.namespaces.orchestrator);
          },
        },
      ],
    }),
  };
  const grown = platform(SITE, EXAMPLE.runbooks, [...PARTS, weather]);

  test("and every other part does what it declares", () => {
    expect(runChecks(grown)).toEqual([]);
    const before = new Set(EXAMPLE.manifests.map(({ file }) => file));
    expect(grown.manifests.map(({ file }) => file).filter((file) => !before.has(file))).toEqual([
      "gitops/application-home-weather.yml",
      "monitoring-namespaces/namespace-weather.yml",
      "monitoring-namespaces/networkpolicy-default-deny.weather.yml",
      "monitoring-secrets/externalsecret-weather.weather.yml",
      "weather/configmap-map.yml",
      "weather/networkpolicy-weather.yml",
      "weather/service-weather.yml",
      "weather/vmservicescrape-weather.monitoring.yml",
    ]);
  });

  test("its connections open both ends: the store lets it in, and it lets the agent in", () => {
    expect(JSON.stringify(manifestOf("monitoring/NetworkPolicy/vmsingle-belfry", grown).object)).toContain('"app":"weather"');
    expect(JSON.stringify(manifestOf("weather/NetworkPolicy/weather", grown).object)).toContain('"vmagent"');
  });

  test("its bundle is built once, and not for who asks what is declared", () => {
    const build = jest.fn();
    const bundle = { name: "late", namespace: "monitoring", build };
    const asked = platform(SITE, EXAMPLE.runbooks, [...PARTS, { name: "late", at: () => ({ bundles: () => [bundle] }) }]);
    expect(asked.rules.length).toBeGreaterThan(0);
    expect(build).not.toHaveBeenCalled();
    expect(asked.manifests).toBe(asked.manifests);
    expect(build).toHaveBeenCalledTimes(1);
  });

  test("absent at a site it leaves nothing", () => {
    const absent = platform(SITE, EXAMPLE.runbooks, [...PARTS, { ...weather, at: () => undefined }]);
    expect(absent.manifests).toEqual(EXAMPLE.manifests);
  });
});

test.each<[string, string, readonly Part[]]>([
  ["routing", 'no part declares "routing"; list exactly one that does in charts/platform.ts', []],
  [
    "agent",
    'several parts declare "agent"; list exactly one that does in charts/platform.ts',
    PARTS.flatMap((part) => (part.name === "metrics" ? [part, { ...part, name: "more-metrics" }] : [part])),
  ],
  [
    "part of a name",
    'part "relay" is listed twice; list it once in charts/platform.ts',
    [...PARTS, ...PARTS.filter(({ name }) => name === "relay")],
  ],
])("there is one %s", (_, message, parts) => {
  expect(() => platform(SITE, EXAMPLE.runbooks, parts)).toThrow(message);
});

test.each<[string, object, string]>([
  [
    "beside the name",
    { name: "added", declares: { rules: [] }, at: () => ({}) },
    'part "added": the part has no key "declares"; write it into what its at() returns',
  ],
  [
    "in what it returns",
    { name: "added", at: () => ({ rules: [] }) },
    'part "added": what its at() returns has no key "rules"; write it into its declares',
  ],
  [
    "among its declarations, misspelt",
    { name: "added", at: () => ({ declares: { scrape: [] } }) },
    'part "added": its declares has no key "scrape"; did you mean "scrapes"?; use namespaces, credentials, ',
  ],
])("a key that nobody would read is refused: %s", (_, part, message) => {
  expect(() => platform(SITE, EXAMPLE.runbooks, [...PARTS, part as Part])).toThrow(message);
});

test("lists of the parts are put one behind the other", () => {
  const { routing, promises, agent, logs } = EXAMPLE;
  const file = (name: string) => ({ file: name, text: "" });
  const both = together([{ routing, promises, agent, logs, files: [file("a")] }, { files: [file("b")] }]);
  expect(both.files).toEqual([file("a"), file("b")]);
  expect(both.rules).toEqual([]);
});
