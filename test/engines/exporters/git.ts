import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { engineFile, startProcess, temporaryFolder } from "../engine";
import type { RealExporter } from "./real-exporter";

/** Gitea without a repository. It asks for no token here: whoever compares names has none. */
export const gitExporter: RealExporter = {
  scrape: "git",
  start: async () => {
    const [port, folder] = [await freePort(), temporaryFolder()];
    const configuration = join(folder, "conf", "app.ini");
    mkdirSync(join(folder, "conf"));
    writeFileSync(
      configuration,
      `WORK_PATH = ${folder}
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
STATIC_ROOT_PATH = ${engineFile("gitea", "")}
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${folder}/gitea.db
[security]
INSTALL_LOCK = true
[metrics]
ENABLED = true
[log]
LEVEL = warn
`,
    );
    const gitea = await startProcess("gitea", ["web", "-c", configuration], { ready: `http://127.0.0.1:${port}/metrics` });
    return { port, stop: gitea.stop };
  },
};
