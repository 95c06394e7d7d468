import type { BundleDeclaration } from "../gitops/bundle";
import type { Scrape } from "../metrics/scrape";
import { scrapeObject } from "../metrics/scrape-object";
import { workloadPolicy } from "../network/policy";
import type { Workload } from "../network/workload";
import type { Site } from "../site/schema";
import type { Whole } from "./part";

export interface ServiceBundleProps extends Omit<BundleDeclaration, "namespace"> {
  readonly workload: Workload;
  readonly scrape: Scrape;
}

/** The bundle of a workload that we build, in its namespace: the workload itself, its scrape and its network policy. */
export function serviceBundle({ namespaces }: Site, { paths }: Whole, props: ServiceBundleProps): BundleDeclaration {
  const { workload, scrape, build, ...bundle } = props;
  return {
    ...bundle,
    namespace: workload.namespace,
    build: (scope) => {
      build(scope);
      scrapeObject(scope, scrape, namespaces.monitoring);
      workloadPolicy(scope, workload, paths, namespaces.orchestrator);
    },
  };
}
