import { parse } from "yaml";
import { runChecks } from "../../lib/checks/all";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import type { Platform } from "../../lib/platform/platform";
import type { Site } from "../../lib/site/schema";
import { everyObject } from "../checks/small-platform";
import { exampleSite } from "../example-site";

// what is here has no rule in it
const examplePlatform = (changes: Partial<Site> = {}): Platform => everyObject(exampleSite(changes));
const HOME = examplePlatform();
const { urls } = exampleSite();
const { grafana_url, grafana_embed_url, auth_url, ...noVhosts } = urls;

const ofBundle = ({ manifests }: Platform) => manifests.filter(({ bundle }) => bundle === "monitoring-grafana").map(({ object }) => object);
function objectOf(kind: string, name: string, platform = HOME): KubernetesObject {
  const found = ofBundle(platform).find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}
const routesOf = (platform: Platform) =>
  ofBundle(platform).flatMap(({ kind, metadata }) => (/^(?:Ingress|HTTPRoute)$/.test(kind) ? [`${kind} ${metadata.name}`] : []));

interface Container {
  readonly name: string;
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: { readonly secretKeyRef: object } }[];
}
interface Pod {
  readonly containers: readonly [Container, ...Container[]];
  readonly initContainers?: readonly Container[];
  readonly volumes: readonly { readonly name: string; readonly persistentVolumeClaim?: object }[];
}
const podOf = (name: string, platform = HOME): Pod =>
  (objectOf("Deployment", name, platform).spec as { template: { spec: Pod } }).template.spec;
const settingsOf = (name: string, platform = HOME): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    (podOf(name, platform).containers[0].env ?? []).map((one) => [one.name, one.value ?? JSON.stringify(one.valueFrom?.secretKeyRef)]),
  );
const fileOf = (map: string, file: string, platform = HOME): Record<string, Record<string, unknown>[]> =>
  parse((objectOf("ConfigMap", map, platform).data as Record<string, string>)[file] ?? "");
const ingressOf = (name: string) => objectOf("NetworkPolicy", name).spec as { ingress: object[]; egress: object[] };

test("people come by the proxy's header alone, from pods alone, and log in nowhere else", () => {
  expect(settingsOf("grafana")).toMatchObject({
    GF_SERVER_ROOT_URL: "https://grafana.example.org",
    GF_SECURITY_COOKIE_SECURE: "true",
    GF_AUTH_PROXY_ENABLED: "true",
    GF_AUTH_PROXY_HEADER_NAME: "X-Auth-Request-User",
    GF_AUTH_PROXY_WHITELIST: "10.42.0.0/16, 10.43.0.0/16, fd00:10:42::/56, fd00:10:43::/112",
    GF_AUTH_PROXY_ENABLE_LOGIN_TOKEN: "false",
    GF_AUTH_ANONYMOUS_ENABLED: "false",
    GF_AUTH_DISABLE_LOGIN_FORM: "true",
    GF_AUTH_BASIC_ENABLED: "false",
    GF_SECURITY_ALLOW_EMBEDDING: "false",
  });
});

test("in frames everybody is a viewer, and no header makes them anybody else", () => {
  expect(settingsOf("grafana-embed")).toMatchObject({
    GF_SERVER_ROOT_URL: "https://grafana-embed.example.org",
    GF_AUTH_PROXY_ENABLED: "false",
    GF_AUTH_ANONYMOUS_ENABLED: "true",
    GF_AUTH_ANONYMOUS_ORG_ROLE: "Viewer",
    GF_AUTH_DISABLE_LOGIN_FORM: "true",
    GF_AUTH_BASIC_ENABLED: "false",
    GF_SECURITY_ALLOW_EMBEDDING: "true",
  });
});

test.each(["grafana", "grafana-embed"])("%s refreshes no faster than 30 s, alerts on nothing, and tells nobody outside", (name) => {
  expect(settingsOf(name)).toMatchObject({
    GF_DASHBOARDS_MIN_REFRESH_INTERVAL: "30s",
    GF_UNIFIED_ALERTING_ENABLED: "false",
    GF_ANALYTICS_REPORTING_ENABLED: "false",
    GF_ANALYTICS_CHECK_FOR_UPDATES: "false",
    GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES: "false",
    GF_NEWS_NEWS_FEED_ENABLED: "false",
    GF_PLUGINS_PREINSTALL_DISABLED: "true",
    GF_SECURITY_DISABLE_GRAVATAR: "true",
    GF_SNAPSHOTS_EXTERNAL_ENABLED: "false",
    GF_METRICS_ENABLED: "true",
  });
  const outwards = JSON.stringify(ingressOf(name).egress);
  expect(outwards).not.toContain("0.0.0.0/0");
});

