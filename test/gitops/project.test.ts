import { Testing } from "cdk8s";
import { project, projectRequirements } from "../../lib/gitops/project";
import { gitopsTarget } from "../../lib/gitops/target";
import type { Site } from "../../lib/site/schema";
import { exampleSite } from "../example";
import { describeWithSchemas, validateManifest } from "../kubernetes/schema";

const IN_CLUSTER = "https://kubernetes.default.svc";
const REMOTE = "https://10.0.0.1:6443";
const CONTENT = {
  charts: [{ repository: "https://charts.example.org" }, { repository: "ghcr.io/a" }, { repository: "https://charts.example.org" }],
  namespaces: [{ name: "monitoring" }, { name: "boiler" }],
};

/** Whose autoscaler lies beside it, in somebody else's namespace. */
const AUTOSCALED: Site["autoscaling"] = { workloads: [{ namespace: "notes", name: "notes", mode: "InPlaceOrRecreate" }] };

const siteAt = (destination: string, changes: Partial<Site["gitops"]> = {}) => {
  const { gitops } = exampleSite();
  return exampleSite({ gitops: { ...gitops, destination, ...changes }, autoscaling: AUTOSCALED });
};
const render = (site: Site) => {
  const scope = Testing.chart();
  project(scope, gitopsTarget(site), projectRequirements(site, CONTENT));
  return Testing.synth(scope)[0];
};

describe("what a project has to allow", () => {
  test("is our repository and the charts', each once", () => {
    const { repositories } = projectRequirements(siteAt(IN_CLUSTER), CONTENT);
    expect(repositories).toEqual(["https://git.example.org/ops/gitops.git", "ghcr.io/a", "https://charts.example.org"]);
  });

  test.each([
    ["https://[fd00::5]/ops/gitops.git", "https://*/ops/gitops.git"],
    ["ssh://git@[fd00::5]:2222/ops/gitops.git", "ssh://git@*:2222/ops/gitops.git"],
    ["git@git.example.org:ops/gitops.git", "git@git.example.org:ops/gitops.git"],
  ])("of %s is %s, because it is read as a pattern", (repository, pattern) => {
    expect(projectRequirements(siteAt(IN_CLUSTER, { repository }), CONTENT).repositories[0]).toBe(pattern);
  });

  test("is the CD tool's namespace in its own cluster, and the platform's where they are", () => {
    expect(projectRequirements(siteAt(REMOTE), CONTENT).destinations).toEqual([
      { server: IN_CLUSTER, namespace: "argocd" },
      { server: REMOTE, namespace: "boiler" },
      { server: REMOTE, namespace: "kube-system" },
      { server: REMOTE, namespace: "monitoring" },
      { server: REMOTE, namespace: "notes" },
    ]);
  });

  test("is each place once where both clusters are one", () => {
    const namespaces = [...CONTENT.namespaces, { name: "argocd" }];
    const { destinations } = projectRequirements(siteAt(IN_CLUSTER), { ...CONTENT, namespaces });
    expect(destinations.map(({ namespace }) => namespace)).toEqual(["argocd", "boiler", "kube-system", "monitoring", "notes"]);
    expect(new Set(destinations.map(({ server }) => server))).toEqual(new Set([IN_CLUSTER]));
  });

  test("are the kinds without a namespace, each by its name", () => {
    const { clusterKinds } = projectRequirements(siteAt(IN_CLUSTER), CONTENT);
    expect(clusterKinds).toContainEqual({ group: "", kind: "Namespace" });
    expect(JSON.stringify(clusterKinds)).not.toContain("*");
  });
});

describe("a project of our own", () => {
  test("lies beside the CD tool, before every Application, under a name that no other cluster's has", () => {
    expect(render(siteAt(REMOTE)).metadata).toMatchObject({
      name: "home-belfry",
      namespace: "argocd",
      annotations: { "argocd.argoproj.io/sync-wave": "-2" },
    });
  });

  test("stays when Applications that are going away still need it", () => {
    expect(render(siteAt(REMOTE)).metadata.annotations).toMatchObject({
      "argocd.argoproj.io/sync-options": "Prune=false,Delete=false",
      "argocd.argoproj.io/compare-options": "IgnoreExtraneous",
    });
  });

  test("bounds repositories, clusters and cluster-wide kinds", () => {
    const { spec } = render(siteAt(REMOTE));
    expect(spec.sourceRepos).toEqual(projectRequirements(siteAt(REMOTE), CONTENT).repositories);
    expect(spec.destinations).toEqual([
      { server: REMOTE, namespace: "*" },
      { server: IN_CLUSTER, namespace: "argocd" },
    ]);
    expect(JSON.stringify([spec.sourceRepos, spec.clusterResourceWhitelist])).not.toContain("*");
  });

  test("names the CD tool's cluster once where the platform is there too", () => {
    expect(render(siteAt(IN_CLUSTER)).spec.destinations).toEqual([{ server: IN_CLUSTER, namespace: "*" }]);
  });

  test("still lets what a removed section left in its namespace be deleted", () => {
    const before = render(siteAt(REMOTE)).spec.destinations;
    const scope = Testing.chart();
    const site = siteAt(REMOTE);
    project(scope, gitopsTarget(site), projectRequirements(site, { ...CONTENT, namespaces: [{ name: "monitoring" }] }));
    expect(Testing.synth(scope)[0].spec.destinations).toEqual(before);
  });
});

describeWithSchemas("against the custom resource's schema", () => {
  test("it is valid", () => {
    expect(validateManifest(render(siteAt(REMOTE)))).toEqual([]);
  });
});
