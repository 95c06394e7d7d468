/** `npm run build`: the image contexts of our services under build/images/<name>/, each runnable with plain `node`. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { services } from "../components/services";
import { BASE_IMAGE } from "../lib/images/base";
import { REPOSITORY } from "../lib/images/entry";
import { type ServiceImage, serviceImage } from "../lib/images/image";
import type { ServiceDeclaration } from "../lib/service/declaration";
import { loadSite } from "../lib/site/load";
import type { Site } from "../lib/site/schema";
import { SiteError } from "../lib/site/site-error";

const HELP = `npm run build [-- --help]

Bundles each service and writes its image context:
  build/images/<name>/server.cjs   the service in one file: node build/images/<name>/server.cjs --help
  build/images/<name>/Dockerfile   docker build --build-arg BASE=${BASE_IMAGE} build/images/<name>
  build/images/<name>/*.json       what the service knows of the site, for runs outside a cluster
The site is read from site.yaml, or from the file that the variable SITE names.
`;

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

function main(args: readonly string[]): void {
  const [argument] = args;
  if (argument === "--help" || argument === "-h") {
    process.stdout.write(HELP);
    return;
  }
  if (argument !== undefined) {
    process.stderr.write(`argument ${JSON.stringify(argument)} is unknown; use --help, or none\n`);
    process.exitCode = 1;
    return;
  }
  try {
    // Everything that can fail comes before the first write: a broken site leaves the last build alone.
    const site = loadSite(process.env.SITE || join(REPOSITORY, "site.yaml"));
    const built = services.map((service) => ({ image: serviceImage(service), configuration: siteFiles(service, site) }));
    for (const { image, configuration } of built) write(image, configuration);
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

main(process.argv.slice(2));
