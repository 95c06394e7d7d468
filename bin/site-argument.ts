import { join, relative } from "node:path";
import { Argument, InvalidArgumentError } from "commander";
import { REPOSITORY } from "../lib/images/entry";

/** The site that a command works on, as messages name it: `npx belfry` runs in whatever folder it is called in. */
export const siteArgument = () =>
  new Argument("[site.yaml]", "the site")
    .argParser(notEmpty)
    .default(
      process.env.SITE || relative("", join(REPOSITORY, "site.yaml")),
      "what the variable SITE names, or the repository's site.yaml",
    );

/** As a variable is that was never set. */
function notEmpty(file: string): string {
  if (file === "") throw new InvalidArgumentError("Name the site's file, or leave it out.");
  return file;
}
