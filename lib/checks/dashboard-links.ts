// Prevents a link into the void: to a dashboard that is not there, to a runbook of an alert that nobody declares.
import { ownAlerts } from "../alerts/rule";
import { panelsOf } from "../dashboards/model";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Platform } from "../platform/platform";
import { didYouMean } from "../site/did-you-mean";
import type { Check } from "./check";

export const dashboardLinks: Check = {
  name: "dashboard-links",
  run: (platform) => {
    const { dashboards, site } = platform;
    const { runbooks_url } = site.urls;
    const alerts = alertsOf(platform);
    const placed = placedDashboards(dashboards)(runbooks_url);
    const uids = new Set(placed.map(({ model }) => model.uid));
    return placed.flatMap((one) => {
      const { links = [] } = one.model;
      const all = [...links, ...panelsOf(one.model).flatMap((panel) => panel.links ?? [])].flatMap(({ url }) => url ?? []);
      return all.flatMap((url) => {
        const where = dashboardPlace(one);
        const [, uid] = /^\/d\/([^/?#]+)/.exec(url) ?? [];
        if (uid !== undefined && !uids.has(uid)) {
          const near = didYouMean(uid, [...uids]);
          return [
            {
              where,
              what: `it links to the dashboard "${uid}", which is not there${near === undefined ? "" : `; did you mean "${near}"?`}`,
              fix: "name a uid of the platform's dashboards",
            },
          ];
        }
        const [, alert] = url.startsWith(`${runbooks_url}/`) ? (/^([^/?#]+)\.md/.exec(url.slice(runbooks_url.length + 1)) ?? []) : [];
        if (alert !== undefined && !alerts.has(alert)) {
          const near = didYouMean(alert, [...alerts]);
          return [
            {
              where,
              what: `it links to the runbook of "${alert}", and there is no such page${near === undefined ? "" : `; did you mean "${near}"?`}`,
              fix: "name an alert that is declared",
            },
          ];
        }
        return [];
      });
    });
  },
};

/** Those that have a page: of this site, and of what it does without. */
function alertsOf({ rules, dormantAlerts, detectors, logAlerts }: Platform): ReadonlySet<string> {
  return new Set([
    ...ownAlerts(rules).map(({ rule }) => rule.name),
    ...detectors.map(({ alert }) => alert),
    ...logAlerts.map(({ name }) => name),
    ...dormantAlerts,
  ]);
}
