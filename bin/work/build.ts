import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { services } from "../../components/services";
import { REPOSITORY } from "../../lib/images/entry";
import { type ServiceImage, serviceImage } from "../../lib/images/image";
import type { ServiceDeclaration } from "../../lib/service/declaration";
import { loadSite } from "../../lib/site/load";
import type { Site } from "../../lib/site/schema";
import { SiteError } from "../../lib/site/site-error";

const OUTPUT = join(REPOSITORY, "build", "images");

/** The files beside its bundle that come from the site. They are configuration, not content: no hash depends on them. */
function siteFiles({ variables }: ServiceDeclaration, site: Site): Record<string, string> {
  const files = Object.values(variables).flatMap(({ siteFile }) => siteFile ?? []);
  return Object.fromEntries(files.map(({ name, content }) => [name, content(site)]));
}

function write({ name, files, hash }: ServiceImage, configuration: Readonly<Record<string, string>>): void {
  const folder = join(OUTPUT, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries({ ...files, ...configuration })) writeFileSync(join(folder, file), content);
  const kilobytes = (files["server.cjs"].length / 1000).toFixed(0);
  process.stdout.write(`${relative(process.cwd(), folder)}: ${name}:${hash}, bundle ${kilobytes} kB\n`);
}

/** Every image context below build/images/, each runnable with plain `node`. */
export function buildImages(siteFile: string): 0 | 1 {
  try {
    // Everything that can fail comes before the first write: a broken site leaves the last build alone.
    const site = loadSite(siteFile);
    const built = services.map((service) => ({ image: serviceImage(service), configuration: siteFiles(service, site) }));
    for (const { image, configuration } of built) write(image, configuration);
    return 0;
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    console.error(error.message);
    return 1;
  }
}
