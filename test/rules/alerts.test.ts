import type { Severity } from "../../lib/alerts/labels";
import { componentsOf } from "../../lib/alerts/owner";
import { ownAlerts } from "../../lib/alerts/rule";
import { type Duration, minutes } from "../../lib/duration";
import { COMPONENTS, type Component } from "../../lib/site/component";
import { EXAMPLE } from "../checks/example";

const alerts = ownAlerts(EXAMPLE.rules).map(({ rule }) => rule);
const named = (name: string) => alerts.filter((rule) => rule.name === name);

/** What the specification's table says of its alerts (part 6), each under the name that it or we give it. What else fires is ours to say. */
const SPECIFIED: readonly (readonly [name: string, says: { severity?: Severity; for?: Duration; component?: Component }])[] = [
  ["ProbeFailed", { severity: "critical", for: minutes(5) }],
  ["CertificateExpiring", { severity: "warning" }],
  ["DeploymentUnavailable", { severity: "critical", for: minutes(5) }],
  ["StatefulSetShort", { severity: "critical", for: minutes(5) }],
  ["ContainerRestarting", { severity: "warning" }],
  ["ContainerOOMKilled", { severity: "warning" }],
  ["VolumeClaimFilling", { severity: "warning" }],
  ["NodeMemoryStallPSI", { severity: "warning" }],
  ["BatchJobStale", {}],
  ["StorageBackupStale", { component: "Backups" }],
  ["StorageBackupMissing", { component: "Backups" }],
  ["StorageVolumeDegraded", { component: "Backups" }],
  ["StorageVolumeFaulted", { component: "Backups" }],
  ["StorageVolumeReadOnlyRemount", {}],
  ["KubeCPUOvercommit", {}],
  // it never resolves: whatever its conditions, it must not page
  ["WatchdogOps", { severity: "info" }],
];

test.each(SPECIFIED)("%s is there, with %j (specification, part 6)", (name, says) => {
  expect(named(name)).not.toEqual([]);
  for (const rule of named(name)) expect(rule).toMatchObject(says);
});

test("a name and a component make an alert one of a kind, the detectors' included", () => {
  const detected = EXAMPLE.detectors.map(({ alert }) => `${alert} of any component`);
  const keys = [...alerts.flatMap(({ name, component }) => componentsOf(component).map((one) => `${name} of ${one}`)), ...detected];
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  expect(alerts.filter(({ name }) => EXAMPLE.detectors.some(({ alert }) => alert === name))).toEqual([]);
});

test("every component is one of the ten, and `?` is none", () => {
  const components = new Set<string>(alerts.flatMap(({ component }) => componentsOf(component)));
  expect([...components].filter((component) => !(COMPONENTS as readonly string[]).includes(component))).toEqual([]);
  expect(components).not.toContain("?");
});

test.each(["ProbeFailed", "CertificateExpiring"])("every component's %s is one rule, whose target says the component", (name) => {
  expect(named(name).map(({ component }) => componentsOf(component))).toEqual([COMPONENTS]);
});

test("the heartbeat is looked at often enough for a ping every four minutes", () => {
  const intervals = EXAMPLE.rules.flatMap(({ area, groups }) =>
    area === "watchdog" ? groups.map(({ interval }) => interval?.seconds) : [],
  );
  // the evaluator renews an alert for four intervals
  expect(intervals.map((interval = 0) => interval > 0 && interval * 4 <= 240)).toEqual([true]);
});
