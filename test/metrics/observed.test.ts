import { observedExporters } from "../../components/observed";
import { type ObservedExporter, observed } from "../../lib/metrics/observed";
import { scrapeConnections } from "../../lib/metrics/scrape-connection";
import { scrapeSpec } from "../../lib/metrics/scrape-object";
import { declareSeries, gauge } from "../../lib/series";
import type { Site } from "../../lib/site/schema";
import { EXPORTERS, OUTSIDE_EXPORTERS } from "../../lib/site/sections/scrapes";
import { exampleSite } from "../example-site";

const EXPORTER: ObservedExporter = {
  name: "redis",
  what: "a fan",
  component: "Platform",
  release: { program: "fan_exporter", release: "1.2.3" },
  series: declareSeries({ fan_speed: gauge("count", "Speed.") }),
  inCluster: { kind: "service", selector: { "app.kubernetes.io/name": "fan" }, port: "metrics" },
  port: 9121,
};

const at = (scrapes: Site["scrapes"], exporter: Partial<ObservedExporter> = {}) =>
  observed({ ...EXPORTER, ...exporter }, { ...exampleSite(), scrapes });

function specOf(scrapes: Site["scrapes"], exporter: Partial<ObservedExporter> = {}) {
  const found = at(scrapes, exporter);
  if (!("scrape" in found)) throw new Error(`nobody asks it: ${found.absent.until}`);
  return scrapeSpec(found.scrape);
}

test("without a word of the site it is asked wherever it is in the cluster", () => {
  expect(specOf(undefined)).toEqual({
    kind: "VMServiceScrape",
    spec: {
      selector: { matchLabels: { "app.kubernetes.io/name": "fan" } },
      namespaceSelector: { any: true },
      endpoints: [
        expect.objectContaining({ port: "metrics", path: "/metrics", relabelConfigs: [{ targetLabel: "job", replacement: "redis" }] }),
      ],
    },
  });
});

test("it is asked in the namespaces that the site names", () => {
  expect(specOf({ redis: { namespaces: ["cache"] } })).toMatchObject({ spec: { namespaceSelector: { matchNames: ["cache"] } } });
});

test("pods without a Service are asked themselves", () => {
  expect(specOf(undefined, { inCluster: { kind: "pods", selector: { fan: "yes" }, port: "metrics" } })).toMatchObject({
    kind: "VMPodScrape",
    spec: { selector: { matchLabels: { fan: "yes" } }, podMetricsEndpoints: [{ port: "metrics" }] },
  });
});

test("addresses of the site are asked, at the exporter's port unless the site says another, and the agent is let out to them", () => {
  const scrapes = { redis: { targets: ["192.168.10.5", "192.168.10.6:9999", "fd00::5", "[fd00::6]:9999"] } };
  expect(specOf(scrapes)).toMatchObject({
    kind: "VMStaticScrape",
    spec: {
      jobName: "redis",
      targetEndpoints: [{ targets: ["192.168.10.5:9121", "192.168.10.6:9999", "[fd00::5]:9121", "[fd00::6]:9999"] }],
    },
  });
  const agent = { name: "agent", namespace: "monitoring", pods: {}, ports: {} };
  const found = at(scrapes);
  expect(scrapeConnections(agent, "scrape" in found ? [found.scrape] : [])).toEqual([
    { from: agent, to: { outside: "a fan", addresses: ["192.168.10.5/32", "fd00::5/128"] }, ports: [9121] },
    { from: agent, to: { outside: "a fan", addresses: ["192.168.10.6/32", "fd00::6/128"] }, ports: [9999] },
  ]);
});

