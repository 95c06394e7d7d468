import { autoscaling } from "../../lib/checks/autoscaling";
import type { Platform } from "../../lib/platform/platform";
import { exampleSite, platformOf } from "../example";
import { add, change, manifestOf, remove, SMALL, smallPlatform, whats } from "./small-platform";

const CLUSTER = smallPlatform({ scale: "cluster" });
const VPA = "VerticalPodAutoscaler/relay";
const POD = "spec.template.spec.containers.0.resources";

test.each([
  ["single", SMALL],
  ["cluster", CLUSTER],
])("the example installation passes at scale %s", (_, platformOfScale) => {
  expect(autoscaling.run(platformOfScale)).toEqual([]);
});

test("a single replica that would be evicted says how to mend it", () => {
  expect(autoscaling.run(change("Deployment/relay", "spec.replicas", 1))).toEqual([
    {
      where: 'dist/monitoring-relay/verticalpodautoscaler-relay.yml VerticalPodAutoscaler "relay"',
      what: 'in mode "Recreate" it evicts the only replica',
      fix: "write InPlaceOrRecreate where it bears a restart, else Off with the reason (restartTolerant decides by the number of replicas)",
    },
  ]);
});

const single = (platform: Platform) => change("Deployment/relay", "spec.replicas", 1, platform);
const mode = (value: string | undefined, platform?: Platform) => change(VPA, "spec.updatePolicy.updateMode", value, platform);
const evicts = (value: string) => `in mode "${value}" it evicts the only replica`;
const raised = (resource: string, limit: string, request: string) =>
  `it raises the ${resource} limit of container "relay" along with the request: ${limit} with ${request}`;

test.each<[string, Platform, string[]]>([
  ["Auto, which is Recreate", single(mode("Auto")), [evicts("Auto")]],
  ["no mode, which is Recreate", single(mode(undefined)), [evicts("Recreate")]],
  ["Initial, which is refused although it waits for the next restart", single(mode("Initial")), [evicts("Initial")]],
  ["Off", single(mode("Off")), []],
  [
    "a resize that the updater would never do",
    single(mode("InPlaceOrRecreate")),
    ["the updater leaves a single replica alone, and nothing is ever changed"],
  ],
  ["a resize of the only replica", change(VPA, "spec.updatePolicy.minReplicas", 1, single(mode("InPlaceOrRecreate"))), []],
  ["no number of replicas, which is one", change("Deployment/relay", "spec.replicas", undefined), [evicts("Recreate")]],
  ["a processor limit of ten times the request", change("Deployment/relay", `${POD}.limits.cpu`, "2"), [raised("cpu", "2", "200m")]],
  ["one a quarter above it", change("Deployment/relay", `${POD}.limits.cpu`, "250m"), []],
  ["one just above that", change("Deployment/relay", `${POD}.limits.cpu`, "251m"), [raised("cpu", "251m", "200m")]],
  [
    "a memory limit in another unit, far above",
    change("Deployment/relay", `${POD}.limits.memory`, "1Gi"),
    [raised("memory", "1Gi", "192Mi")],
  ],
  ["limits far above, and Off", mode("Off", change("Deployment/relay", `${POD}.limits.cpu`, "2")), []],
  [
    "limits far above in a container that it leaves alone",
    change(VPA, "spec.resourcePolicy.containerPolicies.0.mode", "Off", change("Deployment/relay", `${POD}.limits.cpu`, "2")),
    [],
  ],
  ["no request", change("Deployment/relay", `${POD}.requests.cpu`, undefined), ['container "relay" says no cpu request for it to change']],
  ["no limit", change("Deployment/relay", `${POD}.limits.memory`, undefined), ['container "relay" says no memory limit for it to change']],
  ["nobody who tells it", remove(VPA), ["nobody tells the autoscaler of it"]],
  [
    "a reason why nobody does",
    change("Deployment/relay", "metadata.annotations", { "belfry/autoscaling-because": "a test" }, remove(VPA)),
    [],
  ],
  [
    "a reason and somebody who does",
    change("Deployment/relay", "metadata.annotations", { "belfry/autoscaling-because": "a test" }),
    ["it says why no autoscaler looks at it, and one does"],
  ],
  [
    "a target that is not there",
    change(VPA, "spec.targetRef.name", "relais"),
    ['it is about Deployment "relais", which is neither in the output nor in autoscaling.workloads', "nobody tells the autoscaler of it"],
  ],
  [
    "a target of another namespace",
    change(VPA, "metadata.namespace", "logging"),
    ['it is about Deployment "relay", which is neither in the output nor in autoscaling.workloads', "nobody tells the autoscaler of it"],
  ],
])("a workload with %s", (_, platform, found) => {
  expect(whats(autoscaling, platform)).toEqual(found);
});

test("two autoscalers of one workload are told, each", () => {
  const { spec } = manifestOf(VPA, SMALL).object;
  const twice = add({ kind: "VerticalPodAutoscaler", metadata: { name: "second", namespace: "monitoring" }, spec });
  expect(whats(autoscaling, twice)).toEqual(Array(2).fill('another autoscaler is about Deployment "relay" too'));
});

test("a DaemonSet has a pod for each node", () => {
  const template = { metadata: { labels: { app: "a" } }, spec: { containers: [] } };
  const daemon = add({ kind: "DaemonSet", apiVersion: "apps/v1", metadata: { name: "d", namespace: "monitoring" }, spec: { template } });
  const spec = { targetRef: { apiVersion: "apps/v1", kind: "DaemonSet", name: "d" }, updatePolicy: { updateMode: "Recreate" } };
  const told = (platform: Platform) =>
    add({ kind: "VerticalPodAutoscaler", metadata: { name: "d", namespace: "monitoring" }, spec }, platform);
  expect(whats(autoscaling, told(daemon))).toEqual([]);
  expect(whats(autoscaling, told({ ...daemon, site: { ...daemon.site, cluster: { ...daemon.site.cluster, nodes: 1 } } }))).toEqual([
    evicts("Recreate"),
  ]);
});

test("an operator's workload is named as the operator makes it, an agent's as the object", () => {
  expect(whats(autoscaling, change("VerticalPodAutoscaler/vmalert-belfry", "spec.targetRef.kind", "StatefulSet"))).toEqual([
    'it is about StatefulSet "vmalert-belfry", which is neither in the output nor in autoscaling.workloads',
    "nobody tells the autoscaler of it",
  ]);
  expect(manifestOf("VerticalPodAutoscaler/vmagent-belfry", CLUSTER).object.spec).toMatchObject({
    targetRef: { apiVersion: "operator.victoriametrics.com/v1beta1", kind: "VMAgent", name: "belfry" },
  });
});

test("without an autoscaler there is no object for one, no rule on one and nothing for its exporter", () => {
  const { autoscaling: _, ...site } = exampleSite();
  const without = platformOf(site);
  expect(without.manifests.filter(({ object }) => object.kind === "VerticalPodAutoscaler")).toEqual([]);
  expect(without.rules.map(({ area }) => area)).not.toContain("autoscaling");
  expect(without.charts[0]?.values["kube-state-metrics"]).toEqual({ selfMonitor: { enabled: true } });
  expect(without.scrapes.flatMap(({ series }) => series).filter(({ name }) => name.startsWith("kube_customresource_"))).toEqual([]);
  expect(autoscaling.run(without)).toEqual([]);
  const { autoscaling: __, ...bare } = SMALL.site;
  expect(new Set(whats(autoscaling, { ...SMALL, site: bare }))).toEqual(new Set(["it is for an autoscaler, and the site has none"]));
});
