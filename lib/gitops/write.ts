import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Yaml } from "cdk8s";
import type { Manifest, OutputFile } from "./manifest";

/**
 * Writes the manifests, one file each, and the files beside them, and swaps them in as a whole: a reader sees the old output
 * or the new one, and a failure on the way leaves the old one.
 */
export function writeManifests(outdir: string, manifests: readonly Manifest[], files: readonly OutputFile[] = []): void {
  const fresh = `${outdir}.new-${process.pid}`;
  const previous = `${outdir}.old-${process.pid}`;
  try {
    for (const { file, text } of [...manifests.map(({ file, object }) => ({ file, text: Yaml.stringify(object) })), ...files]) {
      const path = join(fresh, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    if (existsSync(outdir)) renameSync(outdir, previous);
    renameSync(fresh, outdir);
  } catch (error) {
    if (!existsSync(outdir) && existsSync(previous)) renameSync(previous, outdir);
    throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(previous, { recursive: true, force: true });
  }
}
