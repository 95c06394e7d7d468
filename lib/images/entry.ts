import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Names in messages and in the bundle are relative to here, so that a bundle is the same in every checkout. */
export const REPOSITORY = repositoryOf(__dirname);

/** Found by its lock file: `__dirname` is this folder, or bin/ where our sources run as one bundle (bin/belfry.cjs). */
function repositoryOf(folder: string): string {
  return existsSync(join(folder, "package-lock.json")) ? folder : repositoryOf(dirname(folder));
}

/** Our services: the folders of components/ that have a service/main.ts. */
export function serviceNames(): string[] {
  const folder = join(REPOSITORY, "components");
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "service", "main.ts")))
    .sort();
}

/**
 * Where a service begins, from the repository's root on.
 * @throws for one that has no main.ts
 */
export function entryOf(name: string): string {
  const names = serviceNames();
  if (!names.includes(name))
    throw new Error(`service "${name}" has no components/${name}/service/main.ts; use one of: ${names.join(", ")}`);
  return `components/${name}/service/main.ts`;
}
