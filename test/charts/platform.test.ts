import { isDeepStrictEqual } from "node:util";
import { platform } from "../../charts/platform";
import { relayService } from "../../components/relay/declaration";
import { runChecks } from "../../lib/checks/all";
import type { Manifest } from "../../lib/gitops/manifest";
import { projectRequirements } from "../../lib/gitops/project";
import type { Platform } from "../../lib/platform/platform";
import type { Site } from "../../lib/site/schema";
import { EXAMPLE, manifestOf, SITE } from "../checks/example";
import { SMALL, smallPlatformOf } from "../checks/small-platform";
import { describeWithSchemas, hasSchema, validateManifest } from "../kubernetes/schema";
import { withPages } from "../platform-changes";
import { telling, wideTest } from "../wide";

const CLUSTER = withPages(platform({ ...SITE, scale: "cluster" }, new Map()));
const SCALES = [
  ["single", EXAMPLE],
  ["cluster", CLUSTER],
] as const;

const CLUSTER_SCOPED = ["ClusterRole", "ClusterRoleBinding", "EventTailer", "FluentbitAgent", "Logging", "Namespace", "PriorityClass"];
const filesOf = (manifests: readonly Manifest[]) => manifests.map(({ file }) => file);
const bundlesOf = (manifests: readonly Manifest[]) => [...new Set(manifests.map(({ bundle }) => bundle))];
// what it is written from, key by key
const bytesOf = (manifests: readonly Manifest[]) => JSON.stringify(manifests);
const kindsOf = (manifests: readonly Manifest[]) => new Set(manifests.map(({ object }) => object.kind));
const flowFiles = (manifests: readonly Manifest[]) =>
  filesOf(manifests)
    .filter((file) => file.includes("/flow-"))
    .map((file) => file.replace("monitoring-logging-flows/", ""));

describe.each(SCALES)("at scale %s", (_, { manifests, ...rest }) => {
  // the example is judged in test/checks/all.test.ts
  (manifests === EXAMPLE.manifests ? wideTest : test)("no check finds anything", () => {
    expect(runChecks({ manifests, ...rest })).toEqual([]);
  });

  test("names are unique, and so are files, to the letter and on file systems that ignore case", () => {
    const names = manifests.map(({ object: { apiVersion, kind, metadata } }) =>
      [apiVersion, kind, metadata.namespace, metadata.name].join(" "),
    );
    const files = filesOf(manifests).map((file) => file.toLowerCase());
    expect([new Set(names).size, new Set(files).size]).toEqual([manifests.length, manifests.length]);
  });

  test("every object names its namespace where its kind has one, and carries the labels of belfry", () => {
    for (const { file, object } of manifests) {
      const { namespace, labels } = object.metadata;
      expect([file, namespace === undefined]).toEqual([file, CLUSTER_SCOPED.includes(object.kind)]);
      expect([file, labels]).toEqual([
        file,
        expect.objectContaining({
          "app.kubernetes.io/name": expect.any(String),
          "app.kubernetes.io/component": expect.any(String),
          "app.kubernetes.io/part-of": "belfry",
          "app.kubernetes.io/managed-by": "belfry",
        }),
      ]);
    }
  });

  test("every object lands in a namespace that a project has to allow", () => {
    const allowed = new Set(projectRequirements(rest.site, rest).destinations.map(({ namespace }) => namespace));
    const outside = manifests.filter(({ object }) => object.metadata.namespace !== undefined && !allowed.has(object.metadata.namespace));
    expect(filesOf(outside)).toEqual([]);
  });

  describeWithSchemas("against the custom resources' schemas", () => {
    test("every custom resource is valid", () => {
      const custom = manifests.filter(({ object }) => hasSchema(object));
      expect(custom.length).toBeGreaterThan(20);
      expect(custom.flatMap(({ file, object }) => validateManifest(object).map((problem) => `${file}: ${problem}`))).toEqual([]);
    });

    test("only core kinds and VMCluster are not judged", () => {
      const unjudged = manifests.filter(({ object }) => !hasSchema(object) && object.apiVersion.includes("."));
      const core = ["ClusterRole", "ClusterRoleBinding", "Ingress", "NetworkPolicy", "PriorityClass", "Role", "RoleBinding"];
      expect([...kindsOf(unjudged)].filter((kind) => !core.includes(kind))).toEqual(manifests === CLUSTER.manifests ? ["VMCluster"] : []);
    });
  });
});

