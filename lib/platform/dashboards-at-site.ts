import type { Platform } from "./platform";

type Declared = Pick<Platform, "dashboards" | "site">;

/** The pages that somebody sees: none where there is no dashboard application. */
export const shownDashboards = ({ dashboards, site }: Declared): Platform["dashboards"] =>
  site.urls.grafana_url === undefined ? [] : dashboards;

/** What is told of those that nobody sees; nothing where there are none. */
export function unseenDashboards(declared: Declared): string | undefined {
  const count = declared.dashboards.length - shownDashboards(declared).length;
  if (count === 0) return undefined;
  return `${count === 1 ? "1 dashboard waits" : `${count} dashboards wait`} for the dashboard application (write urls.grafana_url)`;
}
