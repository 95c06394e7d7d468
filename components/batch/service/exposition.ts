import type { Gauge } from "./gauge";
import { Refusal } from "./refusal";

/**
 * Prometheus' text format, version 0.0.4, as the Pushgateway takes it: a newline at the very end, no timestamps, no series twice.
 * @throws Refusal for two samples of one series, and for a value that is no finite number
 */
export function expositionOf(gauges: readonly Gauge[]): string {
  const families = new Map<string, { readonly head: string; readonly lines: Map<string, number> }>();
  for (const { series, labels, value } of gauges) {
    const { name, help, kind } = series;
    const text = labelsOf(labels);
    if (!Number.isFinite(value)) throw new Refusal(`${name}${text} is ${value}, which is no figure; look at what it was made from`);
    const family = families.get(name) ?? { head: `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${kind}\n`, lines: new Map() };
    if (family.lines.has(text)) throw new Refusal(`${name}${text} was found twice; give each its own name`);
    family.lines.set(text, value);
    families.set(name, family);
  }
  return Array.from(families, ([name, { head, lines }]) => {
    return head + Array.from(lines, ([text, value]) => `${name}${text} ${value}\n`).join("");
  }).join("");
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const entries = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`);
  return entries.length === 0 ? "" : `{${entries.join(",")}}`;
}

/** What is half a character can't be sent. */
const escapeLabel = (value: string): string => value.toWellFormed().replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const escapeHelp = (help: string): string => help.toWellFormed().replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
