import { references } from "../../lib/checks/references";
import { foreignWorkload } from "../../lib/network/own-workload";
import type { Platform } from "../../lib/platform/platform";
import { examplePlatform } from "../example";
import { add, change, manifestOf, remove, SMALL, smallPlatform, whats } from "./small-platform";

test("the example installation passes", () => {
  expect(references.run(SMALL)).toEqual([]);
});

test("one object in two bundles", () => {
  expect(references.run(add({ ...manifestOf("Service/relay").object }))).toEqual([
    {
      where: 'dist/added/relay.yml Service "relay"',
      what: "the same object also stands in dist/monitoring-relay/service-relay.yml",
      fix: "declare it once",
    },
  ]);
});

test("one object under two versions of its group is one object", () => {
  const twin = { ...manifestOf("VMServiceScrape/relay").object, apiVersion: "operator.victoriametrics.com/v1" };
  expect(whats(references, add(twin))).toEqual(["the same object also stands in dist/monitoring-relay/vmservicescrape-relay.yml"]);
});

test("two objects in one file", () => {
  const { file } = manifestOf("Service/relay");
  const [last, ...others] = [...add({ kind: "ConfigMap" }).manifests].reverse();
  const manifests = [...others, ...(last ? [{ ...last, file }] : [])];
  expect(references.run({ ...SMALL, manifests })).toEqual([
    {
      where: 'dist/monitoring-relay/service-relay.yml ConfigMap "added"',
      what: 'Service "relay" is written to the same file',
      fix: "give one of them another name",
    },
  ]);
});

test.each<[string, Parameters<typeof add>[0]]>([
  ["another namespace", { kind: "Service", metadata: { name: "relay", namespace: "logging" } }],
  ["another kind", { kind: "Role", metadata: { name: "relay", namespace: "monitoring" } }],
  ["another group", { kind: "Service", apiVersion: "serving.knative.dev/v1", metadata: { name: "relay", namespace: "monitoring" } }],
])("the same name in %s is another object", (_, object) => {
  expect(whats(references, add(object))).toEqual([]);
});

const MOUNT = 'it mounts Secret "alert-manager-push", which no ExternalSecret provides';
const unread = (key: string) => `its configuration reads /etc/vm/secrets/alert-manager-push/${key}, which is not mounted`;

test.each([
  ["no ExternalSecret", remove("ExternalSecret/alert-manager-push"), [MOUNT, unread("user-key"), unread("token")]],
  [
    "an ExternalSecret in another namespace",
    change("ExternalSecret/alert-manager-push", "metadata.namespace", "logging"),
    [MOUNT, unread("user-key"), unread("token")],
  ],
  [
    "an ExternalSecret with another target",
    change("ExternalSecret/alert-manager-push", "spec.target.name", "push"),
    [MOUNT, unread("user-key"), unread("token")],
  ],
  ["a key under another name", change("ExternalSecret/alert-manager-push", "spec.data.1.secretKey", "app-token"), [unread("token")]],
  ["a Secret that is not mounted", change("VMAlertmanager/belfry", "spec.secrets", []), [unread("user-key"), unread("token")]],
])("a file of the alert manager with %s", (_, platform, found) => {
  expect([...new Set(whats(references, platform))]).toEqual(found);
});

test.each([
  ["beside the entries' keys", "Merge", []],
  ["in place of the entries' keys", "Replace", [unread("user-key"), unread("token")]],
])("a file that an ExternalSecret's template makes %s", (_, mergePolicy, found) => {
  const template = { mergePolicy, data: { url: "https://example.org/{{ .token }}" } };
  const made = change("ExternalSecret/alert-manager-push", "spec.target.template", template);
  expect([...new Set(whats(references, made))]).toEqual(found);
  const { configRawYaml } = manifestOf("VMAlertmanager/belfry").object.spec as { configRawYaml: string };
  const reading = change("VMAlertmanager/belfry", "spec.configRawYaml", configRawYaml.replaceAll("/user-key", "/url"), made);
  expect(whats(references, reading)).not.toContain(unread("url"));
});

test("the message says which key is missing where", () => {
  const [finding] = references.run(change("ExternalSecret/alert-manager-push", "spec.data.1.secretKey", "app-token"));
  expect(finding).toEqual({
    where: 'dist/monitoring-alerting/vmalertmanager-belfry.yml VMAlertmanager "belfry"',
    what: unread("token"),
    fix: 'list "alert-manager-push" in secrets and give its Credential the key "token"',
  });
});

test.each<[string, string, unknown]>([
  ["a volume", "spec.template.spec.volumes.1", { name: "key", secret: { secretName: "nobody-makes-it" } }],
  [
    "a projected volume",
    "spec.template.spec.volumes.1",
    { name: "key", projected: { sources: [{ secret: { name: "nobody-makes-it" } }] } },
  ],
  [
    "a variable",
    "spec.template.spec.containers.0.env.0",
    { name: "KEY", valueFrom: { secretKeyRef: { name: "nobody-makes-it", key: "k" } } },
  ],
  ["a whole environment", "spec.template.spec.containers.0.envFrom", [{ secretRef: { name: "nobody-makes-it" } }]],
])("a pod that reads a Secret nobody provides, as %s", (_, path, value) => {
  expect(whats(references, change("Deployment/relay", path, value))).toEqual([
    'it reads Secret "nobody-makes-it", which no ExternalSecret provides',
  ]);
});

