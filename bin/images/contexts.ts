import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { batchImage } from "../../components/batch/image";
import { pluginsImage } from "../../components/dashboards/plugins";
import { services } from "../../components/services";
import { baseImageOf } from "../../lib/images/base";
import { REPOSITORY } from "../../lib/images/entry";
import { serviceImage } from "../../lib/images/image";
import { pluginImage } from "../../lib/images/plugin-image";
import { type ScriptImage, scriptImage } from "../../lib/images/script-image";
import type { ServiceDeclaration } from "../../lib/service/declaration";
import type { Site } from "../../lib/site/schema";

const OUTPUT = join(REPOSITORY, "build", "images");

/** What Docker builds an image of, as it was written. */
export interface Context {
  readonly name: string;
  /** What its manifest names, where no digest is locked. */
  readonly tag: string;
  readonly path: string;
  readonly bytes: number;
}

/** Every image context below build/images/, each runnable with plain `node`. Everything that can fail comes before the first write. */
export function writeContexts(site: Site): Context[] {
  const base = baseImageOf(site);
  const built = services.map((service) => ({ image: serviceImage(service, base), configuration: siteFiles(service, site) }));
  const others = [scriptImage(batchImage, base), pluginImage(pluginsImage, base)].map((image) => ({ image, configuration: {} }));
  return [...built, ...others].map(({ image, configuration }) => write(image, configuration));
}

/** The files beside its bundle that come from the site. They are configuration, not content: no hash depends on them. */
function siteFiles({ variables }: ServiceDeclaration, site: Site): Record<string, string> {
  const files = Object.values(variables).flatMap(({ siteFile }) => siteFile ?? []);
  return Object.fromEntries(files.map(({ name, content }) => [name, content(site)]));
}

/** One of a service has the same shape as one of scripts. */
function write({ name, files, hash }: ScriptImage, configuration: Readonly<Record<string, string>>): Context {
  const folder = join(OUTPUT, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries({ ...files, ...configuration })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  const bundled = Object.entries(files).filter(([file]) => file !== "Dockerfile");
  const bytes = bundled.reduce((sum, [, content]) => sum + content.length, 0);
  return { name, tag: hash, path: relative(process.cwd(), folder), bytes };
}

export const contextLine = ({ name, tag, path, bytes }: Context): string =>
  `${path}: ${name}:${tag}, bundle ${(bytes / 1000).toFixed(0)} kB`;
