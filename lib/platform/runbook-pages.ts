import { ownAlerts } from "../alerts/rule";
import { runbookValues } from "../alerts/runbook-values";
import { renderRunbook, withoutLinks } from "../alerts/runbooks";
import { type AlertDashboard, dashboardsOfAlerts } from "../dashboards/of-alert";
import type { OutputFile } from "../gitops/manifest";
import { rememberedOf } from "../remembered";
import type { Platform } from "./platform";

/** The folder of the rendered pages, in the output. */
export const RUNBOOKS_FOLDER = "runbooks";

/** The alerts of ours that can fire at this site, by name. */
export function alertNames({ rules, detectors, logAlerts }: Pick<Platform, "rules" | "detectors" | "logAlerts">): string[] {
  const names = [
    ...ownAlerts(rules).map(({ rule }) => rule.name),
    ...detectors.map(({ alert }) => alert),
    ...logAlerts.map(({ name }) => name),
  ];
  return [...new Set(names)].sort();
}

/** The page of every alert that can fire here, with this site's names in it: a command can be pasted as it stands. */
export const renderedRunbooks = rememberedOf((platform: Platform): ReadonlyMap<string, string> => {
  const { site, workloads, runbooks } = platform;
  const values = runbookValues(site, workloads);
  const names = new Set(alertNames(platform).filter((alert) => runbooks.has(alert)));
  const isThere = (alert: string) => names.has(alert);
  const dashboardsOf = dashboardsOfAlerts(platform, site.urls.grafana_url);
  return new Map(
    Array.from(names, (alert) => {
      const page = withoutLinks(renderRunbook(runbooks.get(alert) ?? "", values), isThere);
      return [alert, withDashboards(page, dashboardsOf(alert))];
    }),
  );
});

function withDashboards(page: string, dashboards: readonly AlertDashboard[]): string {
  if (dashboards.length === 0) return page;
  const list = dashboards.map(({ title, url }) => `- [${title}](${url})`).join("\n");
  return `${page.trimEnd()}\n\n## Dashboards\n\n${list}\n`;
}

export function runbookPages(platform: Platform): OutputFile[] {
  return Array.from(renderedRunbooks(platform), ([alert, text]) => ({ file: `${RUNBOOKS_FOLDER}/${alert}.md`, text }));
}
