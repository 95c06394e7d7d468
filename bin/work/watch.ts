import { type FSWatcher, readdirSync, readFileSync, watch } from "node:fs";
import { SourceMap } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { compileFunction } from "node:vm";
import { type BuildContext, context } from "esbuild";
import { REPOSITORY } from "../../lib/images/entry";
import type { synthesized } from "../../main";
import type { ExitCode } from "../command";

/** An editor writes a file in several steps. */
const SETTLED_MS = 15;

const BUNDLE = join(REPOSITORY, "watched.js");
/** Folders of what a synth is made from, but for main.ts and the site. */
export const SOURCES = ["charts", "components", "docs/runbooks", "imports", "lib", "rules"];

/**
 * Synthesizes at once and again at every change of a source, a runbook or the site, and prints the files of the output that changed by
 * it. What is wrong goes to standard error, and it goes on. Ends with its process.
 */
export async function watched(siteFile: string, outdir: string): Promise<ExitCode> {
  const sources = await context({
    absWorkingDir: REPOSITORY,
    entryPoints: ["main.ts"],
    outfile: BUNDLE,
    write: false,
    bundle: true,
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "external",
    logLevel: "error",
  });
  const watchers = new Map<string, FSWatcher>();
  let shown = contentsOf(outdir);
  let waiting: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  const again = async () => {
    // a folder that came with the change
    watchSources();
    await synthesizedAnew(sources, siteFile, outdir);
    const now = contentsOf(outdir);
    for (const line of changes(shown, now)) console.log(line);
    shown = now;
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      turn = turn.then(again);
    }, SETTLED_MS);
  };
  const watchSources = () => {
    for (const folder of SOURCES.flatMap(foldersBelow)) if (!watchers.has(folder)) watchers.set(folder, watch(folder, soon));
  };
  /** In a folder that holds other things as well, the output perhaps. */
  const watchFile = (file: string) => watch(dirname(file), (_, name) => name === basename(file) && soon());

  for (const file of [resolve(siteFile), join(REPOSITORY, "main.ts")]) watchFile(file);
  await again();
  // the watchers keep the process
  return new Promise(() => {});
}

async function synthesizedAnew(sources: BuildContext, siteFile: string, outdir: string): Promise<void> {
  let map = "";
  try {
    const { outputFiles = [] } = await sources.rebuild();
    const [code = "", sourceMap = ""] = [".js", ".map"].map((end) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "");
    map = sourceMap;
    // code that has run before runs faster
    if (code !== evaluated?.code) evaluated = { code, main: evaluate(code) };
    const outcome = evaluated.main.synthesized(siteFile, outdir);
    if ("refusal" in outcome) console.error(outcome.refusal.text);
  } catch (error) {
    // what esbuild found it has said itself
    if (map !== "" && error instanceof Error) console.error(inSources(error.stack ?? error.message, map));
  }
}

let evaluated: { readonly code: string; readonly main: Main } | undefined;

interface Main {
  readonly synthesized: typeof synthesized;
}

function evaluate(code: string): Main {
  const module = { exports: {} as Main };
  compileFunction(code, ["require", "module", "exports", "__dirname"], { filename: BUNDLE })(require, module, module.exports, REPOSITORY);
  return module.exports;
}

/** The places of a stack trace in our sources. */
function inSources(stack: string, map: string): string {
  const sources = new SourceMap(JSON.parse(map));
  return stack.replaceAll(/[^\s(]*watched\.js:(\d+):(\d+)/g, (place, line, column) => {
    const found = sources.findEntry(Number(line) - 1, Number(column) - 1);
    return "originalSource" in found
      ? `${join(REPOSITORY, found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}`
      : place;
  });
}

/** The folder and all below it. */
function foldersBelow(name: string): string[] {
  const folder = join(REPOSITORY, name);
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true });
  return [folder, ...inside.filter((entry) => entry.isDirectory()).map(({ path, name }) => join(path, name))];
}

/** Text by file. */
function contentsOf(folder: string): ReadonlyMap<string, string> {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Map(
      files
        .map(({ path, name }) => join(path, name))
        .sort()
        .map((file) => [file, readFileSync(file, "utf8")]),
    );
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
