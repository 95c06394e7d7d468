import type { ScriptImageDeclaration } from "../../lib/images/script-image";
import { JOB_NAMES, SCRIPT_FOLDER } from "./jobs/names";

/** The image of all our jobs: each CronJob names its script in it. */
export const batchImage: ScriptImageDeclaration = {
  name: "batch",
  folder: SCRIPT_FOLDER,
  scripts: Object.fromEntries(JOB_NAMES.map((name) => [name, `components/batch/jobs/${name}/script.ts`])),
};
