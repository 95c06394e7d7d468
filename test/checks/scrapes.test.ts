import { snmp } from "../../charts/snmp";
import { runChecks } from "../../lib/checks/all";
import { scrapes } from "../../lib/checks/scrapes";
import { seconds } from "../../lib/duration";
import type { Scrape, ServiceTarget } from "../../lib/metrics/scrape";
import type { Platform } from "../../lib/platform/platform";
import { telling } from "../wide";
import { add, change, remove, SITE, SMALL, SMALL_PARTS, smallPlatform, whats } from "./small-platform";

test("the example installation passes", () => {
  expect(scrapes.run(SMALL)).toEqual([]);
});

const relay = SMALL.scrapes.find(({ name }) => name === "relay");
if (relay?.from.kind !== "service") throw new Error("the example scrapes no relay");
const target: ServiceTarget = relay.from;

/** The example with its relay's scrape changed. */
const scraping = (from: Partial<ServiceTarget>, more: Partial<Scrape> = {}): Platform => ({
  ...SMALL,
  scrapes: SMALL.scrapes.map((one) => (one === relay ? { ...one, ...more, from: { ...target, ...from } } : one)),
});

test("a scrape of nothing says what it looks for", () => {
  const [finding] = scrapes.run(scraping({ selector: { "app.kubernetes.io/name": "nobody" } }));
  expect(finding).toEqual({
    where: 'scrape "relay"',
    what: 'no Service of namespace "monitoring" in dist/ has the labels app.kubernetes.io/name=nobody: it finds no target',
    fix: "take the labels from the Service's declaration, or name the chart and release it comes from (`owner`)",
  });
});

const SERVICE = "Service/relay";
const ASKS_ELSE = "its object dist/monitoring-relay/vmservicescrape-relay.yml asks something else than the declaration";

test.each<[string, Platform, string]>([
  [
    "a Service in another namespace",
    change(SERVICE, "metadata.namespace", "logging"),
    'no Service of namespace "monitoring" in dist/ has the labels app.kubernetes.io/name=relay,app.kubernetes.io/part-of=belfry: it finds no target',
  ],
  ["a Service without the port's name", change(SERVICE, "spec.ports.0.name", "web"), 'Service "relay" has no port "http"'],
  [
    "a Service of other pods",
    change(SERVICE, "spec.selector", { app: "x" }),
    'Service "relay" leads to the pods app=x, not to workload "relay" in namespace "monitoring"',
  ],
  [
    "a Service that leads to another port",
    change(SERVICE, "spec.ports.0.targetPort", 9998),
    'port "http" of Service "relay" leads to 9998, where workload "relay" in namespace "monitoring" does not give its metrics',
  ],
  [
    "a Service that leads to a port of another name",
    change(SERVICE, "spec.ports.0.targetPort", "web"),
    'port "http" of Service "relay" leads to web, where workload "relay" in namespace "monitoring" does not give its metrics',
  ],
  ["a port that the workload lacks", scraping({ port: "metrics" }), 'workload "relay" in namespace "monitoring" has no port "metrics"'],
  [
    "a job that is not the Service's name",
    scraping({}, { job: "log-relay" }),
    'its samples carry the name of Service "relay" as job, and it declares the job "log-relay"',
  ],
  ["no object", remove("VMServiceScrape/relay"), 'no VMServiceScrape "relay" is in dist/'],
  ["no object for a node's scrape", remove("VMNodeScrape/kubelet"), 'no VMNodeScrape "kubelet" is in dist/'],
  ["an object that selects something else", change("VMServiceScrape/relay", "spec.selector.matchLabels", { app: "x" }), ASKS_ELSE],
  ["an object that asks another port", change("VMServiceScrape/relay", "spec.endpoints.0.port", "web"), ASKS_ELSE],
  ["an object that asks another path", change("VMServiceScrape/relay", "spec.endpoints.0.path", "/metric"), ASKS_ELSE],
  ["an object that renames the job", change("VMServiceScrape/relay", "spec.jobLabel", "app"), ASKS_ELSE],
  [
    "an object that looks in another namespace",
    change("VMServiceScrape/relay", "spec.namespaceSelector.matchNames", ["websites"]),
    ASKS_ELSE,
  ],
  [
    "a node's object that asks another port",
    change("VMNodeScrape/kubelet", "spec.port", "10255"),
    "its object dist/monitoring-metrics/vmnodescrape-kubelet.yml asks something else than the declaration",
  ],
  ["two scrapes of one name", { ...SMALL, scrapes: [...SMALL.scrapes, relay] }, "another scrape has the same name"],
  [
    "an object that nothing declares",
    add({ kind: "VMPodScrape", spec: { podMetricsEndpoints: [{ port: "http" }] } }),
    "this scrape object is made from no declaration",
  ],
  [
    "somebody else's Service, and nobody installs it",
    scraping({ selector: { app: "x" }, owner: { chart: "longhorn", release: "1.9.0" } }),
    "it copies names of longhorn 1.9.0, which nothing here installs",
  ],
  [
    "somebody else's Service of another release",
    scraping({ selector: { app: "x" }, owner: { chart: "kube-prometheus-stack", release: "1.0.0" } }),
    "it copies names of kube-prometheus-stack 1.0.0, but 88.5.3 is installed",
  ],
])("%s", (_, of, what) => {
  expect(whats(scrapes, of)).toContain(what);
});

test("an operator of another release than the one whose names we copy", () => {
  const upgraded = { ...SMALL, operators: [{ chart: "VictoriaMetrics operator", release: "0.75.0" }] };
  expect(whats(scrapes, upgraded)).toContain("it copies names of VictoriaMetrics operator 0.74.1, but 0.75.0 is installed");
});

test.each(telling(["log-relay", "relay-2"]))(
  "a relay whose Service is called %s is scraped, let in and asked for under that name",
  (name) => {
    const renamed = smallPlatform({ urls: { ...SITE.urls, relay_url: `http://${name}.monitoring.svc:9999` } });
    expect(runChecks(renamed)).toEqual([]);
    const asked = JSON.stringify(renamed.rules.find(({ area }) => area === "relay"));
    expect(asked).toContain(`sum(up{job=\\"${name}\\"})`);
    expect(asked).not.toContain('job=\\"relay\\"');
  },
);

test("what gives up after it is asked again is told", () => {
  const whole = smallPlatform({}, [...SMALL_PARTS, snmp]);
  const scrapesWith = (name: string, from: (own: Scrape["from"]) => object) => ({
    ...whole,
    scrapes: whole.scrapes.map((one) => (one.name === name ? ({ ...one, from: from(one.from) } as Scrape) : one)),
  });
  const slow = scrapesWith("probes", (from) =>
    from.kind === "probes"
      ? { ...from, probes: from.probes.map((probe, index) => (index === 0 ? { ...probe, timeout: seconds(30) } : probe)) }
      : from,
  );
  expect(scrapes.run(slow)[0]).toMatchObject({
    what: 'probe "probe-mail-webmail" gives up after 31s, and is asked again after 30s',
    fix: "let it give up earlier, or ask more seldom",
  });
  const device = scrapesWith("snmp-servers-bmc", (from) =>
    from.kind === "devices" ? { ...from, endpoint: { ...from.endpoint, timeout: seconds(61) } } : from,
  );
  expect(whats(scrapes, device)[0]).toBe("a device gives up after 1m1s, and is asked again after 1m");
  expect(whats(scrapes, scraping({ endpoints: [{ interval: seconds(9) }] }))[0]).toBe(
    "a pod gives up after 10s, and is asked again after 9s",
  );
});
