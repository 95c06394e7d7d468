import type { ListedResource } from "../../../../lib/batch/listed-resource";
import type { Variables } from "../../../../lib/service/environment";

export const backupAgeSettings = {} satisfies Variables;

/** Of the volume storage, Longhorn. */
export const backupAgeLists = [
  { group: "longhorn.io", version: "v1beta2", plural: "volumes" },
  { group: "longhorn.io", version: "v1beta2", plural: "backups" },
] as const satisfies readonly ListedResource[];
