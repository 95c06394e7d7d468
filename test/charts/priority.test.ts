import { runChecks } from "../../lib/checks/all";
import { operatorParts } from "../../lib/checks/operator-parts";
import { podTemplates } from "../../lib/kubernetes/pod-templates";
import type { Platform } from "../../lib/platform/platform";
import type { Site } from "../../lib/site/schema";
import { everyObject } from "../checks/small-platform";
import { exampleSite, fullSite, platformOf } from "../example";
import { isWide } from "../wide";

// no rule is scheduled
const at = (changes: Partial<Site> = {}) => (isWide ? platformOf : everyObject)(fullSite(changes));

const SCALES = [["single"], ["cluster"]] as const;
const ALERT_PATH = ["dead-man", "relay", "status-page"];
const OWN = "belfry-monitoring-alert-path";

/** Who has which priority class: pods of ours by name, the operator's all. */
function classes({ manifests }: Platform) {
  const ofPods = podTemplates(manifests).map(({ manifest, template }) => [manifest.object.metadata.name, template.spec.priorityClassName]);
  return { ofPods, ofOperator: operatorParts(manifests).map(({ spec }) => spec.priorityClassName) };
}
const classObjects = ({ manifests }: Platform) => manifests.filter(({ object }) => object.kind === "PriorityClass");

describe.each(SCALES)("at scale %s", (scale) => {
  const built = at({ scale });

  test("everything between a sample and a page is scheduled first and evicted last; exporters and the bridge are not", () => {
    const { ofPods, ofOperator } = classes(built);
    expect(new Set(ofOperator)).toEqual(new Set([OWN]));
    const withClass = ofPods.filter(([, name]) => name !== undefined);
    expect(withClass).toEqual(ALERT_PATH.map((name) => [name, OWN]));
    expect(ofPods.map(([name]) => name)).toEqual(expect.arrayContaining(["boiler-bridge", "nut-exporter"]));
  });

  test("its class is one object, below the orchestrator's, and nobody is evicted for it", () => {
    expect(classObjects(built).map(({ object }) => object)).toEqual([
      expect.objectContaining({ value: 900_000_000, preemptionPolicy: "Never" }),
    ]);
    expect(classObjects(built)[0]?.object.metadata.name).toBe(OWN);
  });
});

test("it is applied before what names it, by a project that may", () => {
  const built = at();
  expect(classObjects(built).map(({ bundle }) => bundle)).toEqual(["monitoring-namespaces"]);
  const project = built.manifests.find(({ object }) => object.kind === "AppProject")?.object.spec;
  expect(project).toMatchObject({
    clusterResourceWhitelist: expect.arrayContaining([{ group: "scheduling.k8s.io", kind: "PriorityClass" }]),
  });
});

test("another installation in the same cluster has a class of its own", () => {
  const site = exampleSite();
  const urls = Object.fromEntries(
    Object.entries(site.urls).map(([key, url]) => [key, url.replace(".monitoring.svc", ".monitoring-2.svc")]),
  );
  const other = at({ namespaces: { ...site.namespaces, monitoring: "monitoring-2" }, urls: urls as typeof site.urls });
  expect(classObjects(other).map(({ object }) => object.metadata.name)).toEqual(["belfry-monitoring-2-alert-path"]);
});

test("a class that the site names is used, and none is made", () => {
  const built = at({ priority_class: "platform-critical" });
  expect(runChecks(built)).toEqual([]);
  expect(classObjects(built)).toEqual([]);
  expect(new Set(classes(built).ofOperator)).toEqual(new Set(["platform-critical"]));
});
