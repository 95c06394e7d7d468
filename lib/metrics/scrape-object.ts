import type { Construct } from "constructs";
import { toPrometheus } from "../duration";
import { VMNodeScrape, VMServiceScrape } from "../kubernetes/custom-resources";
import { labelsOf } from "../kubernetes/labels";
import type { Scrape } from "./scrape";

/** The scrape object of a declaration, in `namespace`; nothing for a scrape that someone else brings. */
export function scrapeObject(scope: Construct, { name, job, from }: Scrape, namespace: string): void {
  switch (from.kind) {
    case "service":
      new VMServiceScrape(scope, `scrape-${name}`, {
        metadata: { name, namespace, labels: labelsOf(name, "scrape") },
        spec: {
          selector: { matchLabels: { ...from.selector } },
          namespaceSelector: { matchNames: [from.workload.namespace] },
          endpoints: [{ port: from.port, path: from.path ?? "/metrics", interval: from.interval && toPrometheus(from.interval) }],
        },
      });
      return;
    case "node":
      new VMNodeScrape(scope, `scrape-${name}`, {
        metadata: { name, namespace, labels: labelsOf(name, "scrape") },
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
      });
      return;
    case "upstream":
    case "pending":
      return;
  }
}
