import { remembered, rememberedOf } from "../remembered";
import type { Dashboard, SavedDashboard } from "./dashboard";
import type { DashboardModel } from "./model";
import { renderDashboard } from "./render";

/** What dashboards become at a site: checks and provisioning read the same. */
export const placedDashboards = rememberedOf((dashboards: readonly (Dashboard | SavedDashboard)[]) =>
  remembered((runbooksUrl): readonly SavedDashboard[] => {
    const titles = new Map(dashboards.map((one) => ("model" in one ? [one.model.uid, one.model.title] : [one.uid, one.title])));
    const targets = { runbooksUrl, titleOf: (uid: string) => titles.get(uid) ?? uid };
    return dashboards.map((one) => {
      if ("model" in one) return one;
      // by way of JSON: what is checked is what is read, without fields that are undefined
      return { folder: one.folder, model: JSON.parse(JSON.stringify(renderDashboard(one, targets))) as DashboardModel };
    });
  }),
);

export function dashboardPlace({ folder, model }: SavedDashboard): string {
  return `dashboards/${folder} "${model.uid}"`;
}