test("a pod that reads the Secret of a database has it from the operator, as long as there is the database", () => {
  const variable = { name: "DSN", valueFrom: { secretKeyRef: { name: "log-store-database-app", key: "uri" } } };
  const reading = change("StatefulSet/log-store", "spec.template.spec.containers.0.env.0", variable);
  expect(whats(references, reading)).toEqual([]);
  expect(whats(references, remove("Cluster/log-store-database"))).toContain(
    'it reads Secret "log-store-database-app", which no ExternalSecret provides',
  );
});

describe("a priority class", () => {
  const ofClass = (name: string | undefined, base?: Platform) =>
    change("Deployment/relay", "spec.template.spec.priorityClassName", name, base);
  const CLASS = "PriorityClass/belfry-monitoring-alert-path";
  const unmade = (name: string) => `its priority class "${name}" is made by nobody, and the API server refuses its pods`;

  test("that nobody makes says how to mend it", () => {
    expect(references.run(ofClass("urgent"))).toEqual([
      {
        where: 'dist/monitoring-relay/deployment-relay.yml Deployment "relay"',
        what: unmade("urgent"),
        fix: "use alertPathPriority of the site, which may name a class of the cluster (priority_class)",
      },
    ]);
  });

  test.each<[string, Platform, string[]]>([
    ["of an operator's part", change("VMAgent/belfry", "spec.priorityClassName", "urgent"), [unmade("urgent")]],
    ["that everything names and no bundle holds", remove(CLASS), Array(7).fill(unmade("belfry-monitoring-alert-path"))],
    ["that the site names, and so is there", { ...ofClass("urgent"), site: { ...SMALL.site, priority_class: "urgent" } }, []],
    ["of the orchestrator's own", ofClass("system-cluster-critical"), []],
    ["that a pod does without", ofClass(undefined), []],
  ])("%s", (_, platform, found) => {
    expect(whats(references, platform)).toEqual(found);
  });
});

describe("a pull secret", () => {
  const PULLED = examplePlatform({ image_pull_secret: { key: "registry", property: "config" } });
  const SECRET = "boiler/ExternalSecret/image-pull";
  const useless = 'it pulls its image with Secret "image-pull", which no ExternalSecret provides as a kubernetes.io/dockerconfigjson';

  test("that nobody provides says how to mend it", () => {
    expect(references.run(remove(SECRET, PULLED))).toEqual([
      {
        where: 'dist/boiler-bridge/deployment-boiler-bridge.yml Deployment "boiler-bridge"',
        what: useless,
        fix: "declare it in the pod's namespace with pullCredential (charts/image-pull.ts)",
      },
    ]);
  });

  test.each<[string, Platform, string[]]>([
    ["is there", PULLED, []],
    ["of no type", change(SECRET, "spec.target.template", undefined, PULLED), [useless]],
    ["of another type", change(SECRET, "spec.target.template.type", "Opaque", PULLED), [useless]],
    ["with another key", change(SECRET, "spec.data.0.secretKey", "config.json", PULLED), [useless]],
    ["of another namespace", change(SECRET, "metadata.namespace", "logging", PULLED), [useless]],
  ])("%s", (_, platform, found) => {
    expect(whats(references, platform)).toEqual(found);
  });
});

test("an address that no Service has", () => {
  const variable = { name: "ALERTMANAGER_URL", value: "http://vmalertmanager-other.monitoring.svc:9093" };
  expect(references.run(change("Deployment/relay", "spec.template.spec.containers.0.env.1", variable))).toEqual([
    {
      where: 'dist/monitoring-relay/deployment-relay.yml Deployment "relay"',
      what: "it calls vmalertmanager-other.monitoring:9093, and no Service has that name and port",
      fix: "take the address from site.yaml, and let the workload behind it name its Service (`serves`)",
    },
  ]);
});

describe("a Service in a namespace of the platform", () => {
  const later = foreignWorkload({ name: "trace-store", namespace: "logging", port: 5080 }, "a later part of the platform");
  const promised = { ...SMALL, workloads: [...SMALL.workloads, later] };

  test("that only a promise provides is refused at who promises it, and at whoever calls it", () => {
    const output = { ...manifestOf("ClusterOutput/relay").object, metadata: { name: "store", namespace: "logging" } };
    const calling = add({ ...output, spec: { http: { endpoint: "http://trace-store.logging.svc:5080/ingest" } } }, promised);
    expect(references.run(calling)).toEqual([
      {
        where: 'dist/added/store.yml ClusterOutput "store"',
        what: "it calls trace-store.logging:5080, and no Service has that name and port",
        fix: "take the address from site.yaml, and let the workload behind it name its Service (`serves`)",
      },
      {
        where: 'workload "trace-store" in namespace "logging"',
        what: "it is to serve trace-store.logging:5080 (a later part of the platform), and nothing of this output provides that Service",
        fix: "leave the workload and its connections out until the part that builds it is there",
      },
    ]);
  });

  test("is called by an object, and nothing provides it", () => {
    const variable = { name: "SOME_URL", value: "http://later.logging.svc:5080" };
    expect(whats(references, change("Deployment/relay", "spec.template.spec.containers.0.env.1", variable))).toEqual([
      expect.stringMatching(/^it calls .*, and no Service has that name and port$/),
    ]);
  });

  test("of somebody else, in a namespace of theirs, is the site's to promise", () => {
    const status_page = { page_id: "page-01", api_url: "http://page.websites.svc:8080" };
    const own = smallPlatform({ status_page });
    expect(references.run(own)).toEqual([]);
  });
});

test.each(["Relay", "relay ", "relay_2", "-relay", ""])("a name that is no DNS name: %j", (name) => {
  expect(whats(references, add({ kind: "Role", metadata: { name, namespace: "monitoring" } }))).toContain(
    "its name is no DNS name, and the API server refuses it",
  );
});
