import { JOB_NAMES } from "../../components/batch/jobs/names";
import { runChecks } from "../../lib/checks/all";
import { podTemplates } from "../../lib/kubernetes/pod-templates";
import type { Site } from "../../lib/site/schema";
import { everyObject } from "../checks/small-platform";
import { exampleSite, fullSite, platformOf } from "../example";
import { isWide } from "../wide";

// no rule pulls anything
const at = (changes: Partial<Site> = {}) => (isWide ? platformOf : everyObject)(fullSite(changes));
const SECRET = { image_pull_secret: { key: "image-registry", property: "dockerconfigjson" } };
const { image_registry } = exampleSite();
const told = at(SECRET);
const pods = podTemplates(told.manifests);
const pullersOf = (isOurs: boolean) =>
  pods
    .filter(({ template: { spec } }) => {
      return (
        [...(spec.containers ?? []), ...(spec.initContainers ?? [])].some(({ image = "" }) => image.startsWith(`${image_registry}/`)) ===
        isOurs
      );
    })
    .map(({ manifest, template }) => [manifest.object.metadata.name, template.spec.imagePullSecrets]);
const pullSecrets = told.manifests.filter(({ object }) => object.kind === "ExternalSecret" && object.metadata.name === "image-pull");

test("no check finds anything", () => {
  expect(runChecks(told)).toEqual([]);
});

test("every namespace that runs an image of ours, and no other, gets one Secret of the type that the kubelet reads", () => {
  const namespaces = new Set(
    pods.filter(({ template }) => template.spec.imagePullSecrets !== undefined).map(({ manifest }) => manifest.object.metadata.namespace),
  );
  expect(pullSecrets.map(({ object }) => object.metadata.namespace).sort()).toEqual([...namespaces].sort());
  expect(namespaces.size).toBe(2);
  for (const { object } of pullSecrets) {
    expect(object.spec).toMatchObject({
      target: { name: "image-pull", template: { type: "kubernetes.io/dockerconfigjson" } },
      data: [{ secretKey: ".dockerconfigjson", remoteRef: { key: "image-registry", property: "dockerconfigjson" } }],
    });
  }
});

test("pods of ours pull with it, and those of others don't", () => {
  expect(pullersOf(true).map(([name]) => name)).toEqual([
    "boiler-bridge",
    ...JOB_NAMES,
    "dead-man",
    "grafana",
    "relay",
    "stale-mounts",
    "status-page",
  ]);
  for (const [, secrets] of pullersOf(true)) expect(secrets).toEqual([{ name: "image-pull" }]);
  expect(pullersOf(false)).toContainEqual(["nut-exporter", undefined]);
  expect(pullersOf(false).filter(([, secrets]) => secrets !== undefined)).toEqual([]);
});

test("without a boiler its namespace gets none", () => {
  const { manifests } = at({ ...SECRET, boiler: undefined });
  expect(manifests.filter(({ object }) => object.metadata.name === "image-pull")).toHaveLength(1);
});

test("a registry that asks nobody needs none", () => {
  const { manifests } = at();
  expect(manifests.filter(({ object }) => object.metadata.name === "image-pull")).toEqual([]);
  expect(JSON.stringify(manifests.map(({ object }) => object))).not.toContain("imagePullSecrets");
});
