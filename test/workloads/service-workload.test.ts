import { Testing } from "cdk8s";
import * as z from "zod/mini";
import { restrictedProblems } from "../../lib/checks/pod-security";
import type { Credential } from "../../lib/kubernetes/credential";
import { serviceScrape } from "../../lib/metrics/service-scrape";
import { ownWorkload } from "../../lib/network/own-workload";
import { declareService, logLevel, type ServiceDeclaration } from "../../lib/service/declaration";
import { httpUrls, text, type Variables, wholeNumber } from "../../lib/service/environment";
import { checksum, checksumAnnotation } from "../../lib/workloads/config-checksum";
import { configPath, secretFile } from "../../lib/workloads/restricted-workload";
import { ServiceWorkload, type ServiceWorkloadProps } from "../../lib/workloads/service-workload";
import { exampleSite } from "../example";

const FACTS = { name: "relay", purpose: "is an example.", port: 9999, paths: [], maxBodyBytes: 2048, shutdownSeconds: 15, series: {} };
const SERVICE = declareService({ ...FACTS, variables: { UPSTREAM_URL: { help: "", ...httpUrls }, LOG_LEVEL: logLevel } });
const CREDENTIAL: Credential = {
  name: "account",
  namespace: "monitoring",
  keys: { token: { key: "account", property: "token", holds: "a token" } },
};

const PROPS: ServiceWorkloadProps<(typeof SERVICE)["variables"]> = {
  service: SERVICE,
  name: "relay",
  namespace: "monitoring",
  port: 9999,
  replicas: 2,
  values: { UPSTREAM_URL: ["http://a", "http://b"] },
  site: exampleSite(),
  cpu: { request: "50m", limit: "500m" },
  memory: "160Mi",
};

/** A service like the example with other variables, and their values. */
function like<const V extends Variables>(
  variables: V,
  values: Readonly<Record<string, unknown>> = {},
): Pick<ServiceWorkloadProps<Variables>, "service" | "values"> {
  return { service: declareService({ ...FACTS, variables }) as ServiceDeclaration, values: values as Readonly<Record<string, never>> };
}

const configured = (content: string, name = "site.json") =>
  like({ SITE_FILE: { help: "", ...text, siteFile: { name, content: () => content } } });

type Changes = Partial<Omit<ServiceWorkloadProps<Variables>, "service" | "values">> &
  Partial<Pick<ServiceWorkloadProps<Variables>, "service" | "values">>;

function render(changes: Changes = {}) {
  const chart = Testing.chart();
  new ServiceWorkload<Variables>(chart, { ...PROPS, ...configured("{}"), ...changes });
  const objects = Testing.synth(chart);
  const of = (kind: string) => objects.find((object) => object.kind === kind);
  return { kinds: objects.map(({ kind }) => kind).sort(), of, template: of("Deployment").spec.template };
}

test("a service brings everything it needs", () => {
  expect(render().kinds).toEqual(["ConfigMap", "Deployment", "PodDisruptionBudget", "Service", "ServiceAccount"]);
});

test.each<[string, Changes, string[]]>([
  ["a single replica, which a budget would only keep a node from draining", { replicas: 1 }, ["PodDisruptionBudget"]],
  ["nothing to configure", like({}), ["ConfigMap"]],
])("%s leaves out %s", (_, changes, left) => {
  expect(render().kinds.filter((kind) => !render(changes).kinds.includes(kind))).toEqual(left);
});

