import { type AddCommand, belfry } from "../../bin/belfry";
import type { Run } from "./run";

/**
 * A command line in the process of the tests, in a fortieth of the time that a start takes, for what has nothing to do with the process.
 * One after the other: they share a console, the variables and the exit code.
 */
export async function called(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  commands?: readonly AddCommand[],
): Promise<Run> {
  const before = { SITE: "", CDK8S_OUTDIR: "" };
  const out = jest.spyOn(console, "log").mockImplementation();
  const err = jest.spyOn(console, "error").mockImplementation();
  const printed = (spy: jest.SpyInstance) => spy.mock.calls.map(([line]) => `${line}\n`).join("");
  process.exitCode = undefined;
  Object.assign(process.env, before, variables);
  try {
    await belfry(args, commands);
    return { status: process.exitCode ?? 0, stdout: printed(out), stderr: printed(err) };
  } finally {
    process.exitCode = undefined;
    Object.assign(process.env, before);
    out.mockRestore();
    err.mockRestore();
  }
}
