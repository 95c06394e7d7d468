import type { ListedResource } from "../../../../lib/batch/listed-resource";
import type { Variables } from "../../../../lib/service/environment";

export const backupDatabaseSettings = {} satisfies Variables;

/** Of CloudNativePG. */
export const backupDatabaseLists = [
  { group: "postgresql.cnpg.io", version: "v1", plural: "clusters" },
  { group: "postgresql.cnpg.io", version: "v1", plural: "backups" },
] as const satisfies readonly ListedResource[];
