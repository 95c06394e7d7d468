import { Testing } from "cdk8s";
import { bundleApplication, chartApplication, type GitopsTarget, project, type UpstreamChart } from "../../lib/gitops/application";
import { describeWithSchemas, validateManifest } from "../kubernetes/schema";

const target: GitopsTarget = {
  namespace: "argocd",
  project: "belfry",
  repository: "https://git.example.org/ops/gitops.git",
  revision: "main",
  path: "belfry",
  destination: "https://kubernetes.default.svc",
};
const chart: UpstreamChart = {
  name: "exporters",
  repository: "https://charts.example.org",
  chart: "kube-prometheus-stack",
  version: "88.5.3",
  namespace: "monitoring-exporters",
  stage: "secrets",
  values: { grafana: { enabled: false } },
  owns: [],
};

const render = (build: (scope: ReturnType<typeof Testing.chart>) => unknown) => {
  const scope = Testing.chart();
  build(scope);
  return Testing.synth(scope)[0];
};
const bundle = () =>
  render((scope) => bundleApplication(scope, target, { name: "monitoring-rules", namespace: "monitoring", stage: "signals" }));
const upstream = () => render((scope) => chartApplication(scope, target, chart));
const bounds = () =>
  render((scope) => project(scope, target, { chartRepositories: [chart.repository], namespaces: ["argocd", "monitoring"] }));

test("a bundle is applied from its directory of the repository, in its wave", () => {
  expect(bundle()).toMatchObject({
    kind: "Application",
    metadata: { name: "monitoring-rules", namespace: "argocd", annotations: { "argocd.argoproj.io/sync-wave": "2" } },
    spec: {
      project: "belfry",
      source: { repoURL: target.repository, targetRevision: "main", path: "belfry/monitoring-rules", directory: { recurse: true } },
      destination: { server: target.destination, namespace: "monitoring" },
    },
  });
});

test("a chart is installed from its own repository with our values", () => {
  expect(upstream()).toMatchObject({
    metadata: { name: "exporters", annotations: { "argocd.argoproj.io/sync-wave": "-1" } },
    spec: {
      source: {
        repoURL: chart.repository,
        chart: chart.chart,
        targetRevision: "88.5.3",
        helm: { releaseName: "exporters", valuesObject: chart.values },
      },
      destination: { namespace: "monitoring-exporters" },
    },
  });
});

test.each([
  ["a bundle", bundle],
  ["a chart", upstream],
])("%s is kept as the repository says, without a namespace made on the side", (_, build) => {
  expect(build().spec.syncPolicy).toMatchObject({
    automated: { prune: true, selfHeal: true },
    syncOptions: ["ServerSideApply=true", "CreateNamespace=false"],
  });
});

test("the project bounds repositories, namespaces and what is cluster-wide", () => {
  const { spec } = bounds();
  expect(spec.sourceRepos).toEqual([target.repository, chart.repository]);
  expect(spec.destinations).toEqual(["argocd", "monitoring"].map((namespace) => ({ server: target.destination, namespace })));
  expect(JSON.stringify(spec)).not.toContain('"*"');
});

describeWithSchemas("against the custom resources' schemas", () => {
  test.each([
    ["a bundle", bundle],
    ["a chart", upstream],
    ["the project", bounds],
  ])("%s is valid", (_, build) => {
    expect(validateManifest(build())).toEqual([]);
  });
});
