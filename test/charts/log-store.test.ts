import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runChecks } from "../../lib/checks/all";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { INGEST_WINDOW } from "../../lib/log-store/ingest-window";
import type { Platform } from "../../lib/platform/platform";
import type { Site } from "../../lib/site/schema";
import { examplePlatform, exampleSite, ROOT } from "../example";
import { telling } from "../wide";

const BUCKET = { url: "https://s3.example.org", addresses: ["192.168.10.30/32"], bucket: "logs" };
const HOME = examplePlatform();
const DISTRIBUTED = examplePlatform({ scale: "cluster", log_store: { object_storage: BUCKET, readers: ["automation"] } });
const ENTERPRISE = examplePlatform({ log_store: { edition: "enterprise", readers: ["automation"] } });

const objectsOf = ({ manifests }: Platform) =>
  manifests.filter(({ bundle }) => bundle === "monitoring-log-store").map(({ object }) => object);

function objectOf(kind: string, name: string, platform = HOME): KubernetesObject {
  const found = objectsOf(platform).find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

/** The variables of the first container. */
function variablesOf(kind: string, name: string, platform = HOME): Readonly<Record<string, string | undefined>> {
  const { spec } = objectOf(kind, name, platform) as unknown as {
    spec: { template: { spec: { containers: { env: Variable[] }[] } } };
  };
  const [container] = spec.template.spec.containers;
  return Object.fromEntries(
    (container?.env ?? []).map(({ name: variable, value, valueFrom }) => [
      variable,
      value ?? `${valueFrom?.secretKeyRef.name}/${valueFrom?.secretKeyRef.key}`,
    ]),
  );
}

test("one pod behind the Service of the URL, whose volume stays when it goes", () => {
  expect(objectOf("StatefulSet", "log-store").spec).toMatchObject({
    replicas: 1,
    template: {
      spec: {
        securityContext: { runAsNonRoot: true, fsGroup: 10000, seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          {
            image: "o2cr.ai/openobserve/openobserve:v0.92.2",
            readinessProbe: { httpGet: { path: "/healthz", port: "http" } },
            livenessProbe: { httpGet: { path: "/healthz", port: "http" } },
            securityContext: { readOnlyRootFilesystem: true },
          },
        ],
      },
    },
    volumeClaimTemplates: [{ spec: { storageClassName: "storage", resources: { requests: { storage: "200Gi" } } } }],
    persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
  });
  expect(objectOf("Service", "log-store").spec).toMatchObject({ ports: [{ name: "http", port: 5080 }, { name: "grpc" }] });
});

test("it keeps what nothing shortens for a year, tells its makers nothing, and takes what the router may bring", () => {
  expect(variablesOf("StatefulSet", "log-store")).toMatchObject({
    ZO_COMPACT_DATA_RETENTION_DAYS: "365",
    ZO_LOCAL_MODE: "true",
    ZO_LOCAL_MODE_STORAGE: "disk",
    ZO_META_STORE: "postgres",
    ZO_META_POSTGRES_DSN: "log-store-database-app/uri",
    ZO_ROOT_USER_PASSWORD: "log-store-root/password",
    ZO_TELEMETRY: "false",
    ZO_PROMETHEUS_ENABLED: "true",
    ZO_INGEST_ALLOWED_UPTO: "5",
  });
  const [, past, future] =
    /now - (\d+) \{[^}]*\}\nif stamp > now \+ (\d+) /.exec(
      readFileSync(join(ROOT, "components/log-router/programs/aggregator.vrl"), "utf8"),
    ) ?? [];
  const halfHour = 30 * 60 * 1e6;
  expect([Number(past) + halfHour, Number(future) + halfHour]).toEqual(
    [INGEST_WINDOW.pastHours, INGEST_WINDOW.futureHours].map((hours) => hours * 3600e6),
  );
});

test("root is read by the store alone", () => {
  const readers = HOME.manifests.filter(
    ({ object }) => object.kind !== "ExternalSecret" && JSON.stringify(object).includes("log-store-root"),
  );
  expect(readers.map(({ object }) => `${object.kind}/${object.metadata.name}`)).toEqual(["StatefulSet/log-store"]);
});

