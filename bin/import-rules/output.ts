import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MARK } from "./declarations";

/** Why nothing was written. */
export class OutputRefused extends Error {}

/** The list's name, without its ending. */
export const LIST = "all";

/** Files that import-rules made before, which `folder` holds and a run leaves as they are: each with what it exports. */
export function made(folder: string, except: ReadonlySet<string>): { readonly area: string; readonly maker: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const area = name.replace(/\.ts$/, "");
      if (area === name || area === LIST || except.has(area)) return [];
      const text = readFileSync(join(folder, name), "utf8");
      const maker = text.includes(MARK) ? /^export function (\w+)\(\): RuleBundle/m.exec(text)?.[1] : undefined;
      return maker === undefined ? [] : [{ area, maker }];
    });
}

/** @throws {OutputRefused} before anything is written, where a file is in the way that `isForced` does not take away */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>, isForced: boolean): void {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new OutputRefused(`${folder} is no folder; name another with --output`);
  const there = [...files.keys()].filter((name) => existsSync(join(folder, name)));
  const foreign = there.filter((name) => !readFileSync(join(folder, name), "utf8").includes(MARK));
  if (foreign.length > 0)
    throw new OutputRefused(
      `${list(folder, foreign)}: not made by import-rules, so --force does not take it away; name another folder with --output`,
    );
  const kept = there.filter((name) => name !== `${LIST}.ts`);
  if (kept.length > 0 && !isForced)
    throw new OutputRefused(`${list(folder, kept)}: there already; write over it with --force, or name another folder with --output`);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

const list = (folder: string, names: readonly string[]): string => {
  const [first = "", ...others] = names;
  return `${join(folder, first)}${others.length === 0 ? "" : ` and ${others.length} more`}`;
};
