import { Testing } from "cdk8s";
import { parseAddress } from "../../lib/address";
import { seconds } from "../../lib/duration";
import type { NodeTarget, ObservedTarget, ScrapeSource, ServiceTarget } from "../../lib/metrics/scrape";
import { scrapeObject } from "../../lib/metrics/scrape-object";
import { ownWorkload } from "../../lib/network/own-workload";
import { describeWithSchemas, validateManifest } from "../kubernetes/schema";

function render(from: ScrapeSource, job?: string) {
  const chart = Testing.chart();
  scrapeObject(chart, { name: "relay", ...(job !== undefined && { job }), series: [], from }, "monitoring");
  return Testing.synth(chart);
}

const workload = ownWorkload({ name: "relay", namespace: "apps", port: 9999 });
const service: ServiceTarget = { kind: "service", workload, selector: { "app.kubernetes.io/name": "relay" }, port: "http" };
const nodes = { outside: "the nodes", addresses: ["192.168.10.0/24"] };
const node: NodeTarget = { kind: "node", nodes, port: 10250, path: "/metrics/cadvisor" };

test("a service is scraped where it lives, on its port's name", () => {
  expect(render(service)).toMatchObject([
    {
      kind: "VMServiceScrape",
      metadata: { name: "relay", namespace: "monitoring" },
      spec: {
        selector: { matchLabels: { "app.kubernetes.io/name": "relay" } },
        namespaceSelector: { matchNames: ["apps"] },
        endpoints: [{ port: "http", path: "/metrics" }],
      },
    },
  ]);
});

test.each([
  ["its own path", { path: "/metrics/prometheus" }, { port: "http", path: "/metrics/prometheus" }],
  ["its own interval", { interval: seconds(90) }, { port: "http", path: "/metrics", interval: "1m30s" }],
  ["the agent's interval otherwise", {}, { port: "http", path: "/metrics" }],
  ["its own timeout", { timeout: seconds(20) }, { port: "http", path: "/metrics", scrapeTimeout: "20s" }],
  ["labels of its own to keep", { honorLabels: true }, { port: "http", path: "/metrics", honorLabels: true }],
])("a service with %s", (_, changes, endpoint) => {
  expect(render({ ...service, endpoints: [changes] })[0].spec.endpoints).toEqual([endpoint]);
});

test("an exporter that asks many devices is asked once for each, and `up` tells them apart", () => {
  const endpoints = ["[fd00::5]", "10.0.0.5"].map((server) => ({
    path: "/probe",
    params: { server },
    labels: { device: server, tag: "$1" },
  }));
  const relabelled = (device: string) => [
    { targetLabel: "device", replacement: device },
    { targetLabel: "tag", replacement: "$$1" },
  ];
  expect(render({ ...service, endpoints })[0].spec.endpoints).toEqual([
    { port: "http", path: "/probe", params: { server: ["[fd00::5]"] }, relabelConfigs: relabelled("[fd00::5]") },
    { port: "http", path: "/probe", params: { server: ["10.0.0.5"] }, relabelConfigs: relabelled("10.0.0.5") },
  ]);
});

test("a kubelet is scraped with the agent's own token, under the job of the declaration, and its samples say at which path", () => {
  expect(render(node, "kubelet")[0]).toMatchObject({
    kind: "VMNodeScrape",
    spec: {
      scheme: "https",
      port: "10250",
      path: "/metrics/cadvisor",
      bearerTokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token",
      tlsConfig: { insecureSkipVerify: true },
      honorLabels: true,
      relabelConfigs: [
        { targetLabel: "job", replacement: "kubelet" },
        { targetLabel: "metrics_path", replacement: "/metrics/cadvisor" },
      ],
    },
  });
});

const KUBERNETES = { program: "Kubernetes", release: "1.35.0" };

test("what asks who calls is sent the agent's own token, at addresses as among pods", () => {
  const observed = (at: ObservedTarget["at"]) =>
    render({ kind: "observed", release: KUBERNETES, what: "the scheduler", at, ask: { tls: "unverified", hasOwnToken: true } })[0].spec;
  const asked = {
    scheme: "https",
    bearerTokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token",
    tlsConfig: { insecureSkipVerify: true },
  };
  const address = parseAddress("192.168.10.31");
  if (address === undefined) throw new Error("no address");
  expect(observed({ kind: "addresses", targets: [{ address, port: 10259 }] }).targetEndpoints).toMatchObject([asked]);
  expect(observed({ kind: "pods", selector: { a: "b" }, port: "metrics" }).podMetricsEndpoints).toMatchObject([asked]);
});

test.each<ScrapeSource>([
  { kind: "upstream", owner: { chart: "kube-prometheus-stack", release: "88.5.3" }, to: { nodes, port: 9100 } },
  { kind: "upstream", owner: { chart: "kube-prometheus-stack", release: "88.5.3" }, to: { outside: nodes, ports: [6443] } },
  { kind: "pushed", to: { workload: service.workload, port: "http" } },
])("a scrape that someone else brings makes no object: $kind", (from) => {
  expect(render(from)).toEqual([]);
});

describeWithSchemas("against the custom resources' schemas", () => {
  test.each<ScrapeSource>([
    service,
    { ...service, endpoints: [{ interval: seconds(90), timeout: seconds(20), honorLabels: true, params: { a: "b" }, labels: { c: "d" } }] },
    node,
    {
      kind: "observed",
      release: KUBERNETES,
      what: "the scheduler",
      at: { kind: "pods", selector: { a: "b" }, port: "metrics" },
      ask: { tls: "unverified", hasOwnToken: true },
    },
  ])("a scrape of kind $kind is valid", (from) => {
    expect(render(from).flatMap(validateManifest)).toEqual([]);
  });
});
