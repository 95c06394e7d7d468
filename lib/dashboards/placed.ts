import { OF_NAMESPACE } from "../alerts/owner";
import type { RuleBundle } from "../alerts/rule";
import type { LogAlert } from "../log-store/log-alert";
import { organisationOf } from "../log-store/organisation";
import type { LocalDetector } from "../logs/detector";
import { rememberedOf } from "../remembered";
import type { Site } from "../site/schema";
import { alertsShown, type ShownAlert } from "./alerts-shown";
import type { Dashboard, SavedDashboard } from "./dashboard";
import type { DashboardModel } from "./model";
import { renderDashboard } from "./render";
import type { Surroundings } from "./surroundings";

/** Of a platform, what its dashboards are made of. */
export interface DashboardsAndAlerts {
  readonly dashboards: readonly (Dashboard | SavedDashboard)[];
  readonly rules: readonly RuleBundle[];
  readonly detectors: readonly LocalDetector[];
  readonly logAlerts: readonly LogAlert[];
  readonly site: Site;
}

/** What dashboards become at a site: checks and provisioning read the same. */
export function placedDashboards(platform: DashboardsAndAlerts): readonly SavedDashboard[] {
  const known = placedOf(platform.dashboards);
  const found = known.get(platform.rules) ?? placed(platform);
  known.set(platform.rules, found);
  return found;
}

/** By the rules that their thresholds come from. */
const placedOf = rememberedOf(
  (_: DashboardsAndAlerts["dashboards"]): WeakMap<readonly RuleBundle[], readonly SavedDashboard[]> => new WeakMap(),
);

function placed(platform: DashboardsAndAlerts): readonly SavedDashboard[] {
  const { dashboards, rules, site } = platform;
  const titles = new Map(dashboards.map((one) => ("model" in one ? [one.model.uid, one.model.title] : [one.uid, one.title])));
  const surroundings: Surroundings = {
    runbooksUrl: site.urls.runbooks_url,
    organisation: organisationOf(site),
    titleOf: (uid) => titles.get(uid),
    alerts: alertsShown(rules, alertsOfLogs(platform)),
  };
  return dashboards.map((one): SavedDashboard => {
    if ("model" in one) return one;
    // by way of JSON: what is checked is what is read, without fields that are undefined
    return { folder: one.folder, model: JSON.parse(JSON.stringify(renderDashboard(one, surroundings))) as DashboardModel };
  });
}

function alertsOfLogs({ detectors, logAlerts }: DashboardsAndAlerts): ShownAlert[] {
  return [
    ...detectors.map(({ alert: name, severity, summary, scope }) => ({
      name,
      severity,
      summary,
      component: scope.component ?? OF_NAMESPACE,
    })),
    ...logAlerts.map(({ name, severity, summary, component }) => ({ name, severity, summary, component })),
  ];
}

/** Where it is written, as far as it can be told: several files may hold one uid. */
export function dashboardPlace({ folder, file, model }: SavedDashboard): string {
  return `dashboards/${folder}${file === undefined ? "" : `/${file}`} "${model.uid}"`;
}
