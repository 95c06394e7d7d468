import type { PanelModel } from "../../../lib/dashboards/model";
import { inText } from "../../../lib/preview/variables";
import { element, NARROW } from "./element";
import type { PanelData } from "./panel-data";
import type { Scope } from "./scope";

interface Options {
  readonly mode?: string;
  readonly content?: string;
}

/** Markdown, as far as dashboards use it; HTML as a page of its own that runs nothing. */
export function drawText(body: HTMLElement, panel: PanelModel, _: PanelData, scope: Scope): void {
  const { mode = "markdown", content = "" } = (panel.options ?? {}) as Options;
  const text = inText(content, scope.choices);
  if (mode === "html")
    body.append(
      element("iframe.html", { sandbox: "", srcdoc: `<body style="color: ${scope.theme.text}; font: 14px sans-serif">${text}</body>` }),
    );
  else body.append(mode === "code" ? element("pre", {}, text) : element("div.prose", {}, ...blocks(text)));
}

/** The log store is not asked: what a panel of logs asks is shown instead. */
export function drawLogs(body: HTMLElement, panel: PanelModel): void {
  const queries = (panel.targets ?? [])
    .map(({ expr, query, queryText }) => String(expr ?? query ?? queryText ?? ""))
    .filter((text) => text !== "");
  body.append(
    element("p.empty", {}, "Records of the log store, which the preview does not ask."),
    ...queries.map((text) => element("pre", {}, text)),
  );
}

function blocks(text: string): HTMLElement[] {
  return text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "")
    .map((block) => {
      const lines = block.trim().split("\n");
      const [, marks = "", title = ""] = /^(#{1,6})\s+(.*)$/s.exec(block.trim()) ?? [];
      if (marks !== "") return element(marks.length === 1 ? "h2" : "h4", {}, ...inline(title));
      if (lines.length > 1 && /^\|?[\s:|-]+\|[\s:|-]*$/.test(lines[1] ?? "")) return table(lines);
      const items = lines.every((line) => /^\s*(?:[-*]|\d+\.)\s/.test(line));
      if (items) return element("ul", {}, ...lines.map((line) => element("li", {}, ...inline(line.replace(/^\s*(?:[-*]|\d+\.)\s+/, "")))));
      return element("p", {}, ...inline(lines.join(" ")));
    });
}

/** A head, a line of dashes, and rows, their cells between bars. */
function table([head = "", , ...rows]: readonly string[]): HTMLElement {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
  const names = cells(head);
  const row = (tag: "th" | "td", line: string) =>
    element(
      "tr",
      {},
      ...cells(line).map((cell, index) => element(tag, { "data-label": names[index] }, element("span", {}, ...inline(cell)))),
    );
  return element(
    names.length > NARROW ? "table.wide" : "table",
    {},
    element("thead", {}, row("th", head)),
    element("tbody", {}, ...rows.map((line) => row("td", line))),
  );
}

// a lone asterisk, as between two numbers, is itself
const INLINE = /\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\((.+?)\)|\*(?!\s)([^*]+?)(?<!\s)\*/g;

function inline(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, bold, code, name, url = "", stressed] = found;
    parts.push(text.slice(end, found.index));
    if (bold !== undefined) parts.push(element("b", {}, bold));
    else if (code !== undefined) parts.push(element("code", {}, code));
    else if (stressed !== undefined) parts.push(element("em", {}, stressed));
    else parts.push(element("a", { href: /^(?:https?:|\/|#)/.test(url) ? url : "#" }, name));
    end = found.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
