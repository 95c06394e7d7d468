import type { DashboardDifference, FieldDifference, PanelDifference } from "../../lib/dashboards/differences";
import { escapeHtml } from "./html";

export interface DrawnDifference {
  readonly difference: DashboardDifference;
  /** Files beside the page; nothing where there is none to draw. */
  readonly old?: string;
  readonly new?: string;
}

/** A long expression is read in the page, not in a line of a terminal. */
const LONGEST = 200;

const written = (value: unknown): string => {
  const text = value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
};

const fieldLine = ({ path, old, new: now }: FieldDifference): string => `${path}: ${written(old)} -> ${written(now)}`;
const panelLine = ({ title, change }: PanelDifference): string => `${change} panel "${title}"`;

/** A line for each dashboard, and below it what is another in it. */
export function differenceLines(differences: readonly DashboardDifference[]): string[] {
  return differences.flatMap(({ uid, folder, title, change, fields, panels }) => [
    `${change.padEnd(7)} ${folder}/${uid} "${title}"`,
    ...fields.map((field) => `  ${fieldLine(field)}`),
    ...panels.flatMap((panel) => [`  ${panelLine(panel)}`, ...panel.fields.map((field) => `    ${fieldLine(field)}`)]),
  ]);
}

const STYLE = `
body { margin: 24px; background: #111217; color: #ccccdc; font: 14px Inter, "DejaVu Sans", Arial, sans-serif }
h2 { margin: 28px 0 6px; font-weight: 500 }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; align-items: start }
img { display: block; width: 100%; border: 1px solid #34373e }
li { margin: 2px 0; overflow-wrap: anywhere }
code { color: #8ab8ff }`;

/** Before on the left, after on the right, and what is another in words. */
export function diffPage(drawn: readonly DrawnDifference[]): string {
  const field = ({ path, old, new: now }: FieldDifference) =>
    `<li><code>${escapeHtml(path)}</code>: ${escapeHtml(written(old))} &rarr; ${escapeHtml(written(now))}</li>`;
  const panel = (one: PanelDifference) => `<li>${escapeHtml(panelLine(one))}<ul>${one.fields.map(field).join("")}</ul></li>`;
  const side = (file: string | undefined, name: string) =>
    `<div>${name}${file === undefined ? ": none" : `<img src="${escapeHtml(file)}" alt="">`}</div>`;
  const sections = drawn.map(({ difference, old, new: now }) => {
    const { folder, title, change, fields, panels } = difference;
    const list = `<ul>${fields.map(field).join("")}${panels.map(panel).join("")}</ul>`;
    const sides = old === undefined && now === undefined ? "" : `<div class="sides">${side(old, "Before")}${side(now, "After")}</div>`;
    return `<h2>${escapeHtml(`${folder} / ${title}`)} (${change})</h2>${list}${sides}`;
  });
  const body = sections.length === 0 ? "<p>No dashboard is another.</p>" : sections.join("\n");
  return `<!doctype html><meta charset="utf-8"><title>Dashboards, before and after</title><style>${STYLE}</style>\n${body}\n`;
}
