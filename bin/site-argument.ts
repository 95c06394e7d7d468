import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { Argument, InvalidArgumentError } from "commander";
import { REPOSITORY } from "../lib/images/entry";

/** The site that a command works on, as messages name it: `npx belfry` runs in whatever folder it is called in. */
export const SITE = new Argument("[site.yaml]", "the site")
  .default(process.env.SITE || relative("", join(REPOSITORY, "site.yaml")), "what the variable SITE names, or the repository's site.yaml")
  .argParser((file: string) => {
    if (!existsSync(file)) throw new InvalidArgumentError("There is no such file.");
    return file;
  });
