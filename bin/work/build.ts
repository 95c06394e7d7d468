import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { batchImage } from "../../components/batch/image";
import { pluginsImage } from "../../components/dashboards/plugins";
import { services } from "../../components/services";
import { REPOSITORY } from "../../lib/images/entry";
import { serviceImage } from "../../lib/images/image";
import { pluginImage } from "../../lib/images/plugin-image";
import { type ScriptImage, scriptImage } from "../../lib/images/script-image";
import type { ServiceDeclaration } from "../../lib/service/declaration";
import { loadSite } from "../../lib/site/load";
import type { Site } from "../../lib/site/schema";
import { refusalOf } from "../../main";

const OUTPUT = join(REPOSITORY, "build", "images");

/** The files beside its bundle that come from the site. They are configuration, not content: no hash depends on them. */
function siteFiles({ variables }: ServiceDeclaration, site: Site): Record<string, string> {
  const files = Object.values(variables).flatMap(({ siteFile }) => siteFile ?? []);
  return Object.fromEntries(files.map(({ name, content }) => [name, content(site)]));
}

/** One of a service has the same shape as one of scripts. */
function write({ name, files, hash }: ScriptImage, configuration: Readonly<Record<string, string>>) {
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

/** Every image context below build/images/, each runnable with plain `node`. */
export function buildImages(siteFile: string, { json = false }: { readonly json?: boolean } = {}): 0 | 1 {
  const print = (outcome: object) => console.log(JSON.stringify(outcome, undefined, 2));
  try {
    // Everything that can fail comes before the first write: a broken site leaves the last build alone.
    const site = loadSite(siteFile);
    const built = services.map((service) => ({ image: serviceImage(service), configuration: siteFiles(service, site) }));
    const others = [scriptImage(batchImage), pluginImage(pluginsImage)].map((image) => ({ image, configuration: {} }));
    const images = [...built, ...others].map(({ image, configuration }) => write(image, configuration));
    if (json) print({ ok: true, images: images.map(({ name, tag, path }) => ({ name, tag, path })), findings: [] });
    else for (const { name, tag, path, bytes } of images) console.log(`${path}: ${name}:${tag}, bundle ${(bytes / 1000).toFixed(0)} kB`);
    return 0;
  } catch (error) {
    const { text, findings } = refusalOf(error, { siteFile });
    if (json) print({ ok: false, findings });
    else console.error(text);
    return 1;
  }
}
