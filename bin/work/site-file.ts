import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { REPOSITORY } from "../../lib/images/entry";
import { Misuse } from "../command";

/** The site that is meant, as messages name it: the argument, what `SITE` names, or the repository's own. */
export function siteFile(argument?: string): string {
  if (argument !== undefined && !existsSync(argument)) throw new Misuse(`${argument}: there is no such file`);
  return argument ?? (process.env.SITE || fromHere("site.yaml"));
}

/** The cdk8s CLI names its own. */
export function outputFolder(): string {
  return process.env.CDK8S_OUTDIR || fromHere("dist");
}

/** `npx belfry` runs in whatever folder it is called in, `npm run` in the repository's. */
const fromHere = (file: string): string => relative("", join(REPOSITORY, file));
