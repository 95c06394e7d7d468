/** mysqld_exporter before an empty MariaDB that would follow another. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { startProcess, temporaryFolder } from "../engine";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

export const mysql: RealExporter = {
  scrape: "mysql",
  start: async () => {
    const folder = temporaryFolder();
    const [database, port] = [await freePort(), await freePort()];
    // nobody is there to be followed: what a replica tells is there all the same
    const follow = join(folder, "follow.sql");
    writeFileSync(
      follow,
      `CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=${await freePort()}, MASTER_USER='nobody';\nSTART SLAVE;\n`,
    );
    const server = await startProcess(
      "mariadbd",
      [
        `--datadir=${folder}`,
        `--socket=${folder}/socket`,
        `--pid-file=${folder}/pid`,
        "--bind-address=127.0.0.1",
        `--port=${database}`,
        // without its own tables, of accounts among others
        "--skip-grant-tables",
        "--skip-networking=0",
        "--server-id=2",
        `--init-file=${follow}`,
        ...(process.getuid?.() === 0 ? ["--user=root"] : []),
      ],
      { ready: /ready for connections/ },
    );
    const exporter = await startProcess("mysqld-exporter", [`--web.listen-address=127.0.0.1:${port}`], {
      ready: `http://127.0.0.1:${port}/metrics`,
      env: { DATA_SOURCE_NAME: `root@(127.0.0.1:${database})/` },
    });
    return { port, stop: stopAll(server, exporter) };
  },
};