test("its pod meets the restricted profile and holds no token", () => {
  const { template, of } = render();
  expect(restrictedProblems(template)).toEqual([]);
  expect(template.spec.automountServiceAccountToken).toBe(false);
  expect(of("ServiceAccount").automountServiceAccountToken).toBe(false);
  expect(template.spec.containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
});

test("memory is requested and limited alike, and the processor as told", () => {
  expect(render().template.spec.containers[0].resources).toEqual({
    requests: { cpu: "50m", memory: "160Mi" },
    limits: { cpu: "500m", memory: "160Mi" },
  });
});

test("memory may be limited above what is requested", () => {
  const { requests, limits } = render({ memory: { request: "96Mi", limit: "160Mi" } }).template.spec.containers[0].resources;
  expect([requests.memory, limits.memory]).toEqual(["96Mi", "160Mi"]);
});

test("the pod lives longer than the shutdown takes", () => {
  const service = { ...FACTS, variables: {}, shutdownSeconds: 40 };
  expect(render({ service, values: {} }).template.spec.terminationGracePeriodSeconds).toBe(45);
});

test("the Service, the budget, the network policy and the scrape find its pods", () => {
  const { of, template } = render();
  const workload = ownWorkload({ name: "relay", namespace: "monitoring", port: 9999 });
  const { from } = serviceScrape(workload, SERVICE);
  const selectors = [
    of("Service").spec.selector,
    of("Deployment").spec.selector.matchLabels,
    of("PodDisruptionBudget").spec.selector.matchLabels,
    workload.pods,
  ];
  for (const selector of selectors) expect(template.metadata.labels).toMatchObject(selector);
  expect(of("Service").metadata.labels).toMatchObject(from.kind === "service" ? from.selector : {});
  expect(from).toMatchObject({ kind: "service", port: "http" });
});

test("one port is the container's, the Service's, the probes' and the scrape's", () => {
  const { of, template } = render();
  const [container] = template.spec.containers;
  expect(container.ports).toEqual([{ name: "http", containerPort: 9999 }]);
  expect(of("Service").spec.ports).toEqual([{ name: "http", port: 9999, targetPort: "http" }]);
  for (const probe of ["startupProbe", "livenessProbe"]) expect(container[probe].httpGet).toEqual({ path: "/healthz", port: "http" });
  expect(container.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
});

describe("a service that keeps something", () => {
  const keeping = like(
    { STATE_DIR: { help: "", ...text, default: "/var/lib/relay", isState: true } },
    { STATE_DIR: { size: "1Gi", storageClass: "storage" } },
  );

  test("has a claim that no sync deletes, writable by its group, and one pod at a time", () => {
    const { of, template } = render({ replicas: 1, ...keeping });
    expect(of("PersistentVolumeClaim")).toMatchObject({
      metadata: { name: "relay", annotations: { "argocd.argoproj.io/sync-options": "Prune=false,Delete=false" } },
      spec: { accessModes: ["ReadWriteOnce"], storageClassName: "storage", resources: { requests: { storage: "1Gi" } } },
    });
    expect(of("Deployment").spec.strategy).toEqual({ type: "Recreate" });
    expect(template.spec.securityContext).toMatchObject({ fsGroup: 65532, runAsUser: 65532 });
    expect(template.spec.volumes).toContainEqual({ name: "data", persistentVolumeClaim: { claimName: "relay" } });
    expect(template.spec.containers[0].volumeMounts).toContainEqual({ name: "data", mountPath: "/var/lib/relay" });
    expect(template.spec.containers[0].env).toContainEqual({ name: "STATE_DIR", value: "/var/lib/relay" });
    expect(restrictedProblems(template)).toEqual([]);
  });

  test("can't have two replicas", () => {
    expect(() => render({ replicas: 2, ...keeping })).toThrow('service "relay" has 2 replicas and a volume that one pod can hold');
  });
});

describe("a changed configuration restarts it", () => {
  const annotation = (of: ReturnType<typeof like>) => render(of).template.metadata.annotations[checksumAnnotation("relay")];
  const two = (first: string, second: string) =>
    like({
      A: { help: "", ...text, siteFile: { name: first, content: () => first } },
      B: { help: "", ...text, siteFile: { name: second, content: () => second } },
    });

  test("the pod carries the checksum of what it mounts", () => {
    const { template } = render();
    expect(template.metadata.annotations).toEqual({ "checksum/relay": checksum({ "site.json": "{}" }) });
    expect(template.spec.volumes).toEqual([{ name: "config", configMap: { name: "relay" } }]);
    expect(template.spec.containers[0].volumeMounts).toEqual([{ name: "config", mountPath: configPath("relay"), readOnly: true }]);
  });

  test.each([
    ["another content", configured("{ }")],
    ["another name", configured("{}", "sites.json")],
    ["a file more", two("site.json", "more.json")],
    ["a name that borrows from the content", configured("", "site.json{}")],
  ])("%s is another checksum", (_, of) => {
    expect(annotation(of)).not.toBe(annotation(configured("{}")));
  });

  test("the order of files is none", () => {
    expect(annotation(two("a", "b"))).toBe(annotation(two("b", "a")));
  });

  test("without configuration there is neither volume nor annotation", () => {
    const { template } = render(like({}));
    expect([template.metadata.annotations, template.spec.volumes, template.spec.containers[0].volumeMounts]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("its environment", () => {
  const variables = {
    UPSTREAM_URL: { help: "", ...httpUrls },
    TOKEN: { help: "", ...text, secret: true },
    LIMIT: { help: "", ...wholeNumber(1, 9), default: "5" },
    PRICE: { help: "", allowed: "a price", schema: z.string().check(z.regex(/^\d+\.\d+$/)), default: "0.1" },
    MAX_BODY_BYTES: { help: "", ...wholeNumber(1024, 4096) },
    SITE_FILE: { help: "", ...text, siteFile: { name: "site.json", content: () => "{}" } },
    LOG_LEVEL: logLevel,
  } as const;
  const values = { UPSTREAM_URL: ["http://a", "http://b"], TOKEN: secretFile(CREDENTIAL, "token") };

  test("is the declared variables in their order, each given, derived from the declaration or the path of what is mounted", () => {
    const { template } = render(like(variables, { LOG_LEVEL: "info", ...values }));
    const [container] = template.spec.containers;
    expect(container.env).toEqual([
      { name: "PORT", value: "9999" },
      { name: "UPSTREAM_URL", value: "http://a,http://b" },
      { name: "TOKEN_FILE", value: "/run/secrets/account/token" },
      { name: "MAX_BODY_BYTES", value: "2048" },
      { name: "SITE_FILE", value: "/etc/relay/site.json" },
      { name: "LOG_LEVEL", value: "info" },
    ]);
    expect(container.volumeMounts).toContainEqual({ name: "account", mountPath: "/run/secrets/account", readOnly: true });
    expect(template.spec.volumes).toContainEqual({ name: "account", secret: { secretName: "account" } });
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      "a misspelt name",
      { LIMITS: 3 },
      'variable "LIMITS" is unknown; did you mean "LIMIT"? use one of: HOST, UPSTREAM_URL, TOKEN, LIMIT, PRICE, LOG_LEVEL',
    ],
    [
      "a required one that is missing",
      { UPSTREAM_URL: undefined },
      "UPSTREAM_URL is not given; use an http:// or https:// URL without query",
    ],
    ["a missing secret", { TOKEN: undefined }, "TOKEN is not given; use a key of a credential (secretFile)"],
    ["a value out of range", { LIMIT: 10 }, 'LIMIT: "10" is not allowed; use a whole number from 1 to 9'],
    ["a number that JavaScript writes in its own way", { PRICE: 1e-7 }, 'PRICE: "1e-7" is not allowed; use a price'],
    [
      "nothing between the quotes",
      { LIMIT: "" },
      "LIMIT: it is empty, which counts as not set; use a whole number from 1 to 9, or leave it out",
    ],
    ["a secret's value", { TOKEN: "s3cr3t" }, "TOKEN: it is a secret and its value is given; use a key of a credential (secretFile)"],
    [
      "a key that the credential lacks",
      { TOKEN: secretFile(CREDENTIAL, "tokn") },
      'TOKEN: credential "account" has no key "tokn"; use one of: token',
    ],
    [
      "what the declaration says",
      { MAX_BODY_BYTES: 4096 },
      "MAX_BODY_BYTES follows from the declaration and is given a value; leave it out",
    ],
    ["the path of a site file", { SITE_FILE: "/x" }, "SITE_FILE follows from the declaration and is given a value; leave it out"],
  ])("refuses %s, with the service's name", (_, wrong, message) => {
    const rendered = () => render(like(variables, { ...values, ...wrong }));
    expect(rendered).toThrow(`service "relay": ${message}`);
    expect(rendered).not.toThrow(/s3cr3t/);
  });

  test("refuses values that don't go together", () => {
    const service = declareService({
      ...FACTS,
      variables,
      contradictions: ({ LIMIT, LOG_LEVEL }) => (LIMIT > 5 && LOG_LEVEL === "info" ? ["LIMIT: too much to tell; use 5 or less"] : []),
    });
    const rendered = (LIMIT: number) => () => new ServiceWorkload(Testing.chart(), { ...PROPS, service, values: { ...values, LIMIT } });
    expect(rendered(6)).toThrow('service "relay": LIMIT: too much to tell; use 5 or less');
    expect(rendered(5)).not.toThrow();
  });

  test("tells all mistakes at once", () => {
    expect(() => render(like(variables, { LIMIT: 0 }))).toThrow(/UPSTREAM_URL(.|\n)*TOKEN(.|\n)*LIMIT/);
  });

  test("is refused by the compiler where a name or a type is wrong", () => {
    const props = { ...PROPS, service: declareService({ ...FACTS, variables }) };
    const right = { ...props, values };
    expect(() => new ServiceWorkload(Testing.chart(), right)).not.toThrow();
    // @ts-expect-error misspelt
    expect(() => new ServiceWorkload(Testing.chart(), { ...props, values: { ...values, LIMITS: 1 } })).toThrow("LIMITS");
    // @ts-expect-error a text for a number
    expect(() => new ServiceWorkload(Testing.chart(), { ...props, values: { ...values, LIMIT: "many" } })).toThrow("LIMIT");
    // @ts-expect-error a secret is missing
    expect(() => new ServiceWorkload(Testing.chart(), { ...props, values: { UPSTREAM_URL: ["http://a"] } })).toThrow("TOKEN");
    // @ts-expect-error a secret by its value
    expect(() => new ServiceWorkload(Testing.chart(), { ...props, values: { ...values, TOKEN: "x" } })).toThrow("TOKEN");
    // @ts-expect-error the declaration says it
    expect(() => new ServiceWorkload(Testing.chart(), { ...props, values: { ...values, MAX_BODY_BYTES: 2048 } })).toThrow("MAX_BODY_BYTES");
  });
});
