import { spawnSync } from "node:child_process";

/** What Git refused, in its own words: they name no secret, as none is in an address or an argument. */
export class GitError extends Error {}

interface Options {
  /** The work tree or repository it runs in. */
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** `latin1` for bytes that are counted. @default "utf8" */
  readonly encoding?: "utf8" | "latin1";
}

/** Of a hook or a shell that works on another repository. */
const OTHERS = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX"];

/** What it printed, without the end of the last line. @throws GitError */
export function git(args: readonly string[], { cwd, variables = {}, input, encoding = "utf8" }: Options): string {
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of OTHERS) delete env[name];
  // nobody is there to be asked
  Object.assign(env, { GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" }, variables);
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd, env, input, encoding, maxBuffer: 1 << 30 });
  if (error !== undefined) throw new GitError(`git can't be run (${error.message}); install Git 2.31 or later`);
  if (status !== 0) throw new GitError(lastLines(stderr) || `git ${args[0]} ended with ${status}`);
  return stdout.replace(/\n$/, "");
}

/** The same, or nothing where it fails: for a question that may have no answer. */
export function gitOr(args: readonly string[], options: Options): string | undefined {
  try {
    return git(args, options);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

const LINES = 12;

function lastLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .slice(-LINES)
    .join("\n");
}

/** An address without the user and password that a runner may have put into it. */
export function withoutCredentials(address: string): string {
  return address.replace(/^(https?:\/\/)[^/]*@/i, "$1");
}
