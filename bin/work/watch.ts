import { type FSWatcher, readdirSync, readFileSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { REPOSITORY } from "../../lib/images/entry";
import type { synthesized } from "../../main";
import { Modules } from "./modules";

/** An editor writes a file in several steps. */
const SETTLED_MS = 15;

const MAIN = join(REPOSITORY, "main.ts");
/** Folders of what a synth is made from, but for main.ts and the site. */
export const SOURCES = ["charts", "components", "docs/runbooks", "imports", "lib", "rules"];

/**
 * Synthesizes at once and again at every change of a source, a runbook or the site, and prints the files of the output that changed by
 * it. What is wrong goes to standard error, and it goes on. Ends with its process.
 */
export async function watched(siteFile: string, outdir: string): Promise<never> {
  const modules = new Modules();
  let shown = contentsOf(outdir);
  const again = async () => {
    try {
      const main = (await modules.load(MAIN)) as { readonly synthesized: typeof synthesized };
      const outcome = main.synthesized(siteFile, outdir);
      if ("refusal" in outcome) console.error(outcome.refusal.text);
    } catch (error) {
      console.error(modules.shown(error));
    }
    const now = contentsOf(outdir);
    for (const line of changes(shown, now)) console.log(line);
    shown = now;
  };

  let waiting: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  const folders = new Map<string, FSWatcher>();
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      // a folder may have come with the change
      watchSources();
      turn = turn.then(again);
    }, SETTLED_MS);
  };
  const watchSources = () => {
    for (const folder of SOURCES.flatMap(foldersBelow)) if (!folders.has(folder)) folders.set(folder, watch(folder, soon));
  };
  /** In a folder that holds other things as well, the output perhaps. */
  const watchFile = (file: string) => watch(dirname(file), (_, name) => name === basename(file) && soon());

  watchSources();
  watchFile(MAIN);
  watchFile(resolve(siteFile));
  await again();
  // the watchers keep the process
  return new Promise(() => {});
}

/** The folder and all below it. */
function foldersBelow(name: string): string[] {
  const folder = join(REPOSITORY, name);
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
  return [folder, ...inside.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))];
}

/** Text by file. */
function contentsOf(folder: string): ReadonlyMap<string, string> {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(files.map(({ parentPath, name }) => join(parentPath, name)).map((file) => [file, readFileSync(file, "utf8")]));
  } catch {
    // no output yet
    return new Map();
  }
}

function changes(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const files = [...new Set([...before.keys(), ...now.keys()])].sort();
  return files.flatMap((file) => {
    const [old, text] = [before.get(file), now.get(file)];
    if (old === text) return [];
    return `${old === undefined ? "added  " : text === undefined ? "removed" : "changed"} ${file}`;
  });
}
