import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunbookValues } from "./runbook-values";

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

/** No shell, no query and no template of Go writes this; `50 %` is none, for the blank. */
const PLACEHOLDER = /%([a-z][a-z0-9-]*(?:\.[a-z]+)?)%/g;

/** The names in the `%placeholders%` of a page. */
export function placeholdersIn(page: string): string[] {
  return Array.from(page.matchAll(PLACEHOLDER), ([, name = ""]) => name);
}

/** A page with the site's names in the place of its placeholders. One that means nothing here stays, and a check tells. */
export function renderRunbook(page: string, values: RunbookValues): string {
  return page.replace(PLACEHOLDER, (placeholder, name: string) => values.get(name) ?? placeholder);
}

/** Alerts whose pages a page links to. */
export function linkedPages(page: string): string[] {
  return Array.from(page.matchAll(LINK), ([, , alert = ""]) => alert);
}

/** The page without links to pages that are not there; their text stays. */
export function withoutLinks(page: string, isThere: (alert: string) => boolean): string {
  return page.replace(LINK, (link, text: string, alert: string) => (isThere(alert) ? link : text));
}

const LINK = /\[([^\]\n]*)\]\((\w+)\.md\)/g;
