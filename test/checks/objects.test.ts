import { objects } from "../../lib/checks/objects";
import type { Platform } from "../../lib/platform/platform";
import { examplePlatform } from "../example";
import { change, remove, SMALL, SMALL_PARTS, smallPlatform, whats } from "./small-platform";

const CLUSTER = smallPlatform({ scale: "cluster" });

test("the example installation passes at both scales", () => {
  expect([...objects.run(SMALL), ...objects.run(CLUSTER)]).toEqual([]);
});

test("a part that nobody lists any more is named", () => {
  const without = smallPlatform(
    {},
    SMALL_PARTS.filter(({ name }) => name !== "rules"),
  );
  const [first] = objects.run(without).filter(({ where }) => where === "rules/batch.ts");
  expect(first).toEqual({
    where: "rules/batch.ts",
    what: 'it is declared, and no VMRule "batch" is in dist/',
    fix: "list the part that builds it (charts/rules.ts) in charts/platform.ts",
  });
});

test.each<[string, Platform, string]>([
  ["a Namespace", remove("Namespace/logging"), 'it is declared, and no Namespace "logging" is in dist/'],
  ["the rules of one area", remove("VMRule/relay"), 'it is declared, and no VMRule "relay" is in dist/'],
  ["a chart's Application", remove("Application/home-exporters"), 'it is declared, and no Application "home-exporters" is in dist/'],
  ["an ExternalSecret", remove("ExternalSecret/dead-man"), 'it is declared, and no ExternalSecret "dead-man" is in dist/'],
  ["a Deployment", remove("Deployment/relay"), "no pod template in dist/ has its labels"],
  ["an operator's object", remove("VMAgent/belfry"), 'no VMAgent "belfry" in dist/ makes it'],
  ["a clustered store", remove("VMCluster/belfry", CLUSTER), 'no VMCluster "belfry" in dist/ makes it'],
  ["a Service", remove("Service/metrics"), "it is called at metrics.monitoring:8429, and no such Service is in dist/"],
  [
    "one namespace's of two ExternalSecrets of a name",
    remove("boiler/ExternalSecret/image-pull", examplePlatform({ image_pull_secret: { key: "registry", property: "config" } })),
    'it is declared, and no ExternalSecret "image-pull" is in dist/',
  ],
])("%s that is gone", (_, of, what) => {
  expect(whats(objects, of)).toContain(what);
});

test.each<[string, Platform, RegExp]>([
  ["an object under another name", change("VMAgent/belfry", "metadata.name", "other"), /^no VMAgent "belfry" in dist\/ makes it$/],
  ["an object with another port", change("VMAlertmanager/belfry", "spec.port", "9094"), /^its port is 9094, workload .* declares 9093$/],
  [
    "a Service of other pods",
    change("Service/metrics", "spec.selector", { app: "x" }),
    /^metrics\.monitoring:8429 does not lead to workload "vmsingle-belfry"/,
  ],
  ["a Service of all pods", change("Service/metrics", "spec.selector", {}), /^metrics\.monitoring:8429 does not lead to/],
  ["a Service that leads to another port", change("Service/metrics", "spec.ports.0.targetPort", 1), /does not lead to .* on 8429$/],
  ["a Service on another port", change("Service/relay", "spec.ports.0.port", 80), /^relay\.monitoring:9999 does not lead to/],
])("%s", (_, of, what) => {
  expect(whats(objects, of)).toContainEqual(expect.stringMatching(what));
});
