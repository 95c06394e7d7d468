import { escapeHtml } from "./html";

export interface Thumb {
  readonly folder: string;
  readonly title: string;
  /** Beside the sheet. */
  readonly file: string;
}

const STYLE = `
body { margin: 24px; background: #111217; color: #ccccdc; font: 15px Inter, "DejaVu Sans", Arial, sans-serif }
h2 { margin: 22px 0 8px; font-weight: 500 }
section { display: grid; grid-template-columns: repeat(6, 1fr); gap: 14px; align-items: start }
a { color: inherit; text-decoration: none }
img { display: block; width: 100%; max-height: 520px; object-fit: cover; object-position: top; border: 1px solid #34373e; margin-top: 4px }`;

/** All pictures small, by folder; each leads to the large one. */
export function contactSheet(thumbs: readonly Thumb[]): string {
  const folders = [...new Set(thumbs.map(({ folder }) => folder))];
  const sections = folders.map((folder) => {
    const own = thumbs.filter((one) => one.folder === folder);
    const links = own.map(
      ({ title, file }) => `<a href="${escapeHtml(file)}">${escapeHtml(title)}<img src="${escapeHtml(file)}" alt=""></a>`,
    );
    return `<h2>${escapeHtml(folder)} (${own.length})</h2><section>${links.join("\n")}</section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Dashboards</title><style>${STYLE}</style>\n${sections.join("\n")}\n`;
}
