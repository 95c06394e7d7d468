import { podIoError } from "../../components/relay/detectors/pod-io-error";
import { staleMountsService } from "../../components/stale-mounts/declaration";
import { runChecks } from "../../lib/checks/all";
import { projectRequirements } from "../../lib/gitops/project";
import { patternOf } from "../../lib/logs/detector";
import { readValue } from "../../lib/service/environment";
import { EXAMPLE, manifestOf } from "../checks/example";
import { everyObject } from "../checks/small-platform";
import { examplePlatform, exampleSite } from "../example";

const BUNDLE = "monitoring-stale-mounts";
const ofBundle = (platform: typeof EXAMPLE) => platform.manifests.filter(({ bundle }) => bundle === BUNDLE);
const namesOf = (platform: typeof EXAMPLE) =>
  ofBundle(platform).map(({ object: { kind, metadata } }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`);
const environmentOf = (platform: typeof EXAMPLE): Record<string, string> => {
  const { template } = manifestOf("Deployment/stale-mounts", platform).object.spec as {
    template: { spec: { containers: [{ env: { name: string; value: string }[] }] } };
  };
  return Object.fromEntries(template.spec.containers[0].env.map(({ name, value }) => [name, value]));
};

test("a site without the section has nothing of it, and its runbooks stay", () => {
  const without = examplePlatform({ stale_mounts: undefined });
  expect(ofBundle(without)).toEqual([]);
  expect(without.rules.some(({ area }) => area === "stale-mounts")).toBe(false);
  expect(runChecks(without)).toEqual([]);
});

test("the pattern is the detector's, and the process reads it as it is", () => {
  const { LOG_PATTERN: text = "" } = environmentOf(EXAMPLE);
  const read = readValue(staleMountsService.variables.LOG_PATTERN, text);
  expect("value" in read && read.value).toEqual(patternOf(podIoError));
});

test.each(["no slashes", "/(/", "/a(?=b)/", "//", "/x*/"])("a pattern that is none is refused: %s", (text) => {
  expect(readValue(staleMountsService.variables.LOG_PATTERN, text)).toHaveProperty("problem");
});

test("the orchestrator's namespace is left out, and what the site leaves out", () => {
  expect(environmentOf(EXAMPLE)).toMatchObject({ NAMESPACES: "*", EXCEPT_NAMESPACES: "kube-system,storage", DRY_RUN: "off" });
});

test("never two pods at a time, with the token of its account", () => {
  expect(manifestOf("Deployment/stale-mounts").object.spec).toMatchObject({
    replicas: 1,
    strategy: { type: "Recreate" },
    template: { spec: { serviceAccountName: "stale-mounts", automountServiceAccountToken: true } },
  });
});

test("the record has no data of ours: the CD tool would put it back", () => {
  expect(manifestOf("ConfigMap/stale-mounts-record").object).not.toHaveProperty("data");
});

test("where namespaces are listed its rights are in these alone, and the CD tool may give them there", () => {
  const site = exampleSite({ stale_mounts: { namespaces: ["git", "mail"] } });
  const platform = everyObject(site);
  expect(
    namesOf(platform)
      .filter((name) => /Role/.test(name))
      .sort(),
  ).toEqual([
    ...["Role git/stale-mounts", "Role mail/stale-mounts", "Role monitoring/stale-mounts-record"],
    ...["RoleBinding git/stale-mounts", "RoleBinding mail/stale-mounts", "RoleBinding monitoring/stale-mounts-record"],
  ]);
  expect(environmentOf(platform)).toMatchObject({ NAMESPACES: "git,mail" });
  expect(projectRequirements(site, platform).destinations.map(({ namespace }) => namespace)).toEqual(
    expect.arrayContaining(["git", "mail", "kube-system"]),
  );
  expect(runChecks(platform)).toEqual([]);
});

test("in a dry run it has no right to do anything", () => {
  const platform = everyObject(exampleSite({ stale_mounts: { mode: "dry_run" } }));
  const rules = ofBundle(platform).flatMap(({ object }) => (object as { rules?: { verbs: string[] }[] }).rules ?? []);
  expect([...new Set(rules.flatMap(({ verbs }) => verbs))].sort()).toEqual(["get", "list"]);
  expect(environmentOf(platform)).toMatchObject({ DRY_RUN: "on" });
});

test("a sample about a pod carries the pod's namespace, not that of the service which tells it", () => {
  const { endpoints } = manifestOf("VMServiceScrape/stale-mounts").object.spec as { endpoints: object[] };
  expect(endpoints).toEqual([
    expect.objectContaining({
      metricRelabelConfigs: [
        { sourceLabels: ["exported_namespace"], regex: "(.+)", targetLabel: "namespace", replacement: "$1" },
        { action: "labeldrop", regex: "exported_namespace" },
      ],
    }),
  ]);
});
