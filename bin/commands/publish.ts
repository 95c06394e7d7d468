import type { Command } from "commander";
import { gitopsVariables } from "../gitops-variables";
import { lockedOption, lockOption } from "../lock-option";
import { siteArgument } from "../site-argument";
import type { AskedPublish } from "../work/publish";

export const publish = (belfry: Command) =>
  belfry
    .command("publish")
    .summary("commits the output to the GitOps repository")
    .description(
      "Synthesizes, and commits the output to the folder and branch of the GitOps repository that the site names, where anything differs. Only the " +
        "newest commit of a branch is published; the images of its services have to be pushed before.",
    )
    .addArgument(siteArgument())
    .addOption(lockOption())
    .addOption(lockedOption())
    .option("--json", "what was published or found, as JSON on standard output")
    .addHelpText("after", gitopsVariables("write to"))
    .action(async (site: string, asked: AskedPublish) => {
      process.exitCode = await (await import("../work/publish")).publishSite(site, asked);
    });
