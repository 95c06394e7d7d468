import type { Command } from "commander";
import { BASE_IMAGE } from "../../lib/images/base";
import { siteArgument } from "../site-argument";

const OUTPUT = `
Output:
  build/images/<name>/server.cjs   the service in one file: node build/images/<name>/server.cjs --help
  build/images/<name>/Dockerfile   docker build --build-arg BASE=${BASE_IMAGE} build/images/<name>
  build/images/<name>/*.json       what the service knows of the site, for runs outside a cluster`;

export const build = (belfry: Command) =>
  belfry
    .command("build")
    .summary("the services' bundles and image contexts")
    .description("Bundles each service and writes its image context.")
    .addArgument(siteArgument())
    .option("--json", "name, tag and path of each image, or what was found, as JSON on standard output")
    .addHelpText("after", OUTPUT)
    .action(async (site: string, asked: { readonly json?: boolean }) => {
      process.exitCode = (await import("../work/build")).buildImages(site, asked);
    });
