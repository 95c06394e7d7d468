import type { Site } from "../site/schema";
import { type DashboardModel, panelsOf } from "./model";

/** Of every link of a dashboard, and of those in its texts, be it Markdown or HTML. */
export function urlsOf(model: DashboardModel): string[] {
  const found: string[] = [];
  const read = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(read);
    else if (typeof value === "object" && value !== null) {
      for (const [key, inside] of Object.entries(value)) {
        if (key === "url" && typeof inside === "string") found.push(inside);
        else read(inside);
      }
    }
  };
  read(model);
  const texts = panelsOf(model).flatMap(({ options }) => (typeof options?.content === "string" ? [options.content] : []));
  return [...found, ...texts.flatMap((text) => Array.from(text.matchAll(IN_TEXT), ([, markdown, html]) => markdown ?? html ?? ""))];
}

const IN_TEXT = /\]\(([^)\s]+)[^)]*\)|\bhref\s*=\s*["']([^"']+)["']/gi;

/** What a link names of another dashboard. */
export interface LinkedDashboard {
  readonly uid: string;
  /** The variables that it is given. */
  readonly variables: readonly string[];
}

/** The dashboard that a link leads to, by its path alone or with the application's address; nothing of one that leads elsewhere, or that is put together when it is clicked. */
export function linkedDashboard(url: string, { grafana_url, grafana_embed_url }: Site["urls"]): LinkedDashboard | undefined {
  const bases = [grafana_url, grafana_embed_url].flatMap((base) => (base === undefined ? [] : [base.replace(/\/$/, ""), pathOf(base)]));
  const base = bases.find((one) => one !== "" && url.startsWith(`${one}/`)) ?? "";
  // relative ones are read from the application's root
  const [, uid] = /^\/?d(?:-solo)?\/([^/?#]+)/.exec(url.slice(base.length)) ?? [];
  if (uid === undefined || uid.includes("$")) return undefined;
  const variables = Array.from(url.matchAll(/[?&]var-([^=&#]+)=/g), ([, name = ""]) => name).filter((name) => !name.includes("$"));
  return { uid, variables: [...new Set(variables)] };
}

/** Where the application is below a path. */
const pathOf = (base: string): string => new URL(base).pathname.replace(/\/$/, "");
