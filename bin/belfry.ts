/** The command line: `npx belfry <command>`, started by belfry.cjs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { REPOSITORY } from "../lib/images/entry";
import { batch } from "./commands/batch";
import { build } from "./commands/build";
import { check } from "./commands/check";
import { dashboards } from "./commands/dashboards";
import { diff } from "./commands/diff";
import { images } from "./commands/images";
import { importTypes } from "./commands/import";
import { importRules } from "./commands/import-rules";
import { local } from "./commands/local";
import { publish } from "./commands/publish";
import { review } from "./commands/review";
import { snmp } from "./commands/snmp";
import { synth } from "./commands/synth";
import { tap } from "./commands/tap";

export type AddCommand = (parent: Command) => void;

/**
 * Each adds itself, with its options and what it does. What it works with is imported by its action alone, from ../work/ or another
 * folder that belfry.cjs leaves out of the bundle of a help: that does not wait for the platform.
 */
const COMMANDS: readonly AddCommand[] = [
  synth,
  check,
  build,
  images,
  importTypes,
  importRules,
  snmp,
  batch,
  tap,
  dashboards,
  diff,
  review,
  publish,
  local,
];

const EXIT_CODES = `
Exit codes:
  0  right
  1  mistakes were found, or the site (a missing one too) or the output is refused
  2  the command line is wrong`;

const withoutEnd = (text: string): string => text.replace(/\n$/, "");

const { version } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")) as { version: string };

/** What is set here, the commands added below inherit. */
function commandLine(commands: readonly AddCommand[]): Command {
  const belfry = new Command("belfry")
    .usage("<command> [options]")
    .version(version, "--version", "display the version of belfry")
    .addHelpText("afterAll", EXIT_CODES)
    .showHelpAfterError()
    // by the console, which bears a reader that leaves, such as head: a stream that nobody listens to throws
    .configureOutput({ writeOut: (text) => console.log(withoutEnd(text)), writeErr: (text) => console.error(withoutEnd(text)) })
    .exitOverride()
    .hook("preAction", (_, command) => {
      // commander takes any word for the value of an option: a forgotten one would swallow the option behind it
      for (const option of command.options) {
        const value: unknown = command.getOptionValue(option.attributeName());
        if (/^-./s.test(String(value))) command.error(`error: option '${option.flags}' argument missing before '${value}'`);
      }
    });
  for (const add of commands) add(belfry);
  return belfry;
}

const hasJson = (args: readonly string[]): boolean =>
  args.slice(0, args.includes("--") ? args.indexOf("--") : undefined).includes("--json");

/** What is thrown is a mistake in the sources: for a program it is a finding like any other, and no output at all would be none. */
function crash(error: unknown): string {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const [, where = "belfry"] = /^ {4}at (?:.*\()?(\/.*:\d+:\d+)\)?$/m.exec(stack) ?? [];
  return JSON.stringify({ ok: false, findings: [{ check: "source", where, what: message }] }, undefined, 2);
}

/** Runs a command line. How it ended stands in `process.exitCode`: not forced, so that everything printed arrives at a pipe. */
export async function belfry(args: readonly string[], commands = COMMANDS): Promise<void> {
  try {
    const belfry = commandLine(commands);
    // behind "--" an option is a command, and commander would guess at one without its first letters
    belfry.showSuggestionAfterError(args[0] !== "--");
    const [help, topic = ""] = args;
    // commander shows its help alone, and not what is wrong
    const isUnknown = help === "help" && /^[^-]/.test(topic) && !["help", ...belfry.commands.map((one) => one.name())].includes(topic);
    await belfry.parseAsync(isUnknown ? [topic] : args, { from: "user" });
  } catch (error) {
    // said already, where it is wrong: help and version end so as well
    const isSaid = error instanceof CommanderError;
    if (!isSaid) {
      console.error(error);
      if (hasJson(args)) console.log(crash(error));
    }
    process.exitCode = isSaid ? (error.exitCode === 0 ? 0 : 2) : 1;
  }
}
