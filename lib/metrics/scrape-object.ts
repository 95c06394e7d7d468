import type { Construct } from "constructs";
import { formatAddress, formatHost } from "../address";
import { type Duration, seconds, toPrometheus } from "../duration";
import {
  VMNodeScrape,
  type VMNodeScrapeSpec,
  VMPodScrape,
  type VMPodScrapeSpec,
  VMProbe,
  type VMProbeSpec,
  VMServiceScrape,
  type VMServiceScrapeSpec,
  VMStaticScrape,
  type VMStaticScrapeSpec,
} from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import { type Labels, portOf } from "../network/workload";
import type { Series } from "../series";
import { METRICS_PATH } from "../service/declaration";
import { SCRAPE_INTERVAL } from "./intervals";
import { restoredLabels } from "./own-labels";
import { type Probe, probeLabels } from "./probe";
import type { Ask, DevicesTarget, Endpoint, ObservedTarget, ProbedTargets, Scrape } from "./scrape";
import { scrapeLimits } from "./scrape-limits";

/** An object that asks what a scrape declares. */
export type ScrapeObject =
  | { readonly kind: "VMServiceScrape"; readonly spec: VMServiceScrapeSpec }
  | { readonly kind: "VMPodScrape"; readonly spec: VMPodScrapeSpec }
  | { readonly kind: "VMStaticScrape"; readonly spec: VMStaticScrapeSpec }
  | { readonly kind: "VMNodeScrape"; readonly spec: VMNodeScrapeSpec }
  | { readonly kind: "VMProbe"; readonly spec: VMProbeSpec };

/** The objects of a scrape, by their names: one for each probe, and none for a scrape that someone else brings. */
export function scrapeObjects(scrape: Scrape): ReadonlyMap<string, ScrapeObject> {
  const { name, job, from } = scrape;
  if (from.kind === "probes") return new Map(from.probes.map((probe) => [probe.name, probeObject(job ?? name, from, probe)]));
  const only = scrapeSpec(scrape);
  return new Map(only === undefined ? [] : [[name, only]]);
}

/** Where Kubernetes puts the token of a pod's service account. */
const OWN_TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";

export function scrapeSpec({ name, job, series, from }: Scrape): ScrapeObject | undefined {
  switch (from.kind) {
    case "service":
      return {
        kind: "VMServiceScrape",
        spec: {
          selector: { matchLabels: { ...from.selector } },
          namespaceSelector: { matchNames: [from.workload.namespace] },
          endpoints: (from.endpoints ?? [{}]).map((endpoint) => ({
            ...endpointSpec(from.port, endpoint),
            metricRelabelConfigs: endpoint.honorLabels ? undefined : orNothing(restoredLabels(series)),
          })),
        },
      };
    case "node":
      return {
        kind: "VMNodeScrape",
        spec: {
          scheme: "https",
          port: String(from.port),
          path: from.path,
          bearerTokenFile: OWN_TOKEN,
          // kubelets serve certificates of their own making, in no authority we hold
          tlsConfig: { insecureSkipVerify: true },
          honorLabels: true,
          // the operator writes the node's name, and no path
          relabelConfigs: [
            { targetLabel: "job", replacement: job ?? name },
            { targetLabel: "metrics_path", replacement: from.path },
          ],
        },
      };
    case "observed":
      return observedSpec(job ?? name, series, from);
    case "devices":
      return devicesSpec(job ?? name, from);
    case "probes":
    case "upstream":
    case "pushed":
      return undefined;
  }
}

/** The exporter gives up half a second before the scraper would (--timeout-offset), and the module is to decide. */
export const probeScrapeTimeout = ({ timeout }: Probe): Duration => seconds(timeout.seconds + 1);

function probeObject(job: string, { exporter: { workload, port } }: ProbedTargets, probe: Probe): ScrapeObject {
  return {
    kind: "VMProbe",
    spec: {
      jobName: job,
      module: probe.module,
      interval: toPrometheus(SCRAPE_INTERVAL),
      scrapeTimeout: toPrometheus(probeScrapeTimeout(probe)),
      vmProberSpec: { url: `${workload.name}.${workload.namespace}.svc:${portOf(workload, port)}` },
      targets: { static: { targets: [probe.target], labels: probeLabels(probe) } },
    },
  };
}

