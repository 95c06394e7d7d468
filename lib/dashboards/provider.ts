import { FOLDERS, type Folder, slugOf } from "./folder";

/** Where the pods of the application find the repository's folders, one each, and what the sidecar writes. */
export const REPOSITORY_PATH = "/var/lib/grafana/dashboards";
export const SIDECAR_PATH = "/var/lib/grafana/sidecar";

export const pathOf = (folder: Folder): string => `${REPOSITORY_PATH}/${slugOf(folder)}`;

/** Files are looked at again so often: a change of a ConfigMap shows without a restart. */
const UPDATE_SECONDS = 30;

/**
 * Who brings what into the application: a provider for each of the repository's folders, each with a uid of its own for ever, and one for the
 * sidecar's, which are named by their ConfigMaps' annotation (Grafana, docs: administration/provisioning). Nobody's change in the
 * application lasts, and what is taken away here goes there.
 */
export function providersOf(folders: readonly Folder[]) {
  const each = { orgId: 1, type: "file", disableDeletion: false, allowUiUpdates: false, updateIntervalSeconds: UPDATE_SECONDS };
  const ofRepository = folders
    .filter((folder) => FOLDERS[folder] === "repository")
    .map((folder) => ({ name: slugOf(folder), ...each, folder, folderUid: slugOf(folder), options: { path: pathOf(folder) } }));
  const ofSidecar = { name: "sidecar", ...each, options: { path: SIDECAR_PATH, foldersFromFilesStructure: true } };
  return { apiVersion: 1, providers: [...ofRepository, ofSidecar] };
}
