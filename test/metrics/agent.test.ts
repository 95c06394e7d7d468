import type { Site } from "../../lib/site/schema";
import { manifestOf } from "../checks/example";
import { exampleSite, fullPlatform } from "../example";

const agentAt = (nodes: number, scale: Site["scale"] = "cluster") => {
  const platform = fullPlatform({ scale, cluster: { ...exampleSite().cluster, nodes } });
  const budgets = platform.manifests.filter(
    ({ object: { kind, metadata } }) => kind === "PodDisruptionBudget" && metadata.name === "belfry",
  );
  return { spec: manifestOf("VMAgent/belfry", platform).object.spec, budgets: budgets.map(({ object }) => object.spec) };
};

test.each([
  [2, 2],
  [3, 3],
  [12, 3],
])("on %i nodes the targets are shared by %i members, two of which ask each, and one may go at a time", (nodes, members) => {
  const { spec, budgets } = agentAt(nodes);
  expect(spec).toMatchObject({ shardCount: members, replicaCount: 1, extraArgs: { "promscrape.cluster.replicationFactor": "2" } });
  expect(spec).not.toHaveProperty("podDisruptionBudget");
  const pods = { "app.kubernetes.io/name": "vmagent", "app.kubernetes.io/instance": "belfry", "managed-by": "vm-operator" };
  expect(budgets).toEqual([{ maxUnavailable: 1, selector: { matchLabels: pods } }]);
});

test("a single agent has all targets, and no budget: it would keep its node from being drained", () => {
  const { spec, budgets } = agentAt(3, "single");
  expect([spec, budgets]).toEqual([expect.not.objectContaining({ shardCount: expect.anything(), extraArgs: expect.anything() }), []]);
});
