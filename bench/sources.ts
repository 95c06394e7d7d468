import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { madeUp, type Width } from "./width";

const ROOT = dirname(__dirname);
const SOURCES = ["bench/width.ts", "bin", "charts", "components", "docs/runbooks", "imports", "lib", "rules", "main.ts"];
const PARTS = "charts/platform.ts";
const LIST = "export const PARTS: readonly Part[] = [";

/** A copy of the repository, with what is made up among its parts where a width is asked for: what a synth of it costs, in a process of its own. */
export function copyOfSources(copy: string, width?: Width): void {
  for (const file of [...SOURCES, "package.json", "package-lock.json", "site.yaml"])
    cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  if (width === undefined) return;
  const parts = readFileSync(join(copy, PARTS), "utf8");
  if (!parts.includes(LIST)) throw new Error(`${PARTS} has no line "${LIST}"; say here how its list begins`);
  const made = `${LIST}madeUp(${JSON.stringify(width)}).part, `;
  writeFileSync(join(copy, PARTS), `import { madeUp } from "../bench/width";\n${parts.replace(LIST, () => made)}`);
  for (const [alert, page] of madeUp(width).runbooks) writeFileSync(join(copy, "docs/runbooks", `${alert}.md`), page);
}

/**
 * Beside a copy that was synthesized once: a bare node that writes the same files. `npm run floor` is what no `npm run synth` can be
 * quicker than.
 */
export function floorBeside(copy: string): string {
  const folder = `${copy}-floor`;
  mkdirSync(folder);
  cpSync(join(copy, "dist"), join(folder, "dist"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "floor", version: "1.0.0", scripts: { floor: "node floor.js" } }));
  const [from, to] = ["dist", "copied"].map((name) => JSON.stringify(join(folder, name)));
  const work = `fs.rmSync(${to}, { recursive: true, force: true });\nfs.cpSync(${from}, ${to}, { recursive: true });\n`;
  writeFileSync(join(folder, "floor.js"), `const fs = require("node:fs");\n${work}`);
  return folder;
}
