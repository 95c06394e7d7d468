import { importedFrom } from "../../lib/alerts/rule";
import { alertLabels } from "../../lib/checks/alert-labels";
import type { Platform } from "../../lib/platform/platform";
import { add, addRules, change, SMALL, sampleAlert, whats } from "./small-platform";

test("the example installation passes", () => {
  expect(alertLabels.run(SMALL)).toEqual([]);
});

test("a misspelt component says where, what was meant and what is allowed", () => {
  const misspelt = { ...sampleAlert(), component: "Files" as "DNS" };
  expect(alertLabels.run(addRules(misspelt))).toEqual([
    {
      where: 'rules/added.ts group "added" rule "SampleDown"',
      what: 'component "Files" is unknown; did you mean "Files & Documents"?',
      fix: "use one of: Mail, Sign-in (SSO), Platform, Files & Documents, Backups, Websites, DNS, Smart Home, Internet, NTP",
    },
  ]);
});

test("every label is judged, for rules and for detectors", () => {
  const bad = { severity: "page" as "info", component: "?" as "DNS" };
  const detector = SMALL.detectors.find(({ flow }) => flow === "redis-bgsave");
  const platform = {
    ...addRules({ ...sampleAlert(), ...bad }),
    detectors: detector ? [{ ...detector, severity: bad.severity, scope: { component: bad.component } }] : [],
  };
  expect(alertLabels.run(platform).map(({ where, what }) => `${where}: ${what}`)).toEqual([
    'rules/added.ts group "added" rule "SampleDown": severity "page" is unknown',
    'rules/added.ts group "added" rule "SampleDown": component "?" is unknown',
    'detector "RedisBGSAVEFailure": severity "page" is unknown',
    'detector "RedisBGSAVEFailure": component "?" is unknown',
  ]);
});

test("the severity of every detector is judged", () => {
  const detectors = SMALL.detectors.map((detector) => ({ ...detector, severity: "page" as "info" }));
  expect(whats(alertLabels, { ...SMALL, detectors })).toEqual(detectors.map(() => 'severity "page" is unknown'));
});

test.each([
  ["exactly 120 characters", "x".repeat(120), []],
  ["121 characters", "x".repeat(121), ["the summary is 121 characters long or has several lines"]],
  ["two lines", "down\nreally", ["the summary is 11 characters long or has several lines"]],
])("a summary of %s", (_, summary, found) => {
  expect(whats(alertLabels, addRules(sampleAlert({ summary })))).toEqual(found);
});

test.each([
  ["a team of ours", { team: "ops" }, ['an imported rule carries team "ops"']],
  ["another team", { team: "storage" }, ['an imported rule carries team "storage"']],
  ["a severity of its own", { severity: "page" }, []],
])("an imported rule with %s", (_, labels, found) => {
  expect(whats(alertLabels, addRules(...importedFrom({ source: "mixin" }, [{ alert: "Upstream", expr: "up", labels }])))).toEqual(found);
});

test("an imported recording rule with a team is named by its record", () => {
  const platform = addRules(...importedFrom({ source: "mixin" }, [{ record: "a:b", expr: "up", labels: { team: "ops" } }]));
  expect(alertLabels.run(platform)[0]?.where).toBe('rules/added.ts group "added" rule "a:b"');
});

test.each<[string, Platform]>([
  ["a rule object made by hand", add({ kind: "VMRule" })],
  ["one in the form that the operator converts", add({ kind: "PrometheusRule" })],
  ["one that borrows an area's name in another namespace", add({ kind: "VMRule", metadata: { name: "batch", namespace: "logging" } })],
  ["an area that became another object", change("VMRule/batch", "metadata.name", "batch-2")],
])("%s is made from no declaration", (_, platform) => {
  expect(whats(alertLabels, platform)).toEqual([
    'this rule object is made from no declaration, so nothing gives its alerts severity, component and team "ops"',
  ]);
});
