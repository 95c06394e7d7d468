import { parseArgs } from "node:util";

export interface Option {
  readonly type: "boolean" | "string";
  readonly help: string;
  /** What the help calls the value of a string. @default - its name */
  readonly value?: string;
}

type Options = Readonly<Record<string, Option>>;

type Values<Declared extends Options> = { readonly [Name in keyof Declared]?: Declared[Name]["type"] extends "boolean" ? boolean : string };

/**
 * One command, in bin/commands/<name>.ts. What it works with is imported by `run` alone, from ../work/ or another
 * folder that belfry.cjs leaves out of the bundle of a help: that does not wait for the platform.
 */
export interface Command {
  /** In the list of commands: one line. */
  readonly purpose: string;
  /** The arguments after its name, as the help shows them. @default - none is taken */
  readonly argument?: string;
  /** What the purpose does not say. @default - nothing */
  readonly details?: string;
  readonly options: Options;
  /** @returns the exit code */
  readonly run: (args: readonly string[]) => Promise<ExitCode>;
}

/** 0: right. 1: findings, or a site or an output that is refused. 2: the command line is wrong. */
export type ExitCode = 0 | 1 | 2;

/** The command line is wrong: the message says how. */
export class Misuse extends Error {}

export interface Declared<Given extends Options> extends Omit<Command, "options" | "run"> {
  readonly options: Given;
  readonly run: (values: Values<Given>, argument?: string) => Promise<ExitCode>;
}

/** A command that is given its options by type, and its argument where it takes one. */
export function declareCommand<const Given extends Options>({ run, ...declared }: Declared<Given>): Command {
  return {
    ...declared,
    run: async (args) => {
      const { values, positionals } = parsed(args, declared.options);
      const [argument, ...more] = positionals;
      if (declared.argument === undefined && argument !== undefined) throw new Misuse(`argument "${argument}" is not asked for`);
      if (more.length > 0) throw new Misuse(`one ${declared.argument} at a time, not ${positionals.length}: ${positionals.join(" ")}`);
      return run(values as Values<Given>, argument);
    },
  };
}

function parsed(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // the rest of Node's message is about an argument that begins with a dash, which nothing here has
    const [what = ""] = error.message.split(". ");
    throw new Misuse(`${what[0]?.toLowerCase()}${what.slice(1)}`);
  }
}

/** `belfry <command> --help`. */
export function helpOf(name: string, { purpose, argument, details, options }: Command): string {
  const shown = Object.entries(options).map(([option, { type, value = option, help }]) => [
    `--${option}${type === "string" ? ` <${value}>` : ""}`,
    help,
  ]);
  return [
    `belfry ${[name, ...(argument === undefined ? [] : [`[${argument}]`]), ...(shown.length > 0 ? ["[options]"] : [])].join(" ")}`,
    `\n${purpose}`,
    ...(details === undefined ? [] : [`\n${details}`]),
    ...(shown.length === 0 ? [] : [`\nOptions:\n${table(shown)}`]),
    `\n${EXIT_CODES}`,
  ].join("\n");
}

/** Two columns, set in. */
export function table(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([first = ""]) => first.length));
  return rows.map(([first = "", second = ""]) => `  ${first.padEnd(width)}  ${second}`).join("\n");
}

export const EXIT_CODES = `Exit codes:
  0  right
  1  mistakes were found, or the site or the output is refused
  2  the command line is wrong`;