describe("the same declarations", () => {
  test("give the same bytes twice", () => {
    expect(bytesOf(platform(SITE, EXAMPLE.runbooks).manifests)).toBe(bytesOf(EXAMPLE.manifests));
  });

  test("with the keys of site.yaml in another order give the same bytes", () => {
    const reversed = (value: unknown): unknown =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, item]) => [key, reversed(item)]),
          )
        : value;
    expect(bytesOf(platform(reversed(SITE) as Site, EXAMPLE.runbooks).manifests)).toBe(bytesOf(EXAMPLE.manifests));
  });

  test("with the components in another order keep every file, and every file but the rules its content", () => {
    const turned = platform({ ...SITE, components: [...SITE.components].reverse() }, EXAMPLE.runbooks).manifests;
    expect(filesOf(turned)).toEqual(filesOf(EXAMPLE.manifests));
    const changed = turned.filter(({ object }, index) => !isDeepStrictEqual(object, EXAMPLE.manifests[index]?.object));
    expect(bundlesOf(changed)).toEqual(["monitoring-rules"]);
  });
});

test.each(
  telling<[string, Partial<Site>, string[]]>([
    [
      "a namespace that a component gains",
      { components: SITE.components.map((one) => (one.name === "NTP" ? { ...one, namespaces: [...one.namespaces, "ntp-2"] } : one)) },
      // the router finds a backend's namespace in the name of its upstream
      ["monitoring-log-router", "monitoring-relay", "monitoring-rules"],
    ],
    ["another retention", { metrics: { ...SITE.metrics, retention_months: 6 } }, ["monitoring-metrics"]],
    ["another chart release", { exporters: { ...SITE.exporters, chart_version: "88.5.4" } }, ["gitops"]],
  ]),
)("%s renames no file and changes only the bundles that read it", (_, change, bundles) => {
  const { manifests } = platform({ ...SITE, ...change }, EXAMPLE.runbooks);
  expect(filesOf(manifests)).toEqual(filesOf(EXAMPLE.manifests));
  const changed = manifests.filter(({ object }, index) => !isDeepStrictEqual(object, EXAMPLE.manifests[index]?.object));
  expect(bundlesOf(changed)).toEqual(bundles);
});

describe("the metrics store (specification, parts 1 and 8)", () => {
  test("is a single node with 13 months on 500Gi, at port 8429 of metrics_url", () => {
    expect(manifestOf("VMSingle/belfry").object.spec).toMatchObject({
      retentionPeriod: "13",
      port: "8429",
      storage: { resources: { requests: { storage: "500Gi" } } },
      removePvcAfterDelete: false,
    });
    expect(manifestOf("Service/metrics").object.spec).toMatchObject({
      selector: { "app.kubernetes.io/name": "vmsingle" },
      ports: [{ name: "http", port: 8429, targetPort: 8429 }],
    });
  });

  test("is a cluster behind the same address under `scale: cluster`", () => {
    expect(kindsOf(CLUSTER.manifests)).not.toContain("VMSingle");
    expect(kindsOf(EXAMPLE.manifests)).not.toContain("VMCluster");
    expect(manifestOf("VMCluster/belfry", CLUSTER).object.spec).toMatchObject({
      retentionPeriod: "13",
      replicationFactor: 2,
      vmstorage: { replicaCount: 3, storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: "500Gi" } } } } } },
    });
    expect(manifestOf("Service/metrics", CLUSTER).object.spec).toMatchObject({
      selector: { "app.kubernetes.io/name": "vmauth" },
      ports: [{ port: 8429, targetPort: 8427 }],
    });
  });

  test("the relay posts to every replica of the alert manager, which don't tell each other of alerts", () => {
    const urls = (scale: typeof EXAMPLE) => JSON.stringify(manifestOf("Deployment/relay", scale).object.spec);
    expect(manifestOf("VMAlertmanager/belfry", CLUSTER).object.spec).toMatchObject({ replicaCount: 3 });
    for (const index of [0, 1, 2])
      expect(urls(CLUSTER)).toContain(`http://vmalertmanager-belfry-${index}.vmalertmanager-belfry.monitoring.svc:9093`);
    expect(urls(EXAMPLE)).toContain('"http://vmalertmanager-belfry.monitoring.svc:9093"');
  });

  test("keeps one of the samples that replicas write twice", () => {
    const { vmstorage, vmselect } = manifestOf("VMCluster/belfry", CLUSTER).object.spec as Record<string, object>;
    const { scrapeInterval } = manifestOf("VMAgent/belfry", CLUSTER).object.spec as { scrapeInterval: string };
    for (const part of [vmstorage, vmselect]) expect(part).toMatchObject({ extraArgs: { "dedup.minScrapeInterval": scrapeInterval } });
  });
});

