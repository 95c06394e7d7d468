import type { App } from "cdk8s";
import { bundleApplication, chartApplication, type GitopsTarget, project, type UpstreamChart } from "../lib/gitops/application";
import { Bundle, bundlesOf } from "../lib/gitops/bundle";
import type { Site } from "../lib/site/schema";

const NAME = "gitops";

/** The CD tool's own objects: a project that bounds what may be touched, an Application for each bundle and each upstream chart. */
export function gitops(app: App, site: Site, charts: readonly UpstreamChart[]): void {
  const { gitops: namespace, orchestrator, monitoring, exporters, logging } = site.namespaces;
  const bundles = bundlesOf(app);
  const target: GitopsTarget = { namespace, project: "belfry", ...site.gitops };
  // it applies itself too: the first apply by hand is the last
  const own = new Bundle(app, NAME, { namespace, wave: 0 });

  project(own, target, {
    chartRepositories: [...new Set(charts.map(({ repository }) => repository))],
    // upstream charts put Services for the control plane's exporters into the orchestrator's namespace
    namespaces: [namespace, orchestrator, monitoring, exporters, logging, ...(site.boiler ? [site.boiler.namespace] : [])].sort(),
  });
  for (const bundle of [...bundles, own]) {
    bundleApplication(own, target, {
      name: bundle.node.id,
      namespace: bundle.homeNamespace,
      wave: bundle.wave,
      notApplied: bundle.notApplied,
    });
  }
  for (const chart of charts) chartApplication(own, target, chart);
}
