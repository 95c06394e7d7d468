import { execFileSync } from "node:child_process";
import { REPOSITORY } from "../../lib/images/entry";

/** TypeScript in the style of the rest of belfry. */
export function formatted(text: string): string {
  // The name only tells the language; one below imports/ would be left alone, because biome.json excludes that folder.
  const args = [require.resolve("@biomejs/biome/bin/biome"), "format", "--stdin-file-path=spec-type.ts"];
  return execFileSync(process.execPath, args, { cwd: REPOSITORY, encoding: "utf8", input: text, maxBuffer: 2 ** 26 });
}
