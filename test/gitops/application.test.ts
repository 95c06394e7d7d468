import { Testing } from "cdk8s";
import { bundleApplication, chartApplication, type UpstreamChart } from "../../lib/gitops/application";
import type { GitopsTarget } from "../../lib/gitops/target";
import { describeWithSchemas, validateManifest } from "../kubernetes/schema";

const target: GitopsTarget = {
  cluster: "home",
  namespace: "argocd",
  repository: "https://git.example.org/ops/gitops.git",
  revision: "main",
  path: "belfry",
  destination: "https://10.0.0.1:6443",
};
const chart: UpstreamChart = {
  name: "exporters",
  repository: "https://charts.example.org",
  chart: "kube-prometheus-stack",
  version: "88.5.3",
  namespace: "monitoring-exporters",
  values: { grafana: { enabled: false } },
  owns: [],
  images: { release: "1.2.3", repositories: [] },
};
const rules = { name: "monitoring-rules", namespace: "monitoring" };

const render = (build: (scope: ReturnType<typeof Testing.chart>) => unknown) => {
  const scope = Testing.chart();
  build(scope);
  return Testing.synth(scope)[0];
};
const bundle = (changes: Partial<Parameters<typeof bundleApplication>[2]> = {}, to: Partial<GitopsTarget> = {}) =>
  render((scope) => bundleApplication(scope, { ...target, ...to }, { ...rules, ...changes }));
const upstream = (to: Partial<GitopsTarget> = {}) => render((scope) => chartApplication(scope, { ...target, ...to }, chart));

test("a bundle is applied from its directory of the repository, after what it needs", () => {
  expect(bundle()).toMatchObject({
    kind: "Application",
    metadata: { name: "home-monitoring-rules", namespace: "argocd", annotations: { "argocd.argoproj.io/sync-wave": "0" } },
    spec: {
      project: "home-belfry",
      source: { repoURL: target.repository, targetRevision: "main", path: "belfry/monitoring-rules", directory: { recurse: true } },
      destination: { server: target.destination, namespace: "monitoring" },
    },
  });
});

test("a chart is installed from its own repository with our values, and the release that its objects are named by has no cluster in it", () => {
  expect(upstream()).toMatchObject({
    metadata: { name: "home-exporters" },
    spec: {
      source: {
        repoURL: chart.repository,
        chart: chart.chart,
        targetRevision: "88.5.3",
        helm: { releaseName: "exporters", valuesObject: chart.values },
      },
      destination: { server: target.destination, namespace: "monitoring-exporters" },
    },
  });
});

test("the CD tool's own objects go to its own cluster, wherever the others go", () => {
  expect(bundle({ isCdTools: true }).spec.destination.server).toBe("https://kubernetes.default.svc");
});

test("an Application of a cluster with a long name has labels that are valid", () => {
  const { metadata } = bundle({}, { cluster: "c".repeat(63) });
  expect(Object.values<string>(metadata.labels).filter((value) => value.length > 63)).toEqual([]);
  expect(metadata.name).toHaveLength(63);
});

test.each([
  ["a bundle", bundle],
  ["a chart", upstream],
])("%s", (_, build) => {
  const { metadata, spec } = build();
  // kept as the repository says, without a namespace made on the side
  expect(spec.syncPolicy.automated).toEqual({ prune: true, selfHeal: true });
  expect(spec.syncPolicy.syncOptions).toEqual(["ServerSideApply=true", "CreateNamespace=false", "PrunePropagationPolicy=background"]);
  // tried until its operator is there, and never with an old commit while there is a new one
  expect(spec.syncPolicy.retry).toMatchObject({ limit: -1, refresh: true });
  // compared as the API server applies it
  expect(metadata.annotations).toMatchObject({ "argocd.argoproj.io/compare-options": "ServerSideDiff=true" });
  // leaves nothing running, and nothing to the garbage collector before its owner has seen it
  expect(metadata.finalizers).toEqual(["resources-finalizer.argocd.argoproj.io/background"]);
});

test("an Application whose objects are to outlive it takes none along", () => {
  expect(bundle({ outlived: true }).metadata.finalizers).toBeUndefined();
});

test("all Applications are of the project that the site names", () => {
  const theirs = { project: "team-a" };
  expect([bundle({}, theirs).spec.project, upstream(theirs).spec.project]).toEqual(["team-a", "team-a"]);
});

describeWithSchemas("against the custom resources' schemas", () => {
  test.each([
    ["a bundle", bundle],
    ["a chart", upstream],
  ])("%s is valid", (_, build) => {
    expect(validateManifest(build())).toEqual([]);
  });
});
