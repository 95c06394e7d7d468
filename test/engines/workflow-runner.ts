import { spawn } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { git, PLAIN } from "../bin/gitops/repositories";
import { type ForgeName, stepsOf } from "../workflows/workflow";
import { temporaryFolder } from "./engine";

export interface Job {
  readonly forge: ForgeName;
  readonly job: "review" | "publish";
  readonly checkout: string;
  /** What expressions know; of GitLab, the variables of the pipeline. */
  readonly values: Readonly<Record<string, string>>;
  /** What the runner sets in every step. */
  readonly variables: Readonly<Record<string, string>>;
  /** What a user has written into the workflow instead. */
  readonly edited?: Readonly<Record<string, string>>;
  /** What is done instead of a command: there is no network here, and no registry. */
  readonly instead: Readonly<Record<string, string>>;
}

export interface JobRun {
  readonly isRight: boolean;
  readonly output: string;
}

/** A commit of a repository as a runner checks it out: with nothing else of this machine than the packages. */
export function checkedOut(origin: string, revision: string, packages: string, settings: readonly string[] = []): string {
  const root = join(temporaryFolder(), "checkout");
  git("/", ...settings.flatMap((one) => ["-c", one]), "clone", "-q", origin, root);
  for (const one of settings) git(root, "config", ...splitSetting(one));
  git(root, "checkout", "-q", "--detach", revision);
  symlinkSync(packages, join(root, "node_modules"));
  return root;
}

const splitSetting = (setting: string): [string, string] => {
  const at = setting.indexOf("=");
  return [setting.slice(0, at), setting.slice(at + 1)];
};

/** The steps of a job in their order, until one fails. Actions are the runner's: only shells run here. */
export async function runJob({ forge, job, checkout, values, variables, edited = {}, instead }: Job): Promise<JobRun> {
  const steps = stepsOf(forge, job, { values });
  if (steps === undefined) throw new Error(`the job ${job} of ${forge} is not run for ${JSON.stringify(values)}`);
  const home = temporaryFolder();
  const output: string[] = [];
  for (const { run, env } of steps) {
    if (run === undefined) continue;
    const text = Object.entries(instead).reduce((sum, [command, other]) => sum.replaceAll(command, other), run);
    const shell = spawn("bash", ["-e", "-o", "pipefail", "-c", text], {
      cwd: checkout,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        CI: "true",
        npm_config_cache: join(homedir(), ".npm"),
        ...PLAIN,
        ...variables,
        ...env,
        ...edited,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding("utf8").on("data", (chunk: string) => output.push(chunk));
    const code = await new Promise((resolve) => shell.once("close", resolve));
    if (code !== 0) return { isRight: false, output: output.join("") };
  }
  return { isRight: true, output: output.join("") };
}

/** The event that started a workflow, in a file. */
export function eventFile(event: object): string {
  const file = join(temporaryFolder(), "event.json");
  writeFileSync(file, JSON.stringify(event));
  return file;
}
