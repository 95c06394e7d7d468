import { BASE_IMAGE } from "../../lib/images/base";
import { declareCommand } from "../command";

export const build = declareCommand({
  purpose: "bundles each service and writes its image context",
  argument: "site.yaml",
  details: `  build/images/<name>/server.cjs   the service in one file: node build/images/<name>/server.cjs --help
  build/images/<name>/Dockerfile   docker build --build-arg BASE=${BASE_IMAGE} build/images/<name>
  build/images/<name>/*.json       what the service knows of the site, for runs outside a cluster
The site is the argument, or what the variable SITE names, or the repository's site.yaml.`,
  options: {},
  run: async (_, site) => (await import("../work/build")).buildImages(site),
});
