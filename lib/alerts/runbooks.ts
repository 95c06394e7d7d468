import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The runbook pages of a folder by alert name: `<alert name>.md`. */
export function loadRunbooks(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const pages = readdirSync(folder).filter((file) => file.endsWith(".md") && file !== "README.md");
  return new Map(pages.sort().map((file) => [file.slice(0, -".md".length), readFileSync(join(folder, file), "utf8")]));
}

/** Where the page of an alert is read. */
export function runbookUrl(runbooksUrl: string, alert: string): string {
  return `${runbooksUrl}/${alert}.md`;
}
