import type { Command } from "commander";
import { lockedOption, lockOption } from "../lock-option";
import { siteArgument } from "../site-argument";
import type { AskedPublish } from "../work/publish";

const VARIABLES = `
Variables:
  GITOPS_TOKEN   a token that may write to the GitOps repository, over https; Git's own way to log in without it
  GITOPS_USER    the user it belongs to, where the server asks for one
  GITOPS_URL     the repository's address where this machine reaches it by another than gitops.repository of the site
docs/pull-requests.md has the workflows that run it.`;

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
    .addHelpText("after", VARIABLES)
    .action(async (site: string, asked: AskedPublish) => {
      process.exitCode = await (await import("../work/publish")).publishSite(site, asked);
    });
