import type { Command } from "commander";
import { REPOSITORY } from "../../lib/images/entry";

export const importTypes = (belfry: Command) =>
  belfry
    .command("import")
    .summary("custom resources -> their types in imports/")
    .description(
      "Writes imports/<group>/<kind>.ts, the types of the custom resources: a file for every kind in lib/kubernetes/kinds.ts, from the " +
        'pinned releases that cdk8s.yaml lists under "imports". A kind that the source does not have keeps its committed file; one ' +
        "without such a file makes the command fail.",
    )
    .option(
      "--from <folder>",
      "read <group>/<kind>_<version>.json and CustomResourceDefinition YAML files from there, instead of downloading",
    )
    .option("--json", "the files that were written or kept, and what failed, as JSON on standard output")
    .action(async (asked: { readonly from?: string; readonly json?: boolean }) => {
      process.exitCode = await (await import("../import/command")).importCommand({ root: REPOSITORY, ...asked });
    });
