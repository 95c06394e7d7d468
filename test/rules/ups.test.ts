import { ownAlerts, placedRules } from "../../lib/alerts/rule";
import { toPrometheus } from "../../lib/duration";
import { fullPlatform } from "../example";

const rules = fullPlatform().rules.filter(({ area }) => area === "ups");
const alerts = ownAlerts(rules).map(({ rule }) => rule);

const TABLE: readonly (readonly [name: string, severity: string, holds: string | undefined, threshold: RegExp])[] = [
  ["UpsExporterDown", "warning", "5m", /up\{job="nut-exporter"\}\) or vector\(0\)\) == 0$/],
  ["UpsUnreachable", "warning", "5m", /up\{job="nut-exporter",ups!=""\}\) == 0 and on \(\) max\(up\{job="nut-exporter",ups=""\}\) == 1$/],
  ["UpsOnBattery", "warning", "1m", /flag="OB"\}\) == 1 unless on \(ups\) .*flag="CAL"\}\) == 1$/],
  ["UpsBatteryLow", "critical", undefined, /flag="LB"\}\) == 1 and on \(ups\) .*flag="OB"\}\) == 1\nor .*flag="FSD"\}\) == 1$/],
  ["UpsRuntimeShort", "critical", "1m", /^ups:battery_runtime_seconds:above_low < 300 and on \(ups\) .*flag="OB"\}\) == 1$/],
  ["UpsOverloaded", "warning", "5m", /_ups_load\) > 80\nor .*flag="OVER"\}\) == 1$/],
  ["UpsBatteryReplace", "warning", "15m", /flag="RB"\}\) == 1$/],
  ["UpsBatteryNotRecharging", "warning", "1h", /_charge\) < 80\nand .*\[2h\]\)\) < 5\nand .*flag="OL"\}\[2h\]\)\) == 1$/],
];

test.each(TABLE)("%s is %s, after %s, at its threshold", (name, severity, holds, threshold) => {
  const found = alerts.filter((rule) => rule.name === name);
  expect(found.map((rule) => [rule.severity, rule.for && toPrometheus(rule.for)])).toEqual([[severity, holds]]);
  expect(found[0]?.expr).toMatch(threshold);
});

test("no alert stands outside the table", () => {
  expect(alerts.map(({ name }) => name)).toEqual(TABLE.map(([name]) => name));
});

test("a recording stands before what reads it", () => {
  const order = placedRules(rules).map(({ rule }) => rule);
  const early = order.filter((rule, index) => rule.kind === "alert" && rule.reads.some((read) => order.indexOf(read) > index));
  expect(early).toEqual([]);
  expect(order.filter(({ kind }) => kind === "record")).toHaveLength(2);
});

test("each alert of a UPS names it", () => {
  const named = alerts.filter(({ name }) => name !== "UpsExporterDown");
  expect(named.filter(({ summary }) => !summary.includes("UPS {{ $labels.ups }}"))).toEqual([]);
});