test("it is asked as it wants to be asked", () => {
  const token = { key: "fan", property: "token", holds: "the token" };
  const ask = { path: "/stats", tls: "unverified", honorLabels: true, rename: { from: "fan_(.+)", to: "blower_$1" } } as const;
  expect(specOf(undefined, { ask, token })).toMatchObject({
    spec: {
      endpoints: [
        {
          path: "/stats",
          scheme: "https",
          tlsConfig: { insecureSkipVerify: true },
          honorLabels: true,
          authorization: { type: "Bearer", credentials: { name: "scrape-redis", key: "token" } },
          metricRelabelConfigs: [
            { sourceLabels: ["__name__"], regex: "fan_(.+)", targetLabel: "__name__", replacement: "blower_$1" },
            // nobody speaks for another job
            { targetLabel: "job", replacement: "redis" },
          ],
        },
      ],
    },
  });
});

test("where the site says https its certificate is verified, whatever the exporter says of itself", () => {
  const asked = (how: object, exporter: Partial<ObservedExporter> = {}) =>
    specOf({ redis: { targets: ["192.168.10.5"], ...how } }, exporter)?.spec as { targetEndpoints: Record<string, unknown>[] };
  const of = (how: object, exporter?: Partial<ObservedExporter>) => {
    const [{ scheme, tlsConfig } = {}] = asked(how, exporter).targetEndpoints;
    return { scheme, tlsConfig };
  };
  const own = { ask: { tls: "unverified" } } as const;
  expect(of({})).toEqual({ scheme: undefined, tlsConfig: undefined });
  expect(of({ scheme: "https" })).toEqual({ scheme: "https", tlsConfig: undefined });
  expect(of({ tls_server_name: "ha.example.org" })).toEqual({
    scheme: "https",
    tlsConfig: { serverName: "ha.example.org" },
  });
  expect(of({}, own)).toEqual({ scheme: "https", tlsConfig: { insecureSkipVerify: true } });
  expect(of({ scheme: "https" }, own)).toEqual({ scheme: "https", tlsConfig: undefined });
  expect(of({ scheme: "http" }, own)).toEqual({ scheme: undefined, tlsConfig: undefined });
});

test("an exporter is off by its key as by its name", () => {
  expect(at({ off: ["home_assistant"] }, { name: "home-assistant" })).toMatchObject({ absent: { name: "home-assistant" } });
});

test("it is not asked where the site says that there is none, nor where nobody knows where it is", () => {
  expect(at({ off: ["redis"] })).toEqual({ absent: expect.objectContaining({ name: "redis", until: "scrapes.off names it" }) });
  expect(at(undefined, { name: "home-assistant", inCluster: undefined })).toEqual({
    absent: expect.objectContaining({ until: "name its scrapes.home_assistant.targets, or put it in scrapes.off" }),
  });
});

test("one that as many run outside is asked once the site says where it is, and not looked for", () => {
  const exporter = { isAskedWhereNamed: true } as const;
  expect(at(undefined, exporter)).toEqual({
    absent: expect.objectContaining({ until: "name its scrapes.redis.namespaces or targets, or put it in scrapes.off" }),
  });
  expect(specOf({ redis: { namespaces: ["cache"] } }, exporter)).toMatchObject({ spec: { namespaceSelector: { matchNames: ["cache"] } } });
  expect(specOf({ redis: { targets: ["192.168.10.5"] } }, exporter)).toMatchObject({ kind: "VMStaticScrape" });
});

test("an address with and without the usual port is asked once", () => {
  expect(specOf({ redis: { targets: ["192.168.10.5", "192.168.10.5:9121", "[fd00:0::5]:9121", "fd00::5"] } })).toMatchObject({
    spec: { targetEndpoints: [{ targets: ["192.168.10.5:9121", "[fd00::5]:9121"] }] },
  });
});

test("one of which the site can name addresses alone is nowhere in the cluster, and the others may be", () => {
  const outside = observedExporters.filter(({ inCluster }) => inCluster === undefined).map(({ name }) => name);
  expect(outside.sort()).toEqual([...OUTSIDE_EXPORTERS].sort());
});

test("whatever the site may say where it is, is declared, under its own name", () => {
  expect(observedExporters.map(({ name }) => name).sort()).toEqual([...EXPORTERS].sort());
});
