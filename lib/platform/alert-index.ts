import { OF_NAMESPACE, ownerText } from "../alerts/owner";
import { readableTemplate } from "../alerts/readable-template";
import { type AlertRule, ownAlerts, type Placed, placedRules, type RuleBundle } from "../alerts/rule";
import { toPrometheus } from "../duration";
import type { OutputFile } from "../gitops/manifest";
import { alertSql, type LogAlert } from "../log-store/log-alert";
import { type LocalDetector, patternOf } from "../logs/detector";
import type { Platform } from "./platform";
import { RUNBOOKS_FOLDER } from "./runbook-pages";

const INTRODUCTION = `# Alerts

Everything that can fire at this installation, written from its declarations. A name like \`instance\` stands for the value of that
label.
`;

interface Condition {
  readonly of: string;
  readonly text: string;
}

/** Alerts that say the same, of one component or of several. */
interface Entry {
  readonly alert: string;
  readonly severity: string;
  readonly components: readonly string[];
  /** How long it holds before it fires, or how long it goes on without a new line. */
  readonly time: string;
  readonly summary: string;
  /** What is judged, and for which components where it differs. */
  readonly conditions: readonly [Condition, ...Condition[]];
}

/** Every alert of ours with its page (imported rules have none), for whoever reads the output. It lies beside the bundles, where the CD tool applies nothing. */
export function alertIndex({ rules, detectors, logAlerts }: Platform): OutputFile {
  const pageOf = (alert: string) => `[${alert}](${RUNBOOKS_FOLDER}/${alert}.md)`;
  // by name: the order of the parts means nothing
  const areas = [...rules]
    .sort((a, b) => (a.area < b.area ? -1 : 1))
    .map((bundle) => section(bundle.area, "Holds for", merged(ownAlerts([bundle]).map(ofAlert)), pageOf));
  const logLines = section("Log lines", "Ends after", detectors.map(ofDetector), pageOf);
  const stored = section("Stored logs and events", "Looks back", logAlerts.map(ofLogAlert), pageOf);
  return { file: "alerts.md", text: [INTRODUCTION, ...areas, logLines, stored, recorded(rules)].filter((text) => text !== "").join("\n") };
}

function ofAlert({ rule }: Placed<AlertRule>): Entry {
  const { name, severity, component, for: holds, keepFiringFor: keeps, summary, expr } = rule;
  const time = [holds === undefined ? "at once" : toPrometheus(holds), ...(keeps ? [`goes on for ${toPrometheus(keeps)}`] : [])].join(", ");
  return {
    alert: name,
    severity,
    components: [ownerText(component)],
    time,
    summary: readableTemplate(summary),
    conditions: [{ of: ownerText(component), text: expr }],
  };
}

function ofDetector(detector: LocalDetector): Entry {
  const { alert, severity, window, summary, scope } = detector;
  const whose = scope.component ?? OF_NAMESPACE;
  const conditions = [{ of: whose, text: patternOf(detector).source }] as const;
  return { alert, severity, components: [whose], time: toPrometheus(window), summary, conditions };
}

function ofLogAlert(alert: LogAlert): Entry {
  const { name, severity, component, within, summary } = alert;
  const conditions = [{ of: component, text: alertSql(alert) }] as const;
  return { alert: name, severity, components: [component], time: toPrometheus(within), summary, conditions };
}

/** One entry for the components that share an alert. */
function merged(entries: readonly Entry[]): Entry[] {
  const byText = new Map<string, Entry>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.alert, entry.severity, entry.time, entry.summary]);
    const before = byText.get(key);
    byText.set(key, before === undefined ? entry : join(before, entry));
  }
  return [...byText.values()];
}

function join(a: Entry, b: Entry): Entry {
  return { ...a, components: [...a.components, ...b.components], conditions: [...a.conditions, ...b.conditions] };
}

/** The series that rules of ours record for others to read. */
function recorded(rules: readonly RuleBundle[]): string {
  const recordings = placedRules(rules).flatMap(({ rule }) => (rule.kind === "record" ? [rule] : []));
  if (recordings.length === 0) return "";
  const lines = recordings.map(({ name, unit, help }) => `| \`${name}\` | ${unit} | ${help} |`).sort();
  return ["## Recorded series", "", "| Series | Unit | What it is |", "| --- | --- | --- |", ...lines, ""].join("\n");
}

function section(title: string, time: string, entries: readonly Entry[], pageOf: (alert: string) => string): string {
  if (entries.length === 0) return "";
  const lines = entries.map(({ alert, severity, components, time, summary }) => [
    pageOf(alert),
    severity,
    components.join(", "),
    time,
    summary.replaceAll("|", "\\|"),
  ]);
  const header = ["Alert", "Severity", "Component", time, "Fires when"];
  const table = [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const conditions = entries.flatMap(({ alert, conditions }) =>
    alike(conditions).map(([first, ...others]) => {
      const whose = others.length === 0 ? first.of : `${first.of}; ${others.map(({ of }) => of).join(", ")} alike`;
      return `${alert}, ${whose}:\n\n${codeBlock(first.text)}`;
    }),
  );
  return `## ${title}\n\n${table}\n\n<details><summary>What is asked</summary>\n\n${conditions.join("\n\n")}\n\n</details>\n`;
}

type OneOrMore = Entry["conditions"];

/** Those that differ in what labels must be and in nothing else are said once. */
function alike(conditions: OneOrMore): OneOrMore[] {
  const groups = new Map<string, OneOrMore>();
  for (const one of conditions) {
    const form = one.text.replace(/[!=]?[=~]"(?:[^"\\]|\\.)*"/g, "=");
    const [first, ...others] = groups.get(form) ?? [one];
    groups.set(form, first === one ? [one] : [first, ...others, one]);
  }
  return [...groups.values()];
}

/** Indented, so that nothing in it can end it. */
function codeBlock(text: string): string {
  return text.replace(/^/gm, "    ");
}
