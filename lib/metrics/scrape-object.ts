import type { Construct } from "constructs";
import { toPrometheus } from "../duration";
import { VMNodeScrape, type VMNodeScrapeSpec, VMServiceScrape, type VMServiceScrapeSpec } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import { METRICS_PATH } from "../service/declaration";
import type { Endpoint, Scrape } from "./scrape";

/** The object that asks what a scrape declares; none for a scrape that someone else brings. */
export type ScrapeObject =
  | { readonly kind: "VMServiceScrape"; readonly spec: VMServiceScrapeSpec }
  | { readonly kind: "VMNodeScrape"; readonly spec: VMNodeScrapeSpec };

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
          bearerTokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token",
          // kubelets serve certificates of their own making, in no authority we hold
          tlsConfig: { insecureSkipVerify: true },
          honorLabels: true,
          relabelConfigs: [{ targetLabel: "job", replacement: job ?? name }],
        },
      };
    case "upstream":
    case "pending":
      return undefined;
  }
}

type EndpointSpec = VMServiceScrapeSpec["endpoints"][number];

function endpointSpec(port: string, { path = METRICS_PATH, params, labels, honorLabels, interval, timeout }: Endpoint): EndpointSpec {
  return {
    port,
    path,
    interval: interval && toPrometheus(interval),
    scrapeTimeout: timeout && toPrometheus(timeout),
    params: params && Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value]])),
    honorLabels,
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
  const metadata = { name, namespace, labels: labelsOf(name, "scrape") };
  if (object.kind === "VMServiceScrape") new VMServiceScrape(scope, `scrape-${name}`, { metadata, spec: object.spec });
  else new VMNodeScrape(scope, `scrape-${name}`, { metadata, spec: object.spec });
}
