import type { Command } from "commander";
import { gitopsVariables } from "../gitops-variables";
import { lockedOption, lockOption } from "../lock-option";
import { siteArgument } from "../site-argument";
import type { AskedReview } from "../work/review";

export const review = (belfry: Command) =>
  belfry
    .command("review")
    .summary("what a pull request changes, as a comment")
    .description(
      "Synthesizes, compares the output with what the GitOps repository holds, and says what is another: in review.md, the whole in review.patch, " +
        "and in a workflow that runs for a pull request in a comment on it, always the same one.",
    )
    .addArgument(siteArgument())
    .addOption(lockOption())
    .addOption(lockedOption())
    .option("--out <folder>", "where the two files go", "build/review")
    .option("--json", "what is another, as JSON on standard output")
    .addHelpText(
      "after",
      gitopsVariables("read", ["COMMENT_TOKEN  a token that may comment on the pull request; what the request is, the runner says"]),
    )
    .action(async (site: string, asked: AskedReview) => {
      process.exitCode = await (await import("../work/review")).review(site, asked);
    });
