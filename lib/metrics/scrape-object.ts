import type { Construct } from "constructs";
import { formatHost } from "../address";
import { toPrometheus } from "../duration";
import {
  VMNodeScrape,
  type VMNodeScrapeSpec,
  VMPodScrape,
  type VMPodScrapeSpec,
  VMServiceScrape,
  type VMServiceScrapeSpec,
  VMStaticScrape,
  type VMStaticScrapeSpec,
} from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import { METRICS_PATH } from "../service/declaration";
import type { Ask, Endpoint, ObservedTarget, Scrape } from "./scrape";

/** The object that asks what a scrape declares; none for a scrape that someone else brings. */
export type ScrapeObject =
  | { readonly kind: "VMServiceScrape"; readonly spec: VMServiceScrapeSpec }
  | { readonly kind: "VMPodScrape"; readonly spec: VMPodScrapeSpec }
  | { readonly kind: "VMStaticScrape"; readonly spec: VMStaticScrapeSpec }
  | { readonly kind: "VMNodeScrape"; readonly spec: VMNodeScrapeSpec };

/** Where Kubernetes puts the token of a pod's service account. */
const OWN_TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";

export function scrapeSpec({ name, job, from }: Scrape): ScrapeObject | undefined {
  switch (from.kind) {
    case "service":
      return {
        kind: "VMServiceScrape",
        spec: {
          selector: { matchLabels: { ...from.selector } },
          namespaceSelector: { matchNames: [from.workload.namespace] },
          endpoints: (from.endpoints ?? [{}]).map((endpoint) => endpointSpec(from.port, endpoint)),
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
      return observedSpec(job ?? name, from);
    case "upstream":
    case "pending":
      return undefined;
  }
}

function observedSpec(job: string, { at, ask }: ObservedTarget): ScrapeObject {
  const asked = { ...requestSpec(ask), ...askSpec(ask) };
  if (at.kind === "addresses") {
    const targets = at.targets.map(({ address, port }) => `${formatHost(address)}:${port}`);
    return { kind: "VMStaticScrape", spec: { jobName: job, targetEndpoints: [{ ...asked, targets }] } };
  }
  const { selector, port, namespaces } = at;
  const endpoint = { ...asked, port, relabelConfigs: [{ targetLabel: "job", replacement: job }] };
  const found = {
    selector: { matchLabels: { ...selector } },
    namespaceSelector: namespaces === undefined ? { any: true } : { matchNames: [...namespaces] },
  };
  if (at.kind === "service") return { kind: "VMServiceScrape", spec: { ...found, endpoints: [endpoint] } };
  return { kind: "VMPodScrape", spec: { ...found, podMetricsEndpoints: [endpoint] } };
}

function askSpec({ token, hasOwnToken, isTls, rename }: Ask) {
  return {
    bearerTokenFile: hasOwnToken && OWN_TOKEN,
    scheme: isTls && ("https" as const),
    tlsConfig: isTls && { insecureSkipVerify: true },
    authorization: token && { type: "Bearer", credentials: { name: token.credential.name, key: token.key } },
    metricRelabelConfigs: rename && [{ sourceLabels: ["__name__"], regex: rename.from, targetLabel: "__name__", replacement: rename.to }],
  };
}

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

/** Builds the scrape object of a declaration, in `namespace`; nothing for a scrape that someone else brings. */
export function scrapeObject(scope: Construct, scrape: Scrape, namespace: string): void {
  const object = scrapeSpec(scrape);
  if (object === undefined) return;
  const { name } = scrape;
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
  }
}
