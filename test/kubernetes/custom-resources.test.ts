import { type ApiObject, Chart, Testing } from "cdk8s";
import * as resources from "../../lib/kubernetes/custom-resources";
import { KINDS, type KindName } from "../../lib/kubernetes/kinds";
import { describeWithSchemas, hasSchema, type Manifest, schemaKinds, validateManifest } from "./schema";

const metadata = { name: "sample", namespace: "monitoring" } as const;
const clusterWide = { name: "sample" } as const;
const valueFrom = { name: "snmp", key: "password" } as const;

/** A small instance of every kind: a kind without one does not compile. */
const SAMPLES: { readonly [Kind in KindName]: (scope: Chart) => ApiObject } = {
  VMSingle: (scope) => new resources.VMSingle(scope, "it", { metadata, spec: { retentionPeriod: "13", port: "8429" } }),
  VMCluster: (scope) =>
    new resources.VMCluster(scope, "it", { metadata, spec: { retentionPeriod: "13", vmstorage: { replicaCount: 2 }, vmselect: {} } }),
  VMAgent: (scope) =>
    new resources.VMAgent(scope, "it", { metadata, spec: { remoteWrite: [{ url: "http://vmsingle:8429/api/v1/write" }] } }),
  VMAlert: (scope) => new resources.VMAlert(scope, "it", { metadata, spec: { datasource: { url: "http://vmsingle:8429" } } }),
  VMAlertmanager: (scope) => new resources.VMAlertmanager(scope, "it", { metadata, spec: { configSecret: "alertmanager" } }),
  VMAuth: (scope) => new resources.VMAuth(scope, "it", { metadata, spec: { selectAllByDefault: false } }),
  VMRule: (scope) =>
    new resources.VMRule(scope, "it", {
      metadata,
      spec: { groups: [{ name: "storage", eval_offset: "10s", rules: [{ alert: "VolumeFull", expr: "up == 0", for: "5m" }] }] },
    }),
  VMServiceScrape: (scope) =>
    new resources.VMServiceScrape(scope, "it", { metadata, spec: { selector: {}, endpoints: [{ port: "http", targetPort: 8080 }] } }),
  VMPodScrape: (scope) =>
    new resources.VMPodScrape(scope, "it", { metadata, spec: { selector: {}, podMetricsEndpoints: [{ port: "metrics" }] } }),
  VMStaticScrape: (scope) =>
    new resources.VMStaticScrape(scope, "it", {
      metadata,
      spec: { jobName: "snmp", targetEndpoints: [{ targets: ["192.0.2.1"], params: { module: ["if_mib"] } }] },
    }),
  VMNodeScrape: (scope) => new resources.VMNodeScrape(scope, "it", { metadata, spec: { scheme: "https", path: "/metrics/cadvisor" } }),
  VMProbe: (scope) =>
    new resources.VMProbe(scope, "it", {
      metadata,
      spec: { vmProberSpec: { url: "blackbox:9115" }, module: "http_2xx", targets: { staticConfig: { targets: ["https://example.org"] } } },
    }),
  VMScrapeConfig: (scope) =>
    new resources.VMScrapeConfig(scope, "it", { metadata, spec: { staticConfigs: [{ targets: ["192.0.2.1:9100"] }] } }),
  ClusterFlow: (scope) =>
    new resources.ClusterFlow(scope, "it", {
      metadata,
      spec: { match: [{ select: { namespaces: ["redis"] } }], filters: [{ grep: {} }], globalOutputRefs: ["relay"] },
    }),
  ClusterOutput: (scope) =>
    new resources.ClusterOutput(scope, "it", {
      metadata,
      spec: { http: { endpoint: "http://relay:8080", buffer: { flush_mode: "interval", flush_interval: "5s" } } },
    }),
  Logging: (scope) => new resources.Logging(scope, "it", { metadata: clusterWide, spec: { controlNamespace: "logging", fluentd: {} } }),
  FluentbitAgent: (scope) =>
    new resources.FluentbitAgent(scope, "it", { metadata: clusterWide, spec: { inputTail: { Mem_Buf_Limit: "64MB" } } }),
  HostTailer: (scope) =>
    new resources.HostTailer(scope, "it", { metadata, spec: { systemdTailers: [{ name: "journal", path: "/var/log/journal" }] } }),
  EventTailer: (scope) => new resources.EventTailer(scope, "it", { metadata: clusterWide, spec: { controlNamespace: "logging" } }),
  ExternalSecret: (scope) =>
    new resources.ExternalSecret(scope, "it", {
      metadata,
      spec: {
        secretStoreRef: { name: "vault", kind: "ClusterSecretStore" },
        data: [{ secretKey: valueFrom.key, remoteRef: { key: valueFrom.name } }],
      },
    }),
  Cluster: (scope) =>
    new resources.Cluster(scope, "it", { metadata, spec: { instances: 2, storage: { size: "1Gi" }, backup: { retentionPolicy: "30d" } } }),
  ScheduledBackup: (scope) =>
    new resources.ScheduledBackup(scope, "it", { metadata, spec: { cluster: { name: "sample" }, schedule: "0 40 1 * * *" } }),
  Application: (scope) =>
    new resources.Application(scope, "it", {
      metadata: { ...metadata, finalizers: ["resources-finalizer.argocd.argoproj.io"] },
      spec: {
        project: "default",
        source: { repoURL: "https://git.example.org/gitops", path: "rules" },
        destination: { namespace: "monitoring" },
      },
    }),
  VerticalPodAutoscaler: (scope) =>
    new resources.VerticalPodAutoscaler(scope, "it", {
      metadata,
      spec: { targetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, updatePolicy: { updateMode: "Off" } },
    }),
  HTTPRoute: (scope) =>
    new resources.HTTPRoute(scope, "it", {
      metadata,
      spec: { parentRefs: [{ name: "public" }], rules: [{ backendRefs: [{ name: "web", port: 80 }] }] },
    }),
  AppProject: (scope) => new resources.AppProject(scope, "it", { metadata, spec: { sourceRepos: ["*"] } }),
};

