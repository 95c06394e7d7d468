/** The same where Prometheus stands for VictoriaMetrics: its rule engine judges the proof (promtool), and what fired is posted with its labels and texts. */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { completeSeries } from "../../../lib/alerts/complete-series";
import { type AlertRule, recordingsOf } from "../../../lib/alerts/rule";
import { toPrometheus } from "../../../lib/duration";
import type { Platform } from "../../../lib/platform/platform";
import { requireProgram } from "../programs";
import { type Drilled, DrillImpossible, type Labels } from "./drilled";
import { wiresOf } from "./metric-alert";
import { firingMoment } from "./proof-series";

export interface JudgedAlert {
  readonly labels: Labels;
  readonly annotations: Labels;
}

/** @throws {@link DrillImpossible} where nothing fires */
export async function judged(rules: readonly AlertRule[], platform: Platform, folder: string): Promise<JudgedAlert[]> {
  const all: JudgedAlert[] = [];
  for (const { rule, wire } of wiresOf(rules, platform)) {
    const { after, series } = firingMoment(rule);
    const own = mkdtempSync(join(folder, "judged-"));
    const recordings = recordingsOf(rule).map(({ name, expr, labels }) => ({ record: name, expr, labels }));
    writeFileSync(join(own, "rules.yml"), JSON.stringify({ groups: [{ name: "proof", rules: [...recordings, wire] }] }));
    const test = {
      interval: "1m",
      input_series: completeSeries(series, platform.scrapes).series.map(({ name, labels, values }) => ({
        series: `${name}${shown(labels)}`,
        values,
      })),
      // none is expected, so that it tells what there is
      alert_rule_test: [{ eval_time: toPrometheus(after), alertname: rule.name, exp_alerts: [] }],
    };
    const file = join(own, "test.yml");
    writeFileSync(file, JSON.stringify({ rule_files: ["rules.yml"], evaluation_interval: "1m", tests: [test] }));
    all.push(...alertsIn(await said(["test", "rules", file])));
  }
  if (all.length === 0) throw new DrillImpossible("nothing fires in the proof; npm run test:engines -- rules judges it");
  return all;
}

const shown = (labels: Labels): string => `{${Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`)}}`;

/** It ends with an error where it tells what it got. */
const said = (args: readonly string[]): Promise<string> =>
  new Promise((resolve) =>
    execFile(requireProgram("promtool"), args, { maxBuffer: Number.POSITIVE_INFINITY }, (_, stdout, stderr) => resolve(stdout + stderr)),
  );

/** What promtool tells of alerts that nobody expected. */
export function alertsIn(output: string): JudgedAlert[] {
  return Array.from(output.matchAll(/Labels:\{(.*)\}\s*\n\s*Annotations:\{(.*)\}/g), ([, labels = "", annotations = ""]) => ({
    labels: pairs(labels),
    annotations: pairs(annotations),
  }));
}

/** As Go quotes them. */
const pairs = (text: string): Labels =>
  Object.fromEntries(Array.from(text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), ([, name = "", value = ""]) => [name, unquoted(value)]));

const unquoted = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped === "t" ? "\t" : escaped));

const HOUR_MS = 3_600_000;

export function judgedDrill(alerts: readonly JudgedAlert[], alertmanager: string): Drilled {
  return {
    from: alerts.map(({ labels }) => shown(labels)),
    fire: async () => {
      const [startsAt, endsAt] = [0, HOUR_MS].map((later) => new Date(Date.now() + later).toISOString());
      const response = await fetch(`${alertmanager}/api/v2/alerts`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(alerts.map((one) => ({ ...one, startsAt, endsAt }))),
      });
      if (!response.ok) throw new DrillImpossible(`the alert manager answered ${response.status}: ${await response.text()}`);
    },
  };
}
