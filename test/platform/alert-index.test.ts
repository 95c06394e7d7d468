import { ownAlerts } from "../../lib/alerts/rule";
import { minutes } from "../../lib/duration";
import { alertIndex } from "../../lib/platform/alert-index";
import type { Platform } from "../../lib/platform/platform";
import type { Component } from "../../lib/site/component";
import { addRules, EXAMPLE, sampleAlert, sampleRecord } from "../checks/example";

const pageOf = (alert: string) => `[${alert}](runbooks/${alert}.md)`;
const rowsIn = (index: string, alert: string) => index.split("\n").filter((line) => line.startsWith(`| ${pageOf(alert)} |`));
const rowsOf = (alert: string, platform: Platform) => rowsIn(alertIndex(platform).text, alert);

test("every alert has one line, the detectors' included, however many components share it", () => {
  const names = [...ownAlerts(EXAMPLE.rules).map(({ rule }) => rule.name), ...EXAMPLE.detectors.map(({ alert }) => alert)];
  const { text } = alertIndex(EXAMPLE);
  expect(names.filter((name) => rowsIn(text, name).length !== 1)).toEqual([]);
});

test("a line says severity, components, how long it holds and, with its labels by name, what fires it", () => {
  const shared = (["DNS", "NTP"] as const).map((component) =>
    sampleAlert({ component, for: minutes(5), summary: "{{ $labels.namespace }}/{{ $labels.pod }} a|b {{ $value | humanize }}" }),
  );
  expect(rowsOf("SampleDown", addRules(...shared))).toEqual([
    `| ${pageOf("SampleDown")} | warning | DNS, NTP | 5m | \`namespace\`/\`pod\` a\\|b \`value \\| humanize\` |`,
  ]);
});

test("an alert that says something else of another component has a line for each", () => {
  const rules = [sampleAlert({ component: "DNS" }), sampleAlert({ component: "NTP", severity: "critical" })];
  expect(rowsOf("SampleDown", addRules(...rules))).toEqual([
    expect.stringContaining("| warning | DNS | at once |"),
    expect.stringContaining("| critical | NTP | at once |"),
  ]);
});

test("every expression stands there", () => {
  const { text } = alertIndex(addRules(sampleAlert({ expr: "up == 0\nor up == 2" })));
  expect(text).toContain("SampleDown, DNS:\n\n    up == 0\n    or up == 2\n");
});

test("expressions of several components that differ in their labels' values stand once, others each by itself", () => {
  const of = (component: Component, expr: string) => sampleAlert({ component, expr });
  const { text } = alertIndex(addRules(of("DNS", 'up{job="a"} == 0'), of("NTP", 'up{job!~"a|b"} == 0'), of("Mail", 'up{job="a"} == 1')));
  expect(text).toContain('SampleDown, DNS; NTP alike:\n\n    up{job="a"} == 0\n\nSampleDown, Mail:\n\n    up{job="a"} == 1\n');
});

test("an alert that goes on firing says for how long", () => {
  expect(rowsOf("SampleDown", addRules(sampleAlert({ for: minutes(5), keepFiringFor: minutes(10) })))[0]).toContain(
    "| 5m, goes on for 10m |",
  );
});

test("what is recorded stands there with its unit", () => {
  expect(alertIndex({ ...EXAMPLE, rules: [] }).text).not.toContain("## Recorded series");
  expect(alertIndex(addRules(sampleRecord("job:up:sum", "sum by (job) (up)"))).text).toContain("| `job:up:sum` | count | A sample. |\n");
});

test("the order of the parts means nothing", () => {
  expect(alertIndex({ ...EXAMPLE, rules: [...EXAMPLE.rules].reverse() }).text).toBe(alertIndex(EXAMPLE).text);
});

test("no bundle's directory holds it: the CD tool applies none of it", () => {
  expect(alertIndex(EXAMPLE).file).toBe("alerts.md");
});