test("its database is backed up where the site says, kept when it is taken away, and let in to by whom it needs", () => {
  const { metadata, spec } = objectOf("Cluster", "log-store-database");
  expect(metadata.annotations).toMatchObject({ "argocd.argoproj.io/sync-options": "Prune=false,Delete=false" });
  expect(spec).toMatchObject({
    instances: 2,
    storage: { pvcTemplate: { resources: { requests: { storage: "25Gi" } } } },
    backup: {
      retentionPolicy: "30d",
      barmanObjectStore: {
        destinationPath: "s3://database-backups/",
        endpointURL: "https://s3.example.org",
        serverName: "log-store-database",
      },
    },
  });
  expect(objectOf("ScheduledBackup", "log-store-database").spec).toMatchObject({ schedule: "0 50 2 * * *", immediate: true });
  const { ingress } = objectOf("NetworkPolicy", "log-store-database").spec as { ingress: { from: object[]; ports: { port: number }[] }[] };
  const letIn = JSON.stringify(ingress);
  expect(letIn).toContain('"kubernetes.io/metadata.name":"cnpg-system"');
  expect(letIn).toContain('"app.kubernetes.io/name":"log-store"');
  expect(letIn).toContain('"port":9187');
});

test("without a bucket for backups that is said, and no rule waits for one that is never made", () => {
  const platform = examplePlatform({ databases: undefined });
  expect(platform.cautions).toContainEqual(
    expect.stringMatching(/^databases\.backups is left out, and nobody backs up log-store-database/),
  );
  expect(objectsOf(platform).filter(({ kind }) => kind === "ScheduledBackup")).toEqual([]);
  expect(platform.rules.map(({ area }) => area)).not.toContain("own-databases");
  expect(HOME.rules.map(({ area }) => area)).toContain("own-databases");
});

test("its instances are asked whatever the site says of others' databases, and once", () => {
  for (const scrapes of telling<Site["scrapes"]>([
    { off: ["cloudnative-pg"] },
    { cloudnative_pg: { targets: ["192.168.10.50"] } },
    undefined,
  ])) {
    const platform = examplePlatform({ scrapes });
    const asking = platform.manifests.filter(({ object }) => object.kind === "VMPodScrape").map(({ object }) => object);
    const own = asking.filter(({ metadata }) => metadata.name === "log-store-database");
    expect(own).toHaveLength(1);
    expect(own[0]?.spec).toMatchObject({ selector: { matchLabels: { "cnpg.io/cluster": "log-store-database" } } });
    for (const { spec } of asking.filter(({ metadata }) => metadata.name === "cloudnative-pg")) {
      expect(spec).toMatchObject({
        selector: { matchExpressions: [{ key: "app.kubernetes.io/part-of", operator: "NotIn", values: ["belfry"] }] },
      });
    }
    expect(runChecks(platform)).toEqual([]);
  }
});

test("who reads in the open-source build goes through the gateway, which alone has its account", () => {
  const text = JSON.stringify(objectOf("ConfigMap", "log-store-gateway").data);
  expect(text).toContain("server log-store.logging.svc:5080;");
  expect(text).toContain("/api/home_logs/_search");
  const { ingress } = objectOf("NetworkPolicy", "log-store-gateway").spec as { ingress: object[] };
  expect(JSON.stringify(ingress)).toContain('"kubernetes.io/metadata.name":"automation"');
  expect(JSON.stringify((objectOf("NetworkPolicy", "log-store").spec as { ingress: object[] }).ingress)).not.toContain('"automation"');
  const secret = HOME.manifests.find(({ object }) => object.kind === "ExternalSecret" && object.metadata.name === "log-store-reader");
  expect(JSON.stringify(secret?.object.spec)).toContain("b64enc");
  const { grafana_url: _, grafana_embed_url: _embed, ...urls } = exampleSite().urls;
  const namesAt = (changes: Partial<Site>) => examplePlatform(changes).manifests.map(({ object }) => object.metadata.name);
  expect(namesAt({ log_store: undefined, urls })).not.toContain("log-store-gateway");
  expect(namesAt({ log_store: undefined })).toContain("log-store-gateway");
});

