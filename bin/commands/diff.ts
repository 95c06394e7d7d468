import { type Command, Option } from "commander";
import type { AskedDiff } from "../work/diff";

export const diff = (belfry: Command) =>
  belfry
    .command("diff")
    .summary("what became of an output, object by object")
    .description("Compares two outputs by object: counts first, then rules and what is another in them, then every object and file.")
    .argument("<old>", "an output folder")
    .argument("<new>", "another")
    .addOption(new Option("--markdown", "what a pull request shows, in full").conflicts(["patch", "json"]))
    .addOption(new Option("--patch", "every line, as Git prints it").conflicts("json"))
    .option("--json", "what is another, as JSON on standard output")
    .action(async (old: string, now: string, asked: AskedDiff) => {
      process.exitCode = (await import("../work/diff")).diff(old, now, asked);
    });
