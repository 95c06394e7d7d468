import type { Construct } from "constructs";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { jsonOf } from "../../lib/dashboards/files";
import { FOLDER_TITLES, FOLDERS, type Folder, slugOf } from "../../lib/dashboards/folder";
import { type Pack, packsOf } from "../../lib/dashboards/pack";
import { ConfigMap } from "../../lib/kubernetes/core";
import { labelsOf } from "../../lib/kubernetes/labels";
import type { Site } from "../../lib/site/schema";

/** What the sidecar looks for, and where it reads the folder (kiwigrid/k8s-sidecar: LABEL and FOLDER_ANNOTATION). */
export const SIDECAR_LABEL = "grafana_dashboard";
export const SIDECAR_VALUE = "1";
export const FOLDER_ANNOTATION = "grafana_folder";

/** The ConfigMaps of a folder. */
export interface FolderPacks {
  readonly folder: Folder;
  readonly packs: readonly Pack[];
}

/** Folders that hold something, in the order of the application's list. */
export function folderPacks(placed: readonly SavedDashboard[]): FolderPacks[] {
  return FOLDER_TITLES.flatMap((folder) => {
    const files = placed.filter((one) => one.folder === folder).map((one) => ({ uid: one.model.uid, json: jsonOf(one) }));
    const packs = packsOf(`dashboards-${slugOf(folder)}`, files);
    return packs.length === 0 ? [] : [{ folder, packs }];
  });
}

/** Every dashboard's ConfigMap: those of the sidecar's folders carry the label by which it finds them. */
export function dashboardMaps(scope: Construct, { namespaces }: Site, placed: readonly SavedDashboard[]): void {
  for (const { folder, packs } of folderPacks(placed)) {
    const isSidecars = FOLDERS[folder] === "sidecar";
    for (const { name, data } of packs) {
      new ConfigMap(scope, name, {
        metadata: {
          name,
          namespace: namespaces.monitoring,
          labels: { ...labelsOf(name, "dashboards"), ...(isSidecars && { [SIDECAR_LABEL]: SIDECAR_VALUE }) },
          ...(isSidecars && { annotations: { [FOLDER_ANNOTATION]: folder } }),
        },
        data: { ...data },
      });
    }
  }
}