const KIND_NAMES = Object.keys(KINDS) as KindName[];

function render(kind: KindName): Manifest & { readonly metadata: object; readonly spec: object } {
  const chart = Testing.chart();
  SAMPLES[kind](chart);
  return Testing.synth(chart)[0];
}

test.each(KIND_NAMES)("%s renders its API version, kind, metadata and spec", (kind) => {
  const { group, version, scope } = KINDS[kind];
  const manifest = render(kind);
  expect(manifest).toMatchObject({ apiVersion: `${group}/${version}`, kind, metadata: scope === "Cluster" ? clusterWide : metadata });
  expect(Object.keys(manifest)).toEqual(["apiVersion", "kind", "metadata", "spec"]);
});

test("labels, annotations and finalizers reach the manifest, with the chart's labels", () => {
  const chart = new Chart(Testing.app(), "rules", { labels: { "app.kubernetes.io/part-of": "belfry" } });
  const decorated = { ...metadata, labels: { team: "ops" }, annotations: { note: "why" }, finalizers: ["keep"] };
  new resources.VMRule(chart, "storage", { metadata: decorated, spec: { groups: [] } });
  expect(Testing.synth(chart)[0].metadata).toEqual({ ...decorated, labels: { team: "ops", "app.kubernetes.io/part-of": "belfry" } });
});

test("a cluster-scoped kind in a chart with a namespace is refused, with the way out", () => {
  const chart = new Chart(Testing.app(), "logging", { namespace: "logging" });
  expect(() => new resources.Logging(chart, "logging", { metadata: clusterWide, spec: { controlNamespace: "logging" } })).toThrow(
    'Logging "sample" at "logging/logging": a cluster-scoped kind would get the namespace "logging" of its chart; put it in a chart without a namespace',
  );
});

