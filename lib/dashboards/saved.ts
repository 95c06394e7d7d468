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
  __inputs: z
    .array(z.object({ name: z.string(), type: z.string(), pluginId: z.string().optional(), value: z.string().optional() }))
    .optional(),
});

/** What its API answers, with the dashboard inside. */
const Answer = z.object({ dashboard: z.record(z.string(), z.unknown()), meta: z.unknown() });

/** A panel that stands in the application's library, and of which a file holds the name alone. */
const LibraryPanels = z.object({
  panels: z.array(
    z.looseObject({ libraryPanel: z.looseObject({ name: z.string().optional() }).optional(), panels: z.array(z.unknown()).optional() }),
  ),
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
 * versions are of the database they come from, and are left behind; a data source that an export leaves open is the metrics store, and a constant has its value.
 */
export function savedDashboards(root: string): Saved {
  const read = filesIn(root).map(({ folder, name }) => {
    const where = `dashboards/${folder}/${name}`;
    const title = FOLDER_TITLES.find((one) => one === folder);
    const found = title === undefined ? noFolder(folder) : readSaved(title, readFileSync(join(root, folder, name), "utf8"));
    return "model" in found
      ? { dashboards: [{ ...found, file: name }], problems: [] }
      : { dashboards: [], problems: [{ where, ...found }] };
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
    // some editors begin a file with a mark of its encoding
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return { what: `it is no JSON: ${(error as Error).message}`, fix: "export it anew" };
  }
  json = Answer.safeParse(json).data?.dashboard ?? json;
  if (isNewer(json))
    return { what: "it is of the newer model, which file provisioning refuses", fix: "export it as JSON of the classic model" };
  const inLibrary = libraryPanelsIn(json);
  if (inLibrary.length > 0)
    return {
      what: `panel "${inLibrary[0]}" stands in the application's library, and the file holds its name alone`,
      fix: "unlink it from the library (its menu: More, Unlink library panel), and save it anew",
    };
  const open = Inputs.safeParse(json).data?.__inputs ?? [];
  const other = open.find(({ type, pluginId }) => type === "datasource" && pluginId !== METRICS_SOURCE.type);
  if (other !== undefined)
    return {
      what: `it leaves the data source ${other.name} open, which is to be of the type ${other.pluginId ?? "that nobody said"}`,
      fix: "choose one of ours, and export it without sharing it",
    };
  const values = new Map(
    open.flatMap(({ name, type, value }): [string, string][] =>
      type === "datasource" ? [[name, METRICS_SOURCE.uid]] : value === undefined ? [] : [[name, value]],
    ),
  );
  const filled = filledIn(json, values);
  if (typeof filled === "object" && filled !== null && !Array.isArray(filled) && !("uid" in filled && typeof filled.uid === "string"))
    return { what: "it has no uid, which is its address for ever", fix: 'give it one: "uid": "<letters, digits, _ and ->"' };
  const { success, data, error } = DashboardModel.safeParse(filled);
  if (!success) {
    const what = error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ");
    return { what, fix: "export it anew, as JSON of the classic model" };
  }
  const { id: _id, version: _version, iteration: _iteration, __inputs, __requires, __elements, ...model } = data;
  return { folder, model };
}

/** Their names, those inside of closed rows among them. */
function libraryPanelsIn(json: unknown): string[] {
  return (LibraryPanels.safeParse(json).data?.panels ?? []).flatMap(({ libraryPanel, panels }) => [
    ...(libraryPanel === undefined ? [] : [libraryPanel.name ?? ""]),
    ...libraryPanelsIn({ panels }),
  ]);
}

/** With the value of what an export left open wherever its name stands in a text. */
function filledIn(json: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof json === "string") return [...values].reduce((text, [name, value]) => text.replaceAll(`\${${name}}`, () => value), json);
  if (Array.isArray(json)) return json.map((one) => filledIn(one, values));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, inside]) => [key, filledIn(inside, values)]));
}

/** Elements and a layout, or an object with a kind, in place of panels. */
function isNewer(json: unknown): boolean {
  return typeof json === "object" && json !== null && ("elements" in json || ("apiVersion" in json && "spec" in json));
}