test("of the cluster-management suite only the exporter shell remains, and its dashboards give way to ours (specification, part 1)", () => {
  const { source } = manifestOf("Application/home-exporters").object.spec as { source: { chart: string; helm: { valuesObject: object } } };
  expect(source.chart).toBe("kube-prometheus-stack");
  expect(source.helm.valuesObject).toMatchObject({
    prometheus: { enabled: false },
    alertmanager: { enabled: false },
    prometheusOperator: { enabled: false },
    defaultRules: { create: false },
    grafana: { enabled: false, forceDeployDashboards: false },
    nodeExporter: { enabled: true, forceDeployDashboards: false },
    kubeStateMetrics: { enabled: true },
  });
});

describe("the log flows (specification, part 6)", () => {
  test("one file per detector, the catch-all, and one for each kind of tailer", () => {
    const flows = [...EXAMPLE.detectors.map(({ flow }) => flow), "catch-all", "events", "host-files", "journal"];
    expect(flowFiles(EXAMPLE.manifests)).toEqual(flows.map((flow) => `flow-${flow}.yml`).sort());
  });

  test.each([
    ["ModSecBlockLikelyFalsePositive", "flow-ingress-nginx.yml"],
    ["PodIOError", "flow-pod-io.yml"],
    ["PostfixDeliveryFailure", "flow-postfix.yml"],
    ["RedisBGSAVEFailure", "flow-redis-bgsave.yml"],
  ])("%s has the specification's file", (alert, file) => {
    expect(EXAMPLE.detectors.find((detector) => detector.alert === alert)).toMatchObject({
      flow: file.slice("flow-".length, -".yml".length),
    });
  });

  test("a chunk is judged by what the relay takes", () => {
    expect(EXAMPLE.logs.maxBodyBytes).toBe(relayService.maxBodyBytes);
  });

  test("a detector's flow ships to the relay alone", () => {
    for (const { flow } of EXAMPLE.detectors) {
      expect(manifestOf(`ClusterFlow/${flow}`).object.spec).toMatchObject({ globalOutputRefs: ["relay"] });
    }
    expect(manifestOf("ClusterOutput/relay").object.spec).toMatchObject({
      http: { endpoint: `${SITE.urls.relay_url}/ingest`, json_array: true },
    });
  });
});

