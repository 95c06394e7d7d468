import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { REPOSITORY } from "../../lib/images/entry";
import type { Input, synthesized } from "../../main";
import { Modules } from "./modules";
import { Watching } from "./watching";

/** An editor writes a file in several steps. */
const SETTLED_MS = 15;

const MAIN = join(REPOSITORY, "main.ts");
/** What a synth is made from, but for the site. Of the lock file come the tags of images. */
export const SOURCES = ["charts", "components", "dashboards", "docs/runbooks", "imports", "lib", "rules", "main.ts", "package-lock.json"];

/**
 * Synthesizes at once and again at every change of what it is made from, and prints the files of the output that changed by it.
 * What is wrong goes to standard error, and it goes on. Ends with its process.
 */
export async function watched(input: Input, outdir: string): Promise<never> {
  const modules = new Modules();
  let shown = contentsOf(outdir);
  const again = async () => {
    try {
      const main = (await modules.load(MAIN)) as { readonly synthesized: typeof synthesized };
      const outcome = main.synthesized(input, outdir);
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
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      // before anything is read again: a later change tells of itself
      watching.look();
      turn = turn.then(again);
    }, SETTLED_MS);
  };
  const watching = new Watching([...SOURCES.map((name) => join(REPOSITORY, name)), resolve(input.siteFile), resolve(input.lockFile)], soon);
  watching.look();
  await again();
  // the watchers keep the process
  return new Promise(() => {});
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
