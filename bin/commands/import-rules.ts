import { type Command, Option } from "commander";
import { COMPONENTS } from "../../lib/site/component";
import { siteArgument } from "../site-argument";
import type { AskedRules, PlatformOf } from "../work/import-rules";

const OUTPUT = `
A rule that can't come through is refused with its place, and the others come through: 1 says that some were refused, or that there
was none. docs/import-rules.md shows what comes of one.`;

/** @param platformOf for tests, which have made the platform already */
export const importRules = (belfry: Command, platformOf?: PlatformOf) =>
  belfry
    .command("import-rules")
    .summary("rules of others -> declarations, or a diff")
    .description(
      "Reads PrometheusRule and VMRule objects and rule files, YAML or JSON, a folder with all below it, and writes each as typed " +
        "declarations: recorded as they are and paging nobody, or with --own as alerts of ours whose proofs are still to be written.",
    )
    .argument("<path>", 'a file or folder that holds the rules; "-" reads standard input')
    .addOption(new Option("--site <site.yaml>", "the site whose series and rules they are held to").default(...siteDefault()))
    .option("--output <folder>", 'where the files go; "-" prints them (default: rules/imported of the repository)')
    .option("--force", "write over files that import-rules made before")
    .option("--source <text>", "repository and release that they come from (default: what was named)")
    .option("--absent <reason>", "list what nothing here gives as absent on purpose, for that reason")
    .addOption(new Option("--own", "write alert(...) and record(...), to be completed").conflicts("absent"))
    .addOption(new Option("--component <name>", "with --own: whose the alerts are that name none").choices(COMPONENTS))
    .addOption(new Option("--diff", "compare them with ours, and write nothing").conflicts(["own", "output", "force", "source", "absent"]))
    .option("--json", "what came through, what was refused and what is missing, as JSON on standard output")
    .addHelpText("after", OUTPUT)
    .action(async (path: string, asked: AskedRules) => {
      process.exitCode = (await import("../work/import-rules")).importRules(path, asked, platformOf);
    });

function siteDefault(): [string, string] {
  const { defaultValue, defaultValueDescription = "" } = siteArgument();
  return [defaultValue as string, defaultValueDescription];
}
