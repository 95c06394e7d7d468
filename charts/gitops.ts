import { bundleApplication, chartApplication, type GitopsTarget, project } from "../lib/gitops/application";
import type { BundleDeclaration } from "../lib/gitops/bundle";
import type { Whole } from "../lib/platform/part";
import type { Site } from "../lib/site/schema";

/** The CD tool's own objects: a project that bounds what may be touched, an Application for each bundle and each upstream chart. */
export function gitops(site: Site, { charts, namespaces }: Whole, bundles: readonly BundleDeclaration[]): BundleDeclaration {
  const { gitops: namespace, orchestrator } = site.namespaces;
  const target: GitopsTarget = { namespace, project: "belfry", ...site.gitops };
  const own: BundleDeclaration = {
    name: "gitops",
    namespace,
    stage: "foundation",
    build: (bundle) => {
      project(bundle, target, {
        chartRepositories: [...new Set(charts.map(({ repository }) => repository))].sort(),
        // upstream charts put Services for the control plane's exporters into the orchestrator's namespace
        namespaces: [...new Set([namespace, orchestrator, ...namespaces.map(({ name }) => name)])].sort(),
      });
      // it applies itself too: the first apply by hand is the last
      for (const one of [...bundles, own]) bundleApplication(bundle, target, one);
      for (const chart of charts) chartApplication(bundle, target, chart);
    },
  };
  return own;
}
