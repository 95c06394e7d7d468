import { upstreamTouches } from "../../lib/checks/upstream-touches";
import { OWNER_ANNOTATION, RECOVERY_ANNOTATION, touchAnnotations } from "../../lib/kubernetes/upstream";
import { add, SITE, SMALL, whats } from "./small-platform";

const owner = `kube-prometheus-stack ${SITE.exporters.chart_version}`;
const recovery = "kubectl -n argocd patch application exporters ...";

/** The node exporter's own object, which the chart makes. */
const touched = (annotations?: Record<string, string>) =>
  add({ kind: "DaemonSet", metadata: { name: "exporters-prometheus-node-exporter", namespace: SITE.namespaces.exporters, annotations } });

test("the example installation passes", () => {
  expect(upstreamTouches.run(SMALL)).toEqual([]);
});

test("an object of an upstream chart without a word about its owner", () => {
  expect(upstreamTouches.run(touched())).toEqual([
    {
      where: 'dist/added/exporters-prometheus-node-exporter.yml DaemonSet "exporters-prometheus-node-exporter"',
      what: `it belongs to ${owner}, and does not say so`,
      fix: "name the owner and the recovery command with touchAnnotations (belfry/owner, belfry/recovery)",
    },
  ]);
});

test.each<[string, Record<string, string>, string[]]>([
  ["owner and recovery command", touchAnnotations({ owner, recovery }), []],
  ["an owner alone", { [OWNER_ANNOTATION]: owner }, [`it belongs to ${owner}, and names no recovery command`]],
  ["a blank recovery command", touchAnnotations({ owner, recovery: " \n" }), [`it belongs to ${owner}, and names no recovery command`]],
  ["a recovery command alone", { [RECOVERY_ANNOTATION]: recovery }, [`it belongs to ${owner}, and does not say so`]],
  ["a blank owner", touchAnnotations({ owner: " ", recovery }), [`it belongs to ${owner}, and does not say so`]],
])("with %s", (_, annotations, found) => {
  expect(whats(upstreamTouches, touched(annotations))).toEqual(found);
});

test.each<[string, object, string[]]>([
  ["the same name in another namespace is ours", { name: "exporters-kube-state-metrics", namespace: "monitoring" }, []],
  [
    "an object that names an owner we know no chart of needs the command too",
    { name: "coredns", namespace: "kube-system", annotations: { [OWNER_ANNOTATION]: "k3s" } },
    ["it belongs to k3s, and names no recovery command"],
  ],
  [
    "an owner that is nobody",
    { name: "coredns", namespace: "kube-system", annotations: { [OWNER_ANNOTATION]: "" } },
    ["it belongs to somebody else, and does not say so"],
  ],
])("%s", (_, metadata, found) => {
  expect(whats(upstreamTouches, add({ kind: "Deployment", metadata }))).toEqual(found);
});
