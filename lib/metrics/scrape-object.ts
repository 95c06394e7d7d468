import type { Construct } from "constructs";
import { toPrometheus } from "../duration";
import { VMNodeScrape, type VMNodeScrapeSpec, VMServiceScrape, type VMServiceScrapeSpec } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import { METRICS_PATH } from "../service/declaration";
import type { Scrape } from "./scrape";

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
          endpoints: [{ port: from.port, path: from.path ?? METRICS_PATH, interval: from.interval && toPrometheus(from.interval) }],
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

/** Builds the scrape object of a declaration, in `namespace`; nothing for a scrape that someone else brings. */
export function scrapeObject(scope: Construct, scrape: Scrape, namespace: string): void {
  const object = scrapeSpec(scrape);
  if (object === undefined) return;
  const { name } = scrape;
  const metadata = { name, namespace, labels: labelsOf(name, "scrape") };
  if (object.kind === "VMServiceScrape") new VMServiceScrape(scope, `scrape-${name}`, { metadata, spec: object.spec });
  else new VMNodeScrape(scope, `scrape-${name}`, { metadata, spec: object.spec });
}
