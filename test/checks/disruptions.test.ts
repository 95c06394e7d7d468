import { disruptions } from "../../lib/checks/disruptions";
import type { Platform } from "../../lib/platform/platform";
import { add, change, remove, SMALL, smallPlatform, whats } from "./small-platform";

const CLUSTER = smallPlatform({ scale: "cluster" });

test.each([
  ["single", SMALL],
  ["cluster", CLUSTER],
])("the example installation passes at scale %s", (_, platformOf) => {
  expect(disruptions.run(platformOf)).toEqual([]);
});

describe("a workload of ours", () => {
  const POD = "spec.template.spec";

  test("that a drain may end whole says so", () => {
    expect(disruptions.run(remove("PodDisruptionBudget/relay"))).toEqual([
      {
        where: 'dist/monitoring-relay/deployment-relay.yml Deployment "relay"',
        what: "its 2 replicas have no disruption budget: whoever drains nodes may end all of them at once",
        fix: "use ServiceWorkload, which makes one with maxUnavailable: 1",
      },
    ]);
  });

  const noBudget = "its 2 replicas have no disruption budget: whoever drains nodes may end all of them at once";
  const oneNode = "its 2 replicas may all be on one node, and end with it";
  const stuck = "its disruption budget lets no pod go, and no node that it runs on can be drained";
  const BUDGET = "PodDisruptionBudget/relay";
  const bare = (replicas: number | undefined) =>
    add({ kind: "StatefulSet", spec: { replicas, template: { metadata: { labels: { app: "a" } }, spec: {} } } });
  const terms = (kind: string, selector: object) => {
    const term = { topologyKey: "kubernetes.io/hostname", labelSelector: { matchLabels: selector } };
    return kind.startsWith("preferred") ? [{ weight: 100, podAffinityTerm: term }] : [term];
  };
  const apart = (kind: string, selector: object = { "app.kubernetes.io/name": "relay" }) =>
    change(
      "Deployment/relay",
      `${POD}.affinity`,
      { podAntiAffinity: { [kind]: terms(kind, selector) } },
      change("Deployment/relay", `${POD}.topologySpreadConstraints`, undefined),
    );

  test.each<[string, Platform, string[]]>([
    ["a budget for other pods", change(BUDGET, "spec.selector.matchLabels", { app: "a" }), [noBudget]],
    ["a budget of another namespace", change(BUDGET, "metadata.namespace", "logging"), [noBudget]],
    ["a budget that lets none go", change(BUDGET, "spec.maxUnavailable", 0), [stuck]],
    ["a budget that lets no part go", change(BUDGET, "spec.maxUnavailable", "0%"), [stuck]],
    ["a budget that keeps all", change(BUDGET, "spec.minAvailable", 2), [stuck]],
    ["a budget that keeps all of them in percent", change(BUDGET, "spec.minAvailable", "51%"), [stuck]],
    ["a budget that keeps half", change(BUDGET, "spec.minAvailable", "50%"), []],
    ["nothing that spreads it", change("Deployment/relay", `${POD}.topologySpreadConstraints`, undefined), [oneNode]],
    [
      "spread over zones alone",
      change("Deployment/relay", `${POD}.topologySpreadConstraints.0.topologyKey`, "topology.kubernetes.io/zone"),
      [oneNode],
    ],
    [
      "spread among other pods",
      change("Deployment/relay", `${POD}.topologySpreadConstraints.0.labelSelector.matchLabels`, { app: "a" }),
      [oneNode],
    ],
    ["spread among nobody", change("Deployment/relay", `${POD}.topologySpreadConstraints.0.labelSelector`, undefined), [oneNode]],
    ["an affinity that keeps it apart", apart("requiredDuringSchedulingIgnoredDuringExecution"), []],
    ["an affinity that rather keeps it apart", apart("preferredDuringSchedulingIgnoredDuringExecution"), []],
    ["an affinity about others", apart("requiredDuringSchedulingIgnoredDuringExecution", { app: "a" }), [oneNode]],
    ["one replica, and neither", bare(1), []],
    ["no number of replicas, which is one", bare(undefined), []],
    ["another kind", bare(2), [noBudget, oneNode]],
  ])("with %s", (_, platformOf, found) => {
    expect(whats(disruptions, platformOf)).toEqual(found);
  });
});

describe("an operator's workload", () => {
  const of = (path: string, value: unknown, id = "VMAgent/belfry") => change(id, path, value, CLUSTER);
  const together = "its 3 replicas have no disruption budget: whoever drains nodes may end all of them at once";

  test("whose shards have a budget each, and may go together, says so", () => {
    expect(disruptions.run(remove("PodDisruptionBudget/belfry", of("spec.podDisruptionBudget", { maxUnavailable: 1 })))).toEqual([
      {
        where: 'dist/monitoring-metrics/vmagent-belfry.yml VMAgent "belfry" spec',
        what: together,
        fix: "use operatorPod and membersBudget, which make one with maxUnavailable: 1",
      },
    ]);
  });

  test.each<[string, Platform, string[]]>([
    [
      "no budget",
      of("spec.podDisruptionBudget", undefined, "VMAlert/belfry"),
      ["its 2 replicas have no disruption budget: whoever drains nodes may end all of them at once"],
    ],
    [
      "a budget that lets none go",
      of("spec.podDisruptionBudget", { minAvailable: 2 }, "VMAlert/belfry"),
      ["its disruption budget lets no pod go, and no node that it runs on can be drained"],
    ],
    ["shards and a budget for another agent", of("spec.selector.matchLabels", { app: "a" }, "PodDisruptionBudget/belfry"), [together]],
    [
      "shards and a budget that lets none go",
      of("spec.maxUnavailable", 0, "PodDisruptionBudget/belfry"),
      ["its disruption budget lets no pod go, and no node that it runs on can be drained"],
    ],
    ["shards that nothing keeps apart", of("spec.affinity", undefined), ["its 3 replicas may all be on one node, and end with it"]],
    ["spread whose pods the operator names", of("spec.topologySpreadConstraints.0.labelSelector", undefined, "VMAlert/belfry"), []],
    ["no spread", of("spec.topologySpreadConstraints", [], "VMAlert/belfry"), ["its 2 replicas may all be on one node, and end with it"]],
    [
      "a part without spread",
      of("spec.vmstorage.topologySpreadConstraints", undefined, "VMCluster/belfry"),
      ["its 3 replicas may all be on one node, and end with it"],
    ],
    [
      "a single replica, and a budget that keeps it",
      change("VMAlert/belfry", "spec.podDisruptionBudget", { minAvailable: 1 }),
      ["its disruption budget lets no pod go, and no node that it runs on can be drained"],
    ],
  ])("with %s", (_, platformOf, found) => {
    expect(whats(disruptions, platformOf)).toEqual(found);
  });
});
