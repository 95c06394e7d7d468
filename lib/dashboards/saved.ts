import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { didYouMean } from "../site/did-you-mean";
import type { SavedDashboard } from "./dashboard";
import { METRICS_SOURCE } from "./data-source";
import { FOLDER_TITLES, type Folder } from "./folder";
import { DashboardModel } from "./model";

/** What the application asks for when a dashboard that was exported for others is imported. */
const Inputs = z.object({
  __inputs: z.array(z.object({ name: z.string(), type: z.string(), pluginId: z.string().optional() })).optional(),
});

/** What is wrong with a file, and how to mend it. */
export interface SavedProblem {
  readonly where: string;
  readonly what: string;
  readonly fix: string;
}

export interface Saved {
  readonly dashboards: readonly SavedDashboard[];
  readonly problems: readonly SavedProblem[];
}

/**
 * The dashboards that were made in the application's editor: `<Folder>/<any name>.json` below a folder, in the order of their names. Their own numbers and
 * versions are of the database they come from, and are left behind; a data source that an export leaves open is the metrics store.
 */
export function savedDashboards(root: string): Saved {
  const read = filesIn(root).map(({ folder, name }) => {
    const where = `dashboards/${folder}/${name}`;
    const title = FOLDER_TITLES.find((one) => one === folder);
    const found = title === undefined ? noFolder(folder) : readSaved(title, readFileSync(join(root, folder, name), "utf8"));
    return "model" in found ? { dashboards: [found], problems: [] } : { dashboards: [], problems: [{ where, ...found }] };
  });
  return { dashboards: read.flatMap(({ dashboards }) => dashboards), problems: read.flatMap(({ problems }) => problems) };
}

type Problem = Omit<SavedProblem, "where">;

function noFolder(folder: string): Problem {
  const near = didYouMean(folder, FOLDER_TITLES);
  return {
    what: `there is no folder "${folder}"${near === undefined ? "" : `; did you mean "${near}"?`}`,
    fix: "put it into one of lib/dashboards/folder.ts",
  };
}

function filesIn(root: string): { readonly folder: string; readonly name: string }[] {
  if (!existsSync(root)) return [];
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .flatMap(({ name: folder }) => readdirSync(join(root, folder)).map((name) => ({ folder, name })))
    .filter(({ name }) => name.endsWith(".json"))
    .sort((a, b) => (`${a.folder}/${a.name}` < `${b.folder}/${b.name}` ? -1 : 1));
}

/** What a file holds, or what is wrong with it. */
export function readSaved(folder: Folder, text: string): SavedDashboard | Problem {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { what: `it is no JSON: ${(error as Error).message}`, fix: "export it anew" };
  }
  if (isNewer(json))
    return { what: "it is of the newer model, which file provisioning refuses", fix: "export it as JSON of the classic model" };
  const open = Inputs.safeParse(json).data?.__inputs?.filter(({ type }) => type === "datasource") ?? [];
  const other = open.find(({ pluginId }) => pluginId !== METRICS_SOURCE.type);
  if (other !== undefined)
    return {
      what: `it leaves the data source ${other.name} open, which is to be of the type ${other.pluginId ?? "that nobody said"}`,
      fix: "choose one of ours, and export it without sharing it",
    };
  const filled = open.reduce((all, { name }) => all.replaceAll(`\${${name}}`, METRICS_SOURCE.uid), text);
  const { success, data, error } = DashboardModel.safeParse(JSON.parse(filled));
  if (!success) {
    const what = error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ");
    return { what, fix: "export it anew, as JSON of the classic model" };
  }
  const { id: _id, version: _version, iteration: _iteration, __inputs, __requires, __elements, ...model } = data;
  return { folder, model };
}

/** Elements and a layout, or an object with a kind, in place of panels. */
function isNewer(json: unknown): boolean {
  return typeof json === "object" && json !== null && ("elements" in json || ("apiVersion" in json && "spec" in json));
}