test("both share one database, its encryption key, and no volume", () => {
  for (const name of ["grafana", "grafana-embed"]) {
    expect(settingsOf(name)).toMatchObject({
      GF_DATABASE_TYPE: "postgres",
      GF_DATABASE_HOST: "grafana-db-rw.monitoring.svc:5432",
      GF_DATABASE_NAME: "grafana",
      GF_DATABASE_SSL_MODE: "require",
      GF_DATABASE_PASSWORD: '{"key":"password","name":"grafana-db-app"}',
      GF_SECURITY_SECRET_KEY: '{"key":"secret-key","name":"grafana"}',
      GF_SECURITY_ADMIN_PASSWORD: '{"key":"admin-password","name":"grafana"}',
    });
    expect(podOf(name).volumes.filter(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined)).toEqual([]);
  }
  expect(objectOf("Cluster", "grafana-db").spec).toMatchObject({
    bootstrap: { initdb: { database: "grafana", owner: "grafana" } },
    backup: { barmanObjectStore: { serverName: "grafana-db" } },
  });
  expect(objectOf("Deployment", "grafana-embed").metadata.annotations).toMatchObject({ "argocd.argoproj.io/sync-wave": "1" });
  expect(objectOf("Deployment", "grafana").metadata.annotations ?? {}).not.toHaveProperty(["argocd.argoproj.io/sync-wave"]);
});

test("what frames show is read from the database: they have no files, no sidecar, no plugin and no right", () => {
  const { containers, initContainers, volumes } = podOf("grafana-embed");
  expect([containers.map(({ name }) => name), initContainers]).toEqual([["grafana-embed"], undefined]);
  expect(volumes.map(({ name }) => name)).toEqual(["written", "tmp"]);
  expect(objectOf("Deployment", "grafana-embed").spec).toMatchObject({ template: { spec: { automountServiceAccountToken: false } } });
  expect(Object.keys(settingsOf("grafana-embed"))).not.toContain("LOGS_PASSWORD");
});

test("the metrics are the default source; the logs are asked through the gateway, which lets nothing in frames in", () => {
  const { datasources } = fileOf("grafana-data-sources", "data-sources.yaml");
  expect(datasources).toEqual([
    expect.objectContaining({
      uid: "metrics",
      type: "prometheus",
      url: "http://metrics-gateway.monitoring.svc:8080",
      isDefault: true,
      jsonData: expect.objectContaining({ timeInterval: "30s" }),
    }),
    expect.objectContaining({
      uid: "logs",
      url: "http://log-store-gateway.logging.svc:8080",
      isDefault: false,
      basicAuthUser: "$LOGS_USER",
      jsonData: expect.objectContaining({ allowedHosts: ["http://log-store-gateway.logging.svc:8080"] }),
    }),
  ]);
  expect(JSON.stringify(ingressOf("grafana").egress)).toContain('"log-store-gateway"');
  expect(JSON.stringify(ingressOf("grafana-embed").egress)).not.toContain('"log-store');
  const gateway = HOME.manifests.find(({ object }) => object.kind === "NetworkPolicy" && object.metadata.name === "log-store-gateway");
  const letIn = JSON.stringify(gateway?.object.spec);
  expect(letIn).toContain('"app.kubernetes.io/name":"grafana"');
  expect(letIn).not.toContain('"app.kubernetes.io/name":"grafana-embed"');
});

test.each(["single", "cluster"] as const)(
  "the metrics are asked through a gateway, which alone of the application reaches the store (%s)",
  (scale) => {
    const platform = examplePlatform({ scale });
    const policyOf = (name: string) => {
      const found = platform.manifests.find(({ object }) => object.kind === "NetworkPolicy" && object.metadata.name === name)?.object.spec;
      const { ingress, egress } = found as { ingress: object[]; egress: object[] };
      return { ingress: JSON.stringify(ingress), egress: JSON.stringify(egress) };
    };
    const named = (name: string) => `"app.kubernetes.io/name":"${name}"`;
    const store = scale === "single" ? "vmsingle" : "vmauth";
    for (const name of ["grafana", "grafana-embed"]) {
      expect(policyOf(name).egress).toContain(named("metrics-gateway"));
      expect(policyOf(name).egress).not.toContain(named(store));
      expect(policyOf("metrics-gateway").ingress).toContain(named(name));
      expect(policyOf(`${store}-belfry`).ingress).not.toContain(named(name));
    }
    expect(policyOf("metrics-gateway").egress).toContain(named(store));
    expect(policyOf(`${store}-belfry`).ingress).toContain(named("metrics-gateway"));
    const [file = ""] = Object.values(objectOf("ConfigMap", "metrics-gateway", platform).data as Record<string, string>);
    expect(file).toContain("server metrics.monitoring.svc:8429;");
    expect(file).toContain("proxy_pass http://store$asked;");
    // its scratch is small, and an answer as large as somebody asks
    expect(file).toContain("proxy_max_temp_file_size 0;");
    expect(objectOf("Deployment", "metrics-gateway", platform).spec).toMatchObject({
      replicas: 2,
      template: { spec: { automountServiceAccountToken: false, containers: [{ readinessProbe: { httpGet: { path: "/-/healthy" } } }] } },
    });
    expect(objectOf("PodDisruptionBudget", "metrics-gateway", platform).spec).toMatchObject({ maxUnavailable: 1 });
  },
);

