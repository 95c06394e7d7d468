import { App } from "cdk8s";
import { Bundle, bundlesOf } from "../../lib/gitops/bundle";
import { manifestsOf } from "../../lib/gitops/manifest";
import { ConfigMap, Namespace } from "../../lib/kubernetes/core";
import { ClusterFlow, ClusterOutput, VMRule } from "../../lib/kubernetes/custom-resources";

function appWith(build: (bundle: Bundle) => void): App {
  const app = new App();
  build(new Bundle(app, "monitoring-logging-flows", { namespace: "logging" }));
  return app;
}

const filesOf = (app: App) => manifestsOf(app).map(({ file }) => file);

test.each<[string, (bundle: Bundle) => void, string]>([
  [
    "a flow",
    (bundle) => new ClusterFlow(bundle, "x", { metadata: { name: "postfix", namespace: "logging" }, spec: {} }),
    "flow-postfix.yml",
  ],
  [
    "an output",
    (bundle) => new ClusterOutput(bundle, "x", { metadata: { name: "relay", namespace: "logging" }, spec: {} }),
    "output-relay.yml",
  ],
  [
    "rules, by their area alone",
    (bundle) => new VMRule(bundle, "x", { metadata: { name: "storage", namespace: "logging" }, spec: { groups: [] } }),
    "storage.yml",
  ],
  ["another kind", (bundle) => new ConfigMap(bundle, "x", { metadata: { name: "a", namespace: "logging" } }), "configmap-a.yml"],
  ["a namespace", (bundle) => new Namespace(bundle, "x", { metadata: { name: "a" } }), "namespace-a.yml"],
  [
    "an object in another namespace than its bundle's",
    (bundle) => new ConfigMap(bundle, "x", { metadata: { name: "a", namespace: "other" } }),
    "configmap-a.other.yml",
  ],
])("%s has the name a reviewer looks for", (_, build, file) => {
  expect(filesOf(appWith(build))).toEqual([`monitoring-logging-flows/${file}`]);
});

test("files are sorted, in whatever order the objects came", () => {
  const names = ["c", "a", "b"];
  const app = appWith((bundle) => {
    for (const name of names) new ConfigMap(bundle, name, { metadata: { name, namespace: "logging" } });
  });
  expect(filesOf(app)).toEqual(["a", "b", "c"].map((name) => `monitoring-logging-flows/configmap-${name}.yml`));
});

test("the bundles of an app are its bundles, with their home", () => {
  const app = appWith(() => undefined);
  expect(bundlesOf(app).map(({ node, homeNamespace }) => [node.id, homeNamespace])).toEqual([["monitoring-logging-flows", "logging"]]);
});
