import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../example";

const SOURCES = [
  "bin",
  "charts",
  "components",
  "dashboards",
  "docs/runbooks",
  "imports",
  "lib",
  "rules",
  "main.ts",
  "package.json",
  "package-lock.json",
];

/** A copy of our sources, to be edited, with the same packages and nothing kept of them. */
export function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), "belfry-copy-"));
  for (const source of SOURCES) cpSync(join(ROOT, source), join(copy, source), { recursive: true });
  const packages = "node_modules";
  mkdirSync(join(copy, packages));
  const installed = readdirSync(join(ROOT, packages)).filter((name) => name !== ".cache");
  for (const name of installed) symlinkSync(join(ROOT, packages, name), join(copy, packages, name));
  cpSync(join(ROOT, "test/fixtures/home.yaml"), join(copy, "site.yaml"));
  return copy;
}

/** Edits a file that has to hold what is replaced. At once, as whoever reads it meanwhile would find it empty. */
export function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}`);
  const fresh = join(mkdtempSync(join(tmpdir(), "belfry-edit-")), "edited");
  writeFileSync(
    fresh,
    text.replace(from, () => to),
  );
  renameSync(fresh, file);
  rmdirSync(dirname(fresh));
}