test("the enterprise build has what judges its roles, whose tables come before it, and no gateway", () => {
  expect(variablesOf("StatefulSet", "log-store", ENTERPRISE)).toMatchObject({
    O2_OPENFGA_ENABLED: "true",
    O2_OPENFGA_BASE_URL: "http://authorisation.logging.svc:8080",
  });
  expect(objectOf("Deployment", "authorisation", ENTERPRISE).spec).toMatchObject({
    template: { spec: { initContainers: [{ args: ["migrate"] }], containers: [{ args: ["run"] }] } },
  });
  expect(variablesOf("Deployment", "authorisation", ENTERPRISE)).toMatchObject({ OPENFGA_DATASTORE_URI: "authorisation-database-app/uri" });
  expect(objectsOf(ENTERPRISE).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toContain("Cluster authorisation-database");
  expect(objectsOf(ENTERPRISE).map(({ metadata }) => metadata.name)).not.toContain("log-store-gateway");
  expect(JSON.stringify(objectOf("NetworkPolicy", "log-store", ENTERPRISE).spec)).toContain('"automation"');
  expect(runChecks(ENTERPRISE)).toEqual([]);
});

test("the open-source build has neither", () => {
  expect(JSON.stringify(objectsOf(HOME))).not.toMatch(/OPENFGA|authorisation-database/);
});

test("distributed, each part says what it does, all say how long things are kept, and three coordinate them", () => {
  const parts = [
    ["Deployment", "log-store", "router"],
    ["StatefulSet", "log-store-ingester", "ingester"],
    ["Deployment", "log-store-querier", "querier"],
    ["Deployment", "log-store-compactor", "compactor"],
    ["Deployment", "log-store-alerts", "alert_manager"],
  ] as const;
  for (const [kind, name, role] of parts) {
    expect(variablesOf(kind, name, DISTRIBUTED)).toMatchObject({
      ZO_NODE_ROLE: role,
      ZO_LOCAL_MODE: "false",
      ZO_COMPACT_DATA_RETENTION_DAYS: "365",
      ZO_S3_BUCKET_NAME: "logs",
      ZO_NATS_ADDR: "log-store-nats.logging.svc:4222",
    });
  }
  expect(objectOf("StatefulSet", "log-store-nats", DISTRIBUTED).spec).toMatchObject({ replicas: 3, serviceName: "log-store-nats-peers" });
  expect(objectOf("Service", "log-store-nats-peers", DISTRIBUTED).spec).toMatchObject({
    clusterIP: "None",
    publishNotReadyAddresses: true,
  });
  expect(runChecks(DISTRIBUTED)).toEqual([]);
});

test("scale: cluster without a bucket keeps the one pod, and says so", () => {
  const platform = examplePlatform({ scale: "cluster" });
  expect(objectOf("StatefulSet", "log-store", platform).spec).toMatchObject({ replicas: 1 });
  expect(platform.cautions).toContainEqual(expect.stringMatching(/^scale is cluster and log_store\.object_storage is left out/));
  expect(runChecks(platform)).toEqual([]);
});

test("the path of the URL is where it serves, its health and its metrics too", () => {
  const platform = examplePlatform({ urls: { ...exampleSite().urls, logs_url: "http://log-store.logging.svc:5080/logs" } });
  expect(variablesOf("StatefulSet", "log-store", platform)).toMatchObject({ ZO_BASE_URI: "/logs" });
  expect(JSON.stringify(objectOf("StatefulSet", "log-store", platform).spec)).toContain('"path":"/logs/healthz"');
  expect(JSON.stringify(objectOf("VMServiceScrape", "log-store", platform).spec)).toContain('"path":"/logs/metrics"');
});

test("the page says how the accounts come to be, and that root is for breaking glass", () => {
  const page = HOME.outsideSetups.map(({ text }) => text(HOME)).join("\n");
  expect(page).toContain("Root is for breaking glass");
  expect(page).toContain('"$STORE/api/home_logs/default/_json"');
  expect(page).toContain("make_account log-store-reader");
  expect(page).not.toContain("put_stream");
});