function observedSpec(job: string, series: readonly Series[], { at, ask }: ObservedTarget): ScrapeObject {
  const asked = {
    ...requestSpec(ask),
    ...askSpec(ask),
    ...scrapeLimits(series),
    metricRelabelConfigs: orNothing([...renaming(ask), ...(ask.honorLabels ? ownJob(job) : restoredLabels(series))]),
  };
  if (at.kind === "addresses") {
    const targets = at.targets.map(({ address, port }) => `${formatHost(address)}:${port}`);
    return { kind: "VMStaticScrape", spec: { jobName: job, targetEndpoints: [{ ...asked, targets }] } };
  }
  const { selector, port, namespaces, without } = at;
  const endpoint = { ...asked, port, relabelConfigs: [{ targetLabel: "job", replacement: job }] };
  const found = {
    selector: { matchLabels: { ...selector }, ...(without && { matchExpressions: exceptFor(without) }) },
    namespaceSelector: namespaces === undefined ? { any: true } : { matchNames: [...namespaces] },
  };
  if (at.kind === "service") return { kind: "VMServiceScrape", spec: { ...found, endpoints: [endpoint] } };
  return { kind: "VMPodScrape", spec: { ...found, podMetricsEndpoints: [endpoint] } };
}

const exceptFor = (labels: Labels) => Object.entries(labels).map(([key, value]) => ({ key, operator: "NotIn", values: [value] }));

/** The exporter is asked in place of each device, which stays the instance. */
function devicesSpec(job: string, { workload, port, devices, endpoint }: DevicesTarget): ScrapeObject {
  const { labels, ...request } = endpoint;
  const relabelConfigs = [
    { sourceLabels: ["__address__"], targetLabel: "__param_target" },
    { sourceLabels: ["__param_target"], targetLabel: "instance" },
    { targetLabel: "__address__", replacement: `${workload.name}.${workload.namespace}.svc:${workload.ports[port]}` },
  ];
  const targets = devices.map(formatAddress);
  return {
    kind: "VMStaticScrape",
    spec: { jobName: job, targetEndpoints: [{ ...requestSpec(request), targets, labels: labels && { ...labels }, relabelConfigs }] },
  };
}

function askSpec({ token, hasOwnToken, tls }: Ask) {
  return {
    bearerTokenFile: hasOwnToken && OWN_TOKEN,
    scheme: tls ? ("https" as const) : undefined,
    tlsConfig: tls ? tlsConfig(tls) : undefined,
    authorization: token && { type: "Bearer", credentials: { name: token.credential.name, key: token.key } },
  };
}

/** What is left out here is verified: against the system's roots, and the address where no name is given. */
function tlsConfig(tls: Exclude<Ask["tls"], false | undefined>) {
  if (tls === "unverified") return { insecureSkipVerify: true };
  return tls.serverName === undefined ? undefined : { serverName: tls.serverName };
}

const renaming = ({ rename }: Ask) =>
  rename === undefined ? [] : [{ sourceLabels: ["__name__"], regex: rename.from, targetLabel: "__name__", replacement: rename.to }];

/** Where all labels of a sample are honoured, whoever is labelled as the exporter could speak for any other job. */
const ownJob = (job: string) => [{ targetLabel: "job", replacement: job }];

const orNothing = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list);

type EndpointSpec = VMServiceScrapeSpec["endpoints"][number];

/** What of a request every kind of object says alike. */
function requestSpec({ path = METRICS_PATH, params, honorLabels, interval, timeout }: Omit<Endpoint, "labels">) {
  return {
    path,
    interval: interval && toPrometheus(interval),
    scrapeTimeout: timeout && toPrometheus(timeout),
    params: params && Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value]])),
    honorLabels,
  };
}

function endpointSpec(port: string, { labels, ...request }: Endpoint): EndpointSpec {
  return {
    port,
    ...requestSpec(request),
    // on the target, so that `up` tells the devices apart too; `$` would begin a group of a pattern
    relabelConfigs:
      labels && Object.entries(labels).map(([targetLabel, value]) => ({ targetLabel, replacement: value.replaceAll("$", "$$$$") })),
  };
}

/** Builds the objects of a declaration, in `namespace`; nothing for a scrape that someone else brings. */
export function scrapeObject(scope: Construct, scrape: Scrape, namespace: string): void {
  for (const [name, object] of scrapeObjects(scrape)) build(scope, name, object, namespace);
}

function build(scope: Construct, name: string, object: ScrapeObject, namespace: string): void {
  const id = `scrape-${name}`;
  const metadata = { name, namespace, labels: labelsOf(name, "scrape") };
  switch (object.kind) {
    case "VMServiceScrape":
      return void new VMServiceScrape(scope, id, { metadata, spec: object.spec });
    case "VMPodScrape":
      return void new VMPodScrape(scope, id, { metadata, spec: object.spec });
    case "VMStaticScrape":
      return void new VMStaticScrape(scope, id, { metadata, spec: object.spec });
    case "VMNodeScrape":
      return void new VMNodeScrape(scope, id, { metadata, spec: object.spec });
    case "VMProbe":
      return void new VMProbe(scope, id, { metadata, spec: object.spec });
  }
}
