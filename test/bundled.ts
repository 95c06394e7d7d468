/**
 * The bundles of services, jobs and others, for what starts one. All jobs take esbuild two seconds of a processor, and several files start one: each
 * set is made once for its sources as they are, which the tag of an image tells, and found again by every worker and every later run.
 * `test/images` judges how they are made, and that the tag follows every source.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { batchImage } from "../components/batch/image";
import { bundleEntries } from "../lib/images/bundle";
import { entryOf, serviceNames } from "../lib/images/entry";
import { imageHashOf } from "../lib/images/tag";

/** Making a set takes a second, several on a busy machine. */
export const BUNDLING_MS = 60_000;

/** The service as one file for plain node. */
export function bundledService(name: string): Uint8Array {
  return readFileSync(join(bundled(Object.fromEntries(serviceNames().map((one) => [one, entryOf(one)]))), name));
}

/** The folder of the jobs' scripts, as the image has it. */
export const bundledJobs = (): string => bundled(batchImage.scripts);

/** A file of ours with all that it imports, which plain node runs in a sixth of the time that the command line needs to bundle itself. */
export const bundledScript = (entry: string): string => join(bundled({ script: entry }), "script");

/** Other users have their own, which nobody else may write. */
const FOLDER = join(tmpdir(), `belfry-bundles-${process.getuid?.()}`);
const DAY_MS = 86_400_000;

function bundled(entries: Readonly<Record<string, string>>): string {
  const folder = join(FOLDER, imageHashOf(Object.values(entries), JSON.stringify(entries)));
  if (!existsSync(folder)) make(folder, entries);
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

function make(folder: string, entries: Readonly<Record<string, string>>): void {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  for (const other of readdirSync(FOLDER).map((name) => join(FOLDER, name)))
    if (Date.now() - statSync(other).mtimeMs > DAY_MS) rmSync(other, { recursive: true, force: true });
  const fresh = mkdtempSync(join(FOLDER, "fresh-"));
  for (const [name, content] of bundleEntries(entries)) writeFileSync(join(fresh, name), content);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // another worker was first, with the same
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true });
  }
}
