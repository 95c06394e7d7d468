import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port";
import { engineFile, runEngine, startProcess, temporaryFolder } from "./engine";

export interface Gitea {
  readonly port: number;
  readonly url: string;
  /** A token of a user who owns what the test makes, as it is shown once. */
  token(user: string): Promise<string>;
  stop(): Promise<void>;
}

/** Gitea without a repository. It asks for no token of whoever wants its metrics. */
export async function startGitea(): Promise<Gitea> {
  const [port, folder] = [await freePort(), temporaryFolder()];
  const url = `http://127.0.0.1:${port}`;
  const configuration = join(folder, "conf", "app.ini");
  mkdirSync(join(folder, "conf"));
  writeFileSync(
    configuration,
    `WORK_PATH = ${folder}
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = ${url}/
STATIC_ROOT_PATH = ${engineFile("gitea", "")}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${folder}/gitea.db
[security]
INSTALL_LOCK = true
[repository]
DEFAULT_BRANCH = main
[metrics]
ENABLED = true
[log]
LEVEL = warn
`,
  );
  const gitea = await startProcess("gitea", ["web", "-c", configuration], { ready: `${url}/metrics` });
  const admin = async (...args: readonly string[]) => {
    const { code, stdout, output } = await runEngine("gitea", ["admin", "user", ...args, "-c", configuration]);
    if (code !== 0) throw new Error(output);
    return stdout.trim();
  };
  return {
    port,
    url,
    stop: gitea.stop,
    token: async (user) => {
      await admin("create", "--username", user, "--random-password", "--email", `${user}@example.org`, "--must-change-password=false");
      return (await admin("generate-access-token", "--username", user, "--scopes", "all", "--raw")).split("\n").at(-1) ?? "";
    },
  };
}