const LETS_THROUGH = /^ {4}"~\^(?<methods>\S+) \(\?<path>(?<path>.*)\)\$" \$path;$/gm;

test("what the gateway lets through reads, and nothing else", () => {
  const [file = ""] = Object.values(objectOf("ConfigMap", "metrics-gateway").data as Record<string, string>);
  const passing = [...file.matchAll(LETS_THROUGH)].map(({ groups }) => `${groups?.methods} ${groups?.path}`);
  const query = String.raw`(?:\?[!$-~]*)?`;
  expect(passing).toEqual(
    ["query", "query_range", "query_exemplars", "series", "labels", "label/[A-Za-z0-9_]+/values", "metadata", "status/buildinfo"].map(
      (path) => `(?:GET|POST) /api/v1/${path}${query}`,
    ),
  );
});

test("the gateway lets the application's account in, beside whoever else reads", () => {
  const secretOf = (platform: Platform) =>
    platform.manifests.find(({ object }) => object.kind === "ExternalSecret" && object.metadata.name === "log-store-reader")?.object
      .spec as {
      target: { template: { data: Record<string, string> } };
    };
  const line = '{{ index . "dashboards-user" | trim }}:{PLAIN}{{ index . "dashboards-password" | trim }}\n';
  expect(secretOf(HOME).target.template.data.htpasswd).toBe(`{{ index . "readers" | trim }}\n${line}`);
  expect(secretOf(examplePlatform({ log_store: undefined })).target.template.data.htpasswd).toBe(line);
});

test("the enterprise store is asked itself, which has a role for it", () => {
  const platform = examplePlatform({ log_store: { edition: "enterprise" } });
  const { datasources = [] } = fileOf("grafana-data-sources", "data-sources.yaml", platform);
  expect(datasources[1]).toMatchObject({ uid: "logs", url: "http://log-store.logging.svc:5080" });
  expect(runChecks(platform)).toEqual([]);
});