test("the types refuse what the API server would", () => {
  // Checked by tsc: a line below that compiles is an unused @ts-expect-error. Never called.
  const _mistakes = (scope: Chart) => [
    // @ts-expect-error: a namespaced kind names its namespace
    new resources.VMRule(scope, "a", { metadata: { name: "a" }, spec: { groups: [] } }),
    // @ts-expect-error: a cluster-scoped kind has none
    new resources.Logging(scope, "b", { metadata: { name: "b", namespace: "logging" }, spec: { controlNamespace: "logging" } }),
    // @ts-expect-error: the name is never left to cdk8s
    new resources.VMRule(scope, "c", { metadata: { namespace: "monitoring" }, spec: { groups: [] } }),
    // @ts-expect-error: "group" is no field of the spec
    new resources.VMRule(scope, "d", { metadata, spec: { groups: [], group: [] } }),
    // @ts-expect-error: the field is spelt eval_offset
    new resources.VMRule(scope, "e", { metadata, spec: { groups: [{ name: "e", rules: [], evalOffset: "1s" }] } }),
    // @ts-expect-error: a group needs its rules
    new resources.VMRule(scope, "f", { metadata, spec: { groups: [{ name: "f" }] } }),
  ];
  expect(_mistakes).toBeDefined();
});

describeWithSchemas("against the custom resources' schemas", () => {
  const withSchema = KIND_NAMES.filter((kind) => hasSchema(render(kind)));

  test("every kind in use but VMCluster has a schema", () => {
    expect(KIND_NAMES.filter((kind) => !withSchema.includes(kind))).toEqual(["VMCluster"]);
    expect(schemaKinds()).toContain("operator.victoriametrics.com/v1beta1 vmrule");
  });

  test.each(withSchema)("the small %s is valid; with an unknown field it is not", (kind) => {
    const manifest = render(kind);
    expect(validateManifest(manifest)).toEqual([]);
    expect(validateManifest({ ...manifest, specs: {} } as Manifest)).toEqual(['the object: unknown field "specs"']);
  });

  // Upstream declares VMAuth's spec itself as preserving unknown fields; everything below it is closed.
  test.each(withSchema.filter((kind) => kind !== "VMAuth"))("a misspelt field in the spec of %s is refused", (kind) => {
    const manifest = render(kind);
    const misspelt = { ...manifest, spec: { ...manifest.spec, mispelt: 1 } };
    expect(validateManifest(misspelt)).toEqual(['spec: unknown field "mispelt"']);
  });

  test("a fault deep inside is named with its path", () => {
    const rule = { apiVersion: "operator.victoriametrics.com/v1beta1", kind: "VMRule", metadata };
    const groups = [{ name: "storage", rules: [{ alert: "VolumeFull", expression: "up", labels: { severity: 1 } }] }];
    expect(validateManifest({ ...rule, spec: { groups } } as Manifest)).toEqual([
      'spec.groups.0.rules.0: unknown field "expression"',
      "spec.groups.0.rules.0.labels.severity: must be string",
    ]);
    expect(validateManifest({ ...rule, spec: { groups: [{ name: "storage" }] } } as Manifest)).toEqual([
      "spec.groups.0: must have required property 'rules'",
    ]);
  });

  test("a value outside a closed set is answered with the set", () => {
    const scrape = { apiVersion: "operator.victoriametrics.com/v1beta1", kind: "VMNodeScrape", metadata, spec: { scheme: "ftp" } };
    expect(validateManifest(scrape as Manifest)).toEqual([
      "spec.scheme: must be equal to one of the allowed values: http, https, HTTPS, HTTP",
    ]);
  });

  test("a kind without a schema does not pass for valid", () => {
    expect(validateManifest({ apiVersion: "v1", kind: "Pod" })).toEqual(["no schema of v1 Pod in ../shared/crds"]);
  });
});
