/** The command line: `npx belfry <command>`, started by belfry.cjs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "../lib/images/entry";
import { didYouMean } from "../lib/site/did-you-mean";
import { type Command, EXIT_CODES, type ExitCode, helpOf, Misuse, table } from "./command";
import { build } from "./commands/build";
import { check } from "./commands/check";
import { importTypes } from "./commands/import";
import { synth } from "./commands/synth";

const COMMANDS: Readonly<Record<string, Command>> = { synth, check, build, import: importTypes };

const HELP = `belfry <command> [options]

Commands:
${table(Object.entries(COMMANDS).map(([name, { purpose }]) => [name, purpose]))}

Options:
  -h, --help  this text, or that of a command: belfry synth --help
  --version   the version of belfry

${EXIT_CODES}`;

async function main([name, ...args]: readonly string[]): Promise<ExitCode> {
  const given = [name, ...args];
  if (given.includes("--version")) {
    const { version } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")) as { version: string };
    console.log(version);
    return 0;
  }
  const command = name === undefined || !Object.hasOwn(COMMANDS, name) ? undefined : COMMANDS[name];
  if (given.includes("--help") || given.includes("-h")) {
    console.log(name === undefined || command === undefined ? HELP : helpOf(name, command));
    return 0;
  }
  if (name === undefined || command === undefined) {
    const meant = didYouMean(name ?? "", Object.keys(COMMANDS));
    const what =
      name === undefined ? "a command is missing" : `"${name}" is no command${meant === undefined ? "" : `; did you mean ${meant}?`}`;
    console.error(`belfry: ${what}\n\n${HELP}`);
    return 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    console.error(`belfry ${name}: ${error.message}\n\n${helpOf(name, command)}`);
    return 2;
  }
}

main(process.argv.slice(2)).then(
  (exitCode) => {
    // set, not forced, so that everything printed arrives where the output is a pipe
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
