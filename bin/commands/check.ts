import type { Command } from "commander";
import { lockedOption, lockOption } from "../lock-option";
import { siteArgument } from "../site-argument";
import type { Asked } from "../work/synth";

export const check = (belfry: Command) =>
  belfry
    .command("check")
    .summary("what a synth would find, without its output")
    .description("Says what a synth would find, and writes nothing.")
    .addArgument(siteArgument())
    .addOption(lockOption())
    .addOption(lockedOption())
    .option("--json", "what was found, as JSON on standard output")
    .action(async (site: string, asked: Asked) => {
      process.exitCode = (await import("../work/synth")).check(site, asked);
    });
