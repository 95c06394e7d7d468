import type { OutputFile } from "../gitops/manifest";
import { rememberedOf } from "../remembered";
import type { SavedDashboard } from "./dashboard";
import { FOLDERS } from "./folder";

/** The bundle of the application, and the folder of it whose files are for people: the cluster gets them in ConfigMaps. */
export const GRAFANA_BUNDLE = "monitoring-grafana";
export const DASHBOARDS_FOLDER = "dashboards";

/** Packs, files and checks read the same text. */
export const jsonOf = rememberedOf(({ model }: SavedDashboard): string => `${JSON.stringify(model, undefined, 2)}\n`);

/**
 * `monitoring-grafana/dashboards/<Folder>/<uid>.json`: a dashboard of the repository's folders as it is, for reviewers. What comes by the sidecar
 * is told apart by its label, and would be counted twice.
 */
export function dashboardFiles(placed: readonly SavedDashboard[]): OutputFile[] {
  return placed
    .filter(({ folder }) => FOLDERS[folder] === "repository")
    .map((one) => ({ file: `${GRAFANA_BUNDLE}/${DASHBOARDS_FOLDER}/${one.folder}/${one.model.uid}.json`, text: jsonOf(one) }));
}
