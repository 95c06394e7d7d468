import { bundleApplication, chartApplication } from "../lib/gitops/application";
import type { BundleDeclaration } from "../lib/gitops/bundle";
import { project, projectRequirements } from "../lib/gitops/project";
import { gitopsTarget } from "../lib/gitops/target";
import type { Whole } from "../lib/platform/part";
import type { Site } from "../lib/site/schema";

/** The CD tool's own objects: an Application for each bundle and each upstream chart, and a project that bounds them unless the site names one. */
export function gitops(site: Site, whole: Whole, bundles: readonly BundleDeclaration[]): BundleDeclaration {
  const target = gitopsTarget(site);
  const own: BundleDeclaration = {
    name: "gitops",
    namespace: target.namespace,
    isCdTools: true,
    // nothing of the site takes it away: whoever does by hand wants the platform to stand still, not to go
    outlived: true,
    build: (bundle) => {
      if (target.project === undefined) project(bundle, target, projectRequirements(site, whole));
      // it applies itself too: the first apply by hand is the last
      for (const one of [...bundles, own]) bundleApplication(bundle, target, one);
      for (const chart of whole.charts) chartApplication(bundle, target, chart);
    },
  };
  return own;
}
