import type { ListedResource } from "../../../../lib/batch/listed-resource";
import type { Variables } from "../../../../lib/service/environment";

export const cadenceMapSettings = {} satisfies Variables;

export const cadenceMapLists = [{ group: "batch", version: "v1", plural: "cronjobs" }] as const satisfies readonly ListedResource[];
