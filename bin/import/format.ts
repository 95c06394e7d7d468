import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REPOSITORY } from "../../lib/images/entry";

const BIOME = require.resolve("@biomejs/biome/bin/biome");

/** TypeScript in the style of the rest of belfry. */
export function formatted(text: string): string {
  // The name only tells the language; one below imports/ would be left alone, because biome.json excludes that folder.
  const args = [BIOME, "format", "--stdin-file-path=spec-type.ts"];
  return execFileSync(process.execPath, args, { cwd: REPOSITORY, encoding: "utf8", input: text, maxBuffer: 2 ** 26 });
}

/** Many files at once, in the time of one: by name, which holds no folder. */
export function formattedFiles(files: ReadonlyMap<string, string>): Map<string, string> {
  if (files.size === 0) return new Map();
  const folder = mkdtempSync(join(tmpdir(), "belfry-format-"));
  try {
    const { formatter, javascript } = JSON.parse(readFileSync(join(REPOSITORY, "biome.json"), "utf8")) as Record<string, unknown>;
    const config = { root: true, files: { maxSize: 2 ** 30 }, formatter, javascript };
    writeFileSync(join(folder, "biome.json"), JSON.stringify(config));
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
    execFileSync(process.execPath, [BIOME, "format", "--write", "."], { cwd: folder, stdio: "pipe" });
    return new Map([...files.keys()].map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
