import { execFile } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../example";

export interface Run {
  readonly status: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

interface Where {
  /** @default - this repository */
  readonly root?: string;
  /** @default - the root */
  readonly cwd?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** The command line of a repository, as `npx belfry` starts it. */
export function belfry(args: readonly string[], { root = ROOT, cwd = root, variables = {} }: Where = {}): Promise<Run> {
  const env = { ...process.env, SITE: "", CDK8S_OUTDIR: "", ...variables };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, "bin/belfry.cjs"), ...args], { cwd, env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}
