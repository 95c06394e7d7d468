// Prevents a link into the void: to a dashboard that is not there or that has no such variable, to a runbook that is not rendered; and a threshold that no alert has.
import { ownAlerts } from "../alerts/rule";
import { thresholdOf } from "../dashboards/alert-threshold";
import type { Dashboard, SavedDashboard } from "../dashboards/dashboard";
import { linkedDashboard, urlsOf } from "../dashboards/links";
import { asksOf } from "../dashboards/panel";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Platform } from "../platform/platform";
import { alertNames } from "../platform/runbook-pages";
import { didYouMean } from "../site/did-you-mean";
import type { Check, Finding } from "./check";

export const dashboardLinks: Check = {
  name: "dashboard-links",
  run: (platform) => {
    const pages = new Set(alertNames(platform));
    const alerts = new Set([...pages, ...platform.dormantAlerts]);
    const placed = placedDashboards(platform);
    const linkable = new Map(placed.map(({ model }) => [model.uid, new Set((model.templating?.list ?? []).map(({ name }) => name))]));
    const links = placed.flatMap((one) => {
      const where = dashboardPlace(one);
      const found = urlsOf(one.model).flatMap((url) => [...toDashboard(url, platform, linkable), ...toPage(url, platform, pages)]);
      return found.map((problem): Finding => ({ where, ...problem }));
    });
    const numberless = numberlessAlerts(platform);
    return [...links, ...platform.dashboards.flatMap((one) => askedAlerts(one, alerts, numberless))];
  },
};

type Problem = Omit<Finding, "where">;

function toDashboard(url: string, { site }: Platform, linkable: ReadonlyMap<string, ReadonlySet<string>>): Problem[] {
  const linked = linkedDashboard(url, site.urls);
  if (linked === undefined) return [];
  const { uid, variables } = linked;
  const known = linkable.get(uid);
  if (known === undefined) {
    const what = `it links to the dashboard "${uid}", which is not there${near(uid, linkable.keys())}`;
    return [{ what, fix: "name a uid of the platform's dashboards" }];
  }
  return variables
    .filter((name) => !known.has(name))
    .map((name) => ({
      what: `it gives the dashboard "${uid}" a value for $${name}, which that does not define${near(name, known)}`,
      fix: known.size === 0 ? "leave it out" : `give it one of: ${[...known].join(", ")}`,
    }));
}

function toPage(url: string, { site }: Platform, pages: ReadonlySet<string>): Problem[] {
  const base = `${site.urls.runbooks_url}/`;
  const [, alert] = url.startsWith(base) ? (/^([^/?#]+)\.md/.exec(url.slice(base.length)) ?? []) : [];
  return alert === undefined || alert.startsWith("$") || pages.has(alert) ? [] : [noPage(alert, pages)];
}

const near = (name: string, among: Iterable<string>): string => {
  const meant = didYouMean(name, [...among]);
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
};

const noPage = (alert: string, pages: ReadonlySet<string>): Problem => ({
  what: `it links to the runbook of "${alert}", and there is no such page${near(alert, pages)}`,
  fix: "name an alert that can fire at this site",
});

/** Alerts of which no rule compares with a number. */
function numberlessAlerts({ rules }: Platform): ReadonlySet<string> {
  const all = ownAlerts(rules).map(({ rule }) => ({ name: rule.name, hasNumber: thresholdOf(rule) !== undefined }));
  const measured = new Set(all.filter(({ hasNumber }) => hasNumber).map(({ name }) => name));
  return new Set(all.map(({ name }) => name).filter((name) => !measured.has(name)));
}

/** What is drawn of an alert is what it asks. */
function askedAlerts(one: Dashboard | SavedDashboard, alerts: ReadonlySet<string>, numberless: ReadonlySet<string>): Finding[] {
  if ("model" in one) return [];
  const where = `dashboards/${one.folder} "${one.uid}"`;
  const lost = (one.alerts ?? []).filter((alert) => !alerts.has(alert));
  const asked = one.rows.flatMap(({ panels }) => panels.flatMap((panel) => asksOf(panel).map((alert) => ({ alert, title: panel.title }))));
  const without = asked.filter(({ alert }) => numberless.has(alert));
  return [
    ...lost.map((alert) => ({
      where,
      what: `it belongs to the alert "${alert}", which nobody declares${near(alert, alerts)}`,
      fix: "name an alert that is declared",
    })),
    ...asked
      .filter(({ alert }) => !alerts.has(alert))
      .map(({ alert, title }) => ({
        where,
        what: `panel "${title}" asks the alert "${alert}", which nobody declares${near(alert, alerts)}`,
        fix: "name an alert that is declared",
      })),
    ...without.map(({ alert, title }) => ({
      where,
      what: `panel "${title}" draws the threshold of ${alert}, which compares with no number`,
      fix: "draw what it compares with as a line, and name the alert's area in `areas`",
    })),
  ];
}