test("what the sidecar brings is there before the application looks for it", () => {
  const { initContainers = [], containers } = podOf("grafana");
  const methodOf = ({ env = [] }: Container) => env.find(({ name }) => name === "METHOD")?.value;
  expect([...initContainers, ...containers].map((one) => [one.name, methodOf(one)])).toEqual([
    ["plugins", undefined],
    ["first-dashboards", "LIST"],
    ["grafana", undefined],
    ["sidecar", "WATCH"],
  ]);
  expect(objectOf("Deployment", "grafana").spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
});

test("each request of people is asked about at the site's proxy, whose answer stands in for the browser's header", () => {
  expect(objectOf("Ingress", "grafana").metadata.annotations).toEqual({
    "nginx.ingress.kubernetes.io/auth-url": "https://auth.example.org/oauth2/auth",
    "nginx.ingress.kubernetes.io/auth-signin": "https://auth.example.org/oauth2/start?rd=$scheme://$host$escaped_request_uri",
    "nginx.ingress.kubernetes.io/auth-response-headers": "X-Auth-Request-User",
  });
});

test("frames are shown at home and in the cluster, and to nobody else", () => {
  expect(objectOf("Ingress", "grafana-embed").metadata.annotations).toEqual({
    "nginx.ingress.kubernetes.io/whitelist-source-range": "192.168.0.0/16,10.42.0.0/16,10.43.0.0/16,fd00:10:42::/56,fd00:10:43::/112",
  });
});

test("what the site says of its ingress is what the routes have", () => {
  const ingress = { class: "inner", cluster_issuer: "home-ca", auth_path: "/outpost/auth", sign_in_path: "/outpost/start" };
  const platform = examplePlatform({ dashboards: { user_header: "Remote-User", ingress_namespace: "doors", ingress } });
  const { metadata, spec } = objectOf("Ingress", "grafana", platform);
  expect(metadata.annotations).toMatchObject({
    "cert-manager.io/cluster-issuer": "home-ca",
    "nginx.ingress.kubernetes.io/auth-url": "https://auth.example.org/outpost/auth",
    "nginx.ingress.kubernetes.io/auth-response-headers": "Remote-User",
  });
  expect(spec).toMatchObject({ ingressClassName: "inner", tls: [{ hosts: ["grafana.example.org"], secretName: "grafana-tls" }] });
  expect(settingsOf("grafana", platform)).toMatchObject({ GF_AUTH_PROXY_HEADER_NAME: "Remote-User" });
  expect(JSON.stringify(objectOf("NetworkPolicy", "grafana", platform).spec)).toContain('"kubernetes.io/metadata.name":"doors"');
});

test("behind a gateway its filters are the gates, and what a browser says of itself goes first", () => {
  const filter = (name: string) => ({ group: "traefik.io", kind: "Middleware", name });
  const gateway = {
    name: "public",
    namespace: "gateways",
    listener: "https",
    authentication: filter("sign-in"),
    address_ranges: filter("home"),
  };
  const platform = examplePlatform({ dashboards: { ingress_namespace: "gateways", gateway } });
  expect(routesOf(platform)).toEqual(["HTTPRoute grafana-embed", "HTTPRoute grafana"]);
  const specOf = (name: string) => objectOf("HTTPRoute", name, platform).spec;
  expect(specOf("grafana")).toMatchObject({
    parentRefs: [{ name: "public", namespace: "gateways", sectionName: "https" }],
    hostnames: ["grafana.example.org"],
    rules: [
      {
        filters: [
          { type: "RequestHeaderModifier", requestHeaderModifier: { remove: ["X-Auth-Request-User"] } },
          { type: "ExtensionRef", extensionRef: filter("sign-in") },
        ],
        backendRefs: [{ name: "grafana", port: 3000 }],
      },
    ],
  });
  expect(specOf("grafana-embed")).toMatchObject({ rules: [{ filters: [{ type: "ExtensionRef", extensionRef: filter("home") }] }] });
  expect(runChecks(platform)).toEqual([]);
});

test.each<[string, Partial<Site>, readonly string[], RegExp | undefined]>([
  ["all three addresses", {}, ["Ingress grafana-embed", "Ingress grafana"], undefined],
  ["no frames", { urls: { ...noVhosts, grafana_url, auth_url } }, ["Ingress grafana"], undefined],
  ["no login", { urls: { ...noVhosts, grafana_url, grafana_embed_url } }, ["Ingress grafana-embed"], /^urls\.auth_url is left out/],
  [
    "an address for a name",
    { urls: { ...urls, grafana_url: "https://192.168.10.80" } },
    ["Ingress grafana-embed"],
    /^urls\.grafana_url is at an address/,
  ],
  [
    "frames at an address",
    { urls: { ...urls, grafana_embed_url: "https://[fd00::80]:3000" } },
    ["Ingress grafana"],
    /^urls\.grafana_embed_url is at an address/,
  ],
])("with %s each vhost has a route only with its gate", (_, changes, routes, caution) => {
  const platform = examplePlatform(changes);
  expect(routesOf(platform)).toEqual(routes);
  expect(platform.cautions.filter((one) => one.startsWith("urls."))).toEqual(caution === undefined ? [] : [expect.stringMatching(caution)]);
});

test("below a path, in the clear: the application knows", () => {
  const platform = examplePlatform({ urls: { ...urls, grafana_url: "http://www.example.org/dashboards" } });
  expect(settingsOf("grafana", platform)).toMatchObject({
    GF_SERVER_ROOT_URL: "http://www.example.org/dashboards",
    GF_SERVER_SERVE_FROM_SUB_PATH: "true",
    GF_SECURITY_COOKIE_SECURE: "false",
  });
  const { spec } = objectOf("Ingress", "grafana", platform) as unknown as {
    spec: { tls?: object; rules: [{ http: { paths: [{ path: string }] } }] };
  };
  expect([spec.tls, spec.rules[0].http.paths[0].path]).toEqual([undefined, "/dashboards"]);
});

test("a site without an address for it has no application, and is told what goes with it", () => {
  const platform = examplePlatform({ urls: noVhosts });
  expect(ofBundle(platform)).toEqual([]);
  expect(platform.manifests.map(({ object }) => object.metadata.name)).not.toContain("metrics-gateway");
  const { rules = [], logAlerts } = platform.waiting.leftOut.find(({ exporter }) => exporter === "the dashboard application") ?? {};
  expect(rules.map((rule) => "name" in rule && rule.name)).toContain("DashboardsDown");
  expect(logAlerts).toEqual(["DashboardsNotProvisioned"]);
  expect(platform.logAlerts.map(({ name }) => name)).not.toContain("DashboardsNotProvisioned");
});
