import { basename, dirname } from "node:path";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { type DashboardDifference, dashboardDifferences } from "../../lib/dashboards/differences";
import { DASHBOARDS_FOLDER, GRAFANA_BUNDLE } from "../../lib/dashboards/files";
import { FOLDER_TITLES } from "../../lib/dashboards/folder";
import { DashboardModel } from "../../lib/dashboards/model";
import type { FileChange } from "./changes";

/** The file of a dashboard that people read: the cluster has it in a ConfigMap. */
export const isDashboard = ({ file }: Pick<FileChange, "file">): boolean =>
  file.startsWith(`${GRAFANA_BUNDLE}/${DASHBOARDS_FOLDER}/`) && file.endsWith(".json");

/** A line for each dashboard that is another, with its panels. */
export function dashboardLines(documents: readonly FileChange[]): string[] {
  const files = documents.filter(isDashboard);
  const side = (which: "old" | "new") => files.flatMap((one) => dashboardIn(one.file, one[which]) ?? []);
  return dashboardDifferences(side("old"), side("new")).map(lineOf);
}

function lineOf({ change, folder, title, panels, fields }: DashboardDifference): string {
  const each = panels.map((panel) => `${panel.change} "${panel.title}"`);
  if (fields.length > 0) each.push(...[...new Set(fields.map(({ path }) => path.split(/[.[]/)[0]))].map((field) => `its ${field}`));
  return `${change} ${folder} / ${title}${each.length === 0 ? "" : `: ${each.join(", ")}`}`;
}

function dashboardIn(file: string, text: string | undefined): SavedDashboard | undefined {
  if (text === undefined) return undefined;
  try {
    const folder = FOLDER_TITLES.find((title) => title === basename(dirname(file)));
    const { success, data } = DashboardModel.safeParse(JSON.parse(text));
    return success && folder !== undefined ? { folder, model: data } : undefined;
  } catch {
    // of somebody else's hand: its diff is in the patch
    return undefined;
  }
}
