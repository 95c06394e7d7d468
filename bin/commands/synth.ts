import { type Command, Option } from "commander";
import { lockedOption, lockOption } from "../lock-option";
import { siteArgument } from "../site-argument";
import type { Asked } from "../work/synth";

export const synth = (belfry: Command) =>
  belfry
    .command("synth")
    .summary("site.yaml and declarations -> checks -> dist/")
    .description(
      "Writes what the site and the declarations make to dist/, or to the folder that the variable CDK8S_OUTDIR names: one that belfry " +
        "wrote before, an empty one, or one that is not there yet. It is replaced as a whole, and only when every check passes.",
    )
    .addArgument(siteArgument())
    .addOption(lockOption())
    .addOption(lockedOption())
    .addOption(
      new Option("--watch", "again at every change of a source or the site; prints the files of dist/ that changed").conflicts("json"),
    )
    .option("--json", "what was made or found, as JSON on standard output")
    .action(async (site: string, asked: Asked) => {
      process.exitCode = await (await import("../work/synth")).synth(site, asked);
    });
