// Prevents a link into the void: to a dashboard that is not there, to a runbook of an alert that nobody declares; and a threshold that no alert has.
import { ownAlerts } from "../alerts/rule";
import { thresholdOf } from "../dashboards/alert-threshold";
import type { Dashboard, SavedDashboard } from "../dashboards/dashboard";
import { type DashboardModel, panelsOf } from "../dashboards/model";
import { asksOf } from "../dashboards/panel";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Platform } from "../platform/platform";
import { didYouMean } from "../site/did-you-mean";
import type { Check, Finding } from "./check";

export const dashboardLinks: Check = {
  name: "dashboard-links",
  run: (platform) => {
    const { runbooks_url } = platform.site.urls;
    const alerts = alertsOf(platform);
    const placed = placedDashboards(platform);
    const uids = new Set(placed.map(({ model }) => model.uid));
    const links = placed.flatMap((one) =>
      urlsOf(one.model).flatMap((url): Finding[] => {
        const where = dashboardPlace(one);
        const [, uid] = /^\/d\/([^/?#]+)/.exec(url) ?? [];
        if (uid !== undefined && !uids.has(uid))
          return [
            {
              where,
              what: `it links to the dashboard "${uid}", which is not there${near(uid, uids)}`,
              fix: "name a uid of the platform's dashboards",
            },
          ];
        const [, alert] = url.startsWith(`${runbooks_url}/`) ? (/^([^/?#]+)\.md/.exec(url.slice(runbooks_url.length + 1)) ?? []) : [];
        return alert === undefined || alert.startsWith("$") || alerts.has(alert) ? [] : [{ where, ...noPage(alert, alerts) }];
      }),
    );
    return [...links, ...platform.dashboards.flatMap((one) => askedAlerts(one, platform, alerts))];
  },
};

const near = (name: string, among: ReadonlySet<string>): string => {
  const meant = didYouMean(name, [...among]);
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
};

const noPage = (alert: string, alerts: ReadonlySet<string>): Omit<Finding, "where"> => ({
  what: `it links to the runbook of "${alert}", and there is no such page${near(alert, alerts)}`,
  fix: "name an alert that is declared",
});

/** What is drawn of an alert is what it asks. */
function askedAlerts(one: Dashboard | SavedDashboard, { rules }: Platform, alerts: ReadonlySet<string>): Finding[] {
  if ("model" in one) return [];
  const where = `dashboards/${one.folder} "${one.uid}"`;
  const lost = (one.alerts ?? []).filter((alert) => !alerts.has(alert));
  const without = one.rows.flatMap(({ panels }) =>
    panels.flatMap((panel) =>
      asksOf(panel).flatMap((alert) => {
        const named = ownAlerts(rules).flatMap(({ rule }) => (rule.name === alert ? [rule] : []));
        return named.length > 0 && named.every((rule) => thresholdOf(rule) === undefined) ? [{ alert, title: panel.title }] : [];
      }),
    ),
  );
  return [
    ...lost.map((alert) => ({
      where,
      what: `it belongs to the alert "${alert}", which nobody declares${near(alert, alerts)}`,
      fix: "name an alert that is declared",
    })),
    ...without.map(({ alert, title }) => ({
      where,
      what: `panel "${title}" draws the threshold of ${alert}, which compares with no number`,
      fix: "draw what it compares with as a line, and name the alert's area in `areas`",
    })),
  ];
}

/** Of every link, and of those in texts. */
function urlsOf(model: DashboardModel): string[] {
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
  return [...found, ...texts.flatMap((text) => Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, url = ""]) => url))];
}

/** Those that have a page: of this site, and of what it does without. */
function alertsOf({ rules, dormantAlerts, detectors, logAlerts }: Platform): ReadonlySet<string> {
  return new Set([
    ...ownAlerts(rules).map(({ rule }) => rule.name),
    ...detectors.map(({ alert }) => alert),
    ...logAlerts.map(({ name }) => name),
    ...dormantAlerts,
  ]);
}
