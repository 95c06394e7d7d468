import { configurationAt } from "../../components/log-router/at-site";
import { STREAMS } from "../../components/log-router/streams/all";
import { ownAlerts } from "../../lib/alerts/rule";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { leastVolumeBytes } from "../../lib/logs/disk-buffers";
import type { Site } from "../../lib/site/schema";
import { STREAM_NAMES } from "../../lib/site/stream-names";
import { logRouter as routerRules } from "../../rules/log-router";
import { relay as relayRules } from "../../rules/relay";
import { smallPlatform } from "../checks/small-platform";
import { exampleSite } from "../example-site";

const objectsOf = (changes: Partial<Site> = {}) =>
  smallPlatform(changes).manifests.filter(({ bundle }) => bundle === "monitoring-log-router");
const HOME = objectsOf();

function objectOf(kind: string, name: string, among = HOME): KubernetesObject {
  const found = among.find(({ object }) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found.object;
}

test("a site knows the streams by the names that they have", () => {
  expect(STREAMS.map(({ name }) => name)).toEqual([...STREAM_NAMES]);
});

test("each source has one stream that takes what no other does", () => {
  const sources = [...new Set(STREAMS.map(({ source }) => source))];
  expect(sources.map((source) => STREAMS.filter((one) => one.source === source && one.recognised === undefined).length)).toEqual(
    sources.map(() => 1),
  );
});

test("the usual volume holds an hour of every stream", () => {
  expect(leastVolumeBytes(STREAMS)).toBeLessThan(16 * 2 ** 30);
});

test("one pod with a volume of its own, which is given more than a minute to end", () => {
  expect(objectOf("StatefulSet", "log-router").spec).toMatchObject({
    replicas: 1,
    template: {
      spec: {
        terminationGracePeriodSeconds: 75,
        containers: [
          {
            image: "timberio/vector:0.57.0-distroless-libc",
            readinessProbe: { httpGet: { path: "/health", port: "api" } },
            livenessProbe: { httpGet: { path: "/health", port: "api" } },
          },
        ],
      },
    },
    volumeClaimTemplates: [{ spec: { storageClassName: "storage", resources: { requests: { storage: "24Gi" } } } }],
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
  });
});

test("devices send to a Service that keeps their address, and the policy lets them alone in", () => {
  expect(objectOf("Service", "log-router-syslog").spec).toMatchObject({
    type: "LoadBalancer",
    externalTrafficPolicy: "Local",
    ports: [
      { protocol: "UDP", port: 514, targetPort: 5514 },
      { protocol: "TCP", port: 514, targetPort: 5514 },
    ],
  });
  const { ingress } = objectOf("NetworkPolicy", "log-router").spec as { ingress: { from: object[]; ports: object[] }[] };
  const syslog = ingress.filter(({ ports }) => JSON.stringify(ports).includes("5514"));
  expect(syslog).toEqual([
    {
      from: ["192.168.10.1", "192.168.10.2", "192.168.10.3", "192.168.10.4", "192.168.10.5", "192.168.10.6", "192.168.164.2"].map(
        (address) => ({
          ipBlock: { cidr: `${address}/32` },
        }),
      ),
      ports: [
        { protocol: "TCP", port: 5514 },
        { protocol: "UDP", port: 5514 },
      ],
    },
  ]);
});

test("a site without devices has no way in for any, and no stream of theirs", () => {
  const objects = objectsOf({ logs: undefined });
  expect(objects.filter(({ object }) => object.metadata.name === "log-router-syslog")).toEqual([]);
  expect(JSON.stringify(objects)).not.toContain("5514");
  const { data } = objectOf("ConfigMap", "log-router", objects) as unknown as { data: Record<string, string> };
  expect(data["vector.yaml"]).not.toContain("store_network_switch");
  expect(data["vector.yaml"]).toContain("store_pod_logs");
});

test("the site says the organisation, the port of syslog and how long a stream is kept", () => {
  const logs = { ...exampleSite().logs, organisation: "mine", syslog: { port: 5140, router: ["192.168.10.1"] } };
  const platform = smallPlatform({ logs: { ...logs, retention_days: { pod_logs: 7 } } });
  const texts = JSON.stringify(platform.manifests.filter(({ bundle }) => bundle === "monitoring-log-router"));
  expect(texts).toContain("http://log-store.logging.svc:5080/api/mine");
  expect(texts).toContain('"port":5140');
  expect(platform.streams.find(({ name }) => name === "pod_logs")?.retentionDays).toBe(7);
});

test("the router brings records with an ingestion token of its own, by name and never written", () => {
  expect(JSON.stringify(HOME)).toContain("SECRET[store.token]");
  expect(JSON.stringify(HOME)).toContain("/run/secrets/log-store-router");
  expect(smallPlatform().ingestTokens).toContainEqual({ token: "belfry-router", name: "log-store-router", namespace: "logging" });
});

/** The three that would have lost every line, seen on the engines; what the router's side has against each. */
describe("the ways to lose everything", () => {
  const expressions = ownAlerts([routerRules({ job: "log-router" }), relayRules(exampleSite(), { job: "relay" })]).map(
    ({ rule }) => rule.expr,
  );
  const isAsked = (counter: string) => expressions.some((expr) => expr.includes(counter));
  const configuration = configurationAt(exampleSite(), STREAMS);

  test("C1: an array on several lines, which a source that frames by newline refuses", () => {
    const posted = Object.values(configuration.sources).filter(({ type }) => type === "http_server");
    expect(posted).toHaveLength(2);
    for (const source of posted) expect(source).toMatchObject({ framing: { method: "bytes" }, decoding: { codec: "json" } });
  });

  test("H1: a 4xx that drops a chunk, which no count of the aggregator's tells: each end that may answer one is watched", () => {
    expect(isAsked('vector_component_discarded_events_total{job="log-router",intentional="false"}')).toBe(true);
    expect(isAsked('vector_http_server_responses_sent_total{job="log-router",status=~"4.."}')).toBe(true);
    expect(isAsked('relay_ingest_requests_total{code=~"4.."}')).toBe(true);
  });

  test("H2: acknowledgements without disk buffers, with which each line was stored three times", () => {
    const sinks = Object.values(configuration.sinks).filter(({ type }) => type === "elasticsearch");
    expect(sinks).toHaveLength(STREAMS.length);
    for (const sink of sinks)
      expect(sink).toMatchObject({ acknowledgements: { enabled: true }, buffer: { type: "disk", when_full: "block" } });
    expect(configuration).not.toHaveProperty("acknowledgements");
  });
});