describe("the CD tool's objects", () => {
  const applicationsOf = ({ manifests }: Pick<Platform, "manifests">) => manifests.filter(({ object }) => object.kind === "Application");
  const applications = applicationsOf(EXAMPLE);
  const waveOf = ({ object }: Manifest) => Number(object.metadata.annotations?.["argocd.argoproj.io/sync-wave"]);
  const at = (gitops: Partial<Site["gitops"]>) => smallPlatformOf({ ...SITE, gitops: { ...SITE.gitops, ...gitops } });
  const serversOf = (of: Platform) =>
    Object.fromEntries(
      applicationsOf(of).map(({ object }) => [
        object.metadata.name,
        (object.spec as { destination: { server: string } }).destination.server,
      ]),
    );

  test("an Application for every bundle and every upstream chart, and one project that bounds them", () => {
    const bundles = new Set(EXAMPLE.manifests.map(({ bundle }) => bundle));
    const expected = [...bundles, ...EXAMPLE.charts.map(({ name }) => name)].map((name) => `home-${name}`);
    expect(applications.map(({ object }) => object.metadata.name).sort()).toEqual(expected.sort());
    for (const { object } of applications)
      expect(object.spec).toMatchObject({ project: manifestOf("AppProject/home-belfry").object.metadata.name });
  });

  test("an Application applies the directory that holds its bundle, where the bundle is at home", () => {
    for (const bundle of new Set(EXAMPLE.manifests.map((manifest) => manifest.bundle))) {
      const { source } = manifestOf(`Application/home-${bundle}`).object.spec as { source: { path: string } };
      expect(source.path).toBe(`belfry/${bundle}`);
      expect(filesOf(EXAMPLE.manifests).filter((file) => file.startsWith(`${bundle}/`))).not.toEqual([]);
    }
  });

  test("the project comes first, then namespaces, then everything else at once", () => {
    const [namespaces] = applications.filter(({ object }) => object.metadata.name === "home-monitoring-namespaces");
    const others = applications.filter((one) => one !== namespaces);
    const waves = [waveOf(manifestOf("AppProject/home-belfry")), ...[namespaces, ...others].flatMap((one) => (one ? [waveOf(one)] : []))];
    expect(waves).toEqual([-2, -1, ...others.map(() => 0)]);
  });

  test("nothing is waited for that can be unhealthy: a missing credential keeps nobody else from being applied", () => {
    const last = Math.max(...applications.map(waveOf));
    const awaited = applications.filter((one) => waveOf(one) < last).map(({ object }) => object.metadata.name.replace("home-", ""));
    // Argo CD knows no health of these
    const healthless = ["Namespace", "NetworkPolicy", "PriorityClass"];
    const held = EXAMPLE.manifests.filter(({ bundle, object }) => awaited.includes(bundle) && !healthless.includes(object.kind));
    expect([awaited, filesOf(held)]).toEqual([["monitoring-namespaces"], []]);
  });

  test("what a section leaves takes its objects along; namespaces and the whole platform stay", () => {
    const staying = applications.filter(({ object }) => (object.metadata as { finalizers?: string[] }).finalizers === undefined);
    expect(staying.map(({ object }) => object.metadata.name).sort()).toEqual(["home-gitops", "home-monitoring-namespaces"]);
  });

  test("every volume and every namespace outlives the Application that made it", () => {
    const kept = EXAMPLE.manifests.filter(({ object }) => ["Namespace", "PersistentVolumeClaim"].includes(object.kind));
    expect(new Set(kept.map(({ object }) => object.kind)).size).toBe(2);
    for (const { file, object } of kept)
      expect([file, object.metadata.annotations]).toEqual([
        file,
        expect.objectContaining({ "argocd.argoproj.io/sync-options": "Prune=false,Delete=false" }),
      ]);
  });

  test("the project knows the repositories of every Application", () => {
    const { sourceRepos } = manifestOf("AppProject/home-belfry").object.spec as { sourceRepos: string[] };
    const sources = applications.map(({ object }) => (object.spec as { source: { repoURL: string } }).source.repoURL);
    expect(new Set(sourceRepos)).toEqual(new Set(sources));
  });

  test("a Helm release has a name that Helm takes", () => {
    expect(EXAMPLE.charts.filter(({ name }) => name.length > 53)).toEqual([]);
  });

  test("two clusters under one CD tool have no name in common, and folders of the same names", () => {
    const [home, cabin] = ["home", "cabin"].map((name) => smallPlatformOf({ ...SITE, cluster: { ...SITE.cluster, name } }));
    const namesOf = (of?: Platform) =>
      (of?.manifests ?? []).filter(({ bundle }) => bundle === "gitops").map(({ object }) => `${object.kind} ${object.metadata.name}`);
    expect(namesOf(home).length).toBeGreaterThan(10);
    expect(namesOf(home).filter((name) => namesOf(cabin).includes(name))).toEqual([]);
    expect(bundlesOf(cabin?.manifests ?? [])).toEqual(bundlesOf(SMALL.manifests));
  });

  test("the platform of another cluster goes there, and the CD tool's objects stay in its own", () => {
    const remote = "https://10.0.0.1:6443";
    const far = at({ destination: remote });
    const { "home-gitops": own, ...others } = serversOf(far);
    expect(own).toBe("https://kubernetes.default.svc");
    expect(new Set(Object.values(others))).toEqual(new Set([remote]));
    // no object of the other bundles is in the CD tool's namespace
    expect(filesOf(far.manifests.filter(({ bundle, object }) => bundle !== "gitops" && object.metadata.namespace === "argocd"))).toEqual(
      [],
    );
    expect(runChecks(far)).toEqual([]);
  });

  test("with a project of somebody else's there is none of ours, and every Application is of theirs", () => {
    const theirs = at({ project: "team-a" });
    expect(kindsOf(theirs.manifests)).not.toContain("AppProject");
    expect(new Set(applicationsOf(theirs).map(({ object }) => (object.spec as { project: string }).project))).toEqual(new Set(["team-a"]));
    expect(runChecks(theirs)).toEqual([]);
  });

  test.each(telling(["ssh://git@git.example.org:2222/ops/gitops.git", "git@git.example.org:ops/gitops.git"]))(
    "%s is handed on as it is",
    (repository) => {
      const over = at({ repository });
      const { source } = manifestOf("Application/home-gitops", over).object.spec as { source: { repoURL: string } };
      expect(source.repoURL).toBe(repository);
      expect(runChecks(over)).toEqual([]);
    },
  );
});
