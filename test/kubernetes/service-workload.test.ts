import { Testing } from "cdk8s";
import { restrictedProblems } from "../../lib/checks/pod-security";
import {
  checksum,
  checksumAnnotation,
  configPath,
  ServiceWorkload,
  type ServiceWorkloadProps,
} from "../../lib/kubernetes/service-workload";
import { serviceScrape } from "../../lib/metrics/service-scrape";
import { ownWorkload } from "../../lib/network/own-workload";

const PROPS: ServiceWorkloadProps = {
  name: "relay",
  namespace: "monitoring",
  image: "registry.example.org/relay:0123456789ab",
  port: 9999,
  replicas: 2,
  env: { PORT: "9999" },
  config: { "site.json": "{}" },
  cpu: { request: "50m", limit: "500m" },
  memory: "160Mi",
  shutdownSeconds: 15,
};

function render(changes: Partial<ServiceWorkloadProps> = {}) {
  const chart = Testing.chart();
  new ServiceWorkload(chart, { ...PROPS, ...changes });
  const objects = Testing.synth(chart);
  const of = (kind: string) => objects.find((object) => object.kind === kind);
  return { kinds: objects.map(({ kind }) => kind).sort(), of, template: of("Deployment").spec.template };
}

test("a service brings everything it needs", () => {
  expect(render().kinds).toEqual(["ConfigMap", "Deployment", "PodDisruptionBudget", "Service", "ServiceAccount"]);
});

test.each<[string, Partial<ServiceWorkloadProps>, string[]]>([
  ["a single replica, which a budget would only keep a node from draining", { replicas: 1 }, ["PodDisruptionBudget"]],
  ["nothing to configure", { config: undefined }, ["ConfigMap"]],
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

test("the pod lives longer than the shutdown takes", () => {
  expect(render({ shutdownSeconds: 40 }).template.spec.terminationGracePeriodSeconds).toBe(45);
});

test("the Service, the budget, the network policy and the scrape find its pods", () => {
  const { of, template } = render();
  const workload = ownWorkload({ name: "relay", namespace: "monitoring", port: 9999 });
  const { from } = serviceScrape(workload, []);
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
  const volume = { size: "1Gi", path: "/var/lib/relay", storageClass: "storage" };

  test("has a claim that no sync deletes, writable by its group, and one pod at a time", () => {
    const { of, template } = render({ replicas: 1, volume });
    expect(of("PersistentVolumeClaim")).toMatchObject({
      metadata: { name: "relay", annotations: { "argocd.argoproj.io/sync-options": "Prune=false" } },
      spec: { accessModes: ["ReadWriteOnce"], storageClassName: "storage", resources: { requests: { storage: "1Gi" } } },
    });
    expect(of("Deployment").spec.strategy).toEqual({ type: "Recreate" });
    expect(template.spec.securityContext).toMatchObject({ fsGroup: 65532, runAsUser: 65532 });
    expect(template.spec.volumes).toContainEqual({ name: "data", persistentVolumeClaim: { claimName: "relay" } });
    expect(template.spec.containers[0].volumeMounts).toContainEqual({ name: "data", mountPath: "/var/lib/relay" });
    expect(restrictedProblems(template)).toEqual([]);
  });

  test("can't have two replicas", () => {
    expect(() => render({ replicas: 2, volume })).toThrow('service "relay" has 2 replicas and a volume that one pod can hold');
  });
});

describe("a changed configuration restarts it", () => {
  const annotation = (config: Record<string, string>) => render({ config }).template.metadata.annotations[checksumAnnotation("relay")];

  test("the pod carries the checksum of what it mounts", () => {
    const { template } = render();
    expect(template.metadata.annotations).toEqual({ "checksum/relay": checksum({ "site.json": "{}" }) });
    expect(template.spec.volumes).toEqual([{ name: "config", configMap: { name: "relay" } }]);
    expect(template.spec.containers[0].volumeMounts).toEqual([{ name: "config", mountPath: configPath("relay"), readOnly: true }]);
  });

  test.each([
    ["another content", { "site.json": "{ }" }],
    ["another name", { "sites.json": "{}" }],
    ["a file more", { "site.json": "{}", "more.json": "" }],
    ["a name that borrows from the content", { "site.json{}": "" }],
  ])("%s is another checksum", (_, config) => {
    expect(annotation(config)).not.toBe(annotation({ "site.json": "{}" }));
  });

  test("the order of files is none", () => {
    expect(annotation({ a: "1", b: "2" })).toBe(annotation({ b: "2", a: "1" }));
  });

  test("without configuration there is neither volume nor annotation", () => {
    const { template } = render({ config: undefined });
    expect([template.metadata.annotations, template.spec.volumes, template.spec.containers[0].volumeMounts]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
