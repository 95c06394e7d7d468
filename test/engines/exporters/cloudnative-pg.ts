/** The exporter of CloudNativePG before a PostgreSQL with a replica and a slot, whose archiving fails. */
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { type EngineName, engineFile, enginePath, startProgram, temporaryFolder, waitUntil } from "../engine";
import { startCollectors } from "./collectors";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

/**
 * PostgreSQL refuses to run as root: it sees itself as somebody else, to whom root's folders belong. Changing who it is takes away
 * that it ends with the tests, so that is said again.
 */
const NOT_ROOT =
  process.getuid?.() === 0
    ? ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--", "setpriv", "--pdeathsig", "KILL", "--"]
    : [];

export const cloudnativePg: RealExporter = {
  scrape: "cloudnative-pg",
  start: async () => {
    const folder = temporaryFolder();
    const port = await freePort();
    const [primary, replica] = [join(folder, "primary"), join(folder, "replica")];
    run("initdb", ["-D", primary, "-U", "postgres", "-A", "trust", "--no-sync"]);
    run("postgres", ["--single", "-D", primary, "postgres"], "SELECT pg_create_physical_replication_slot('a', true)\n");
    cpSync(primary, replica, { recursive: true });
    writeFileSync(join(replica, "standby.signal"), "");
    const servers = [
      await startPostgres(folder, primary, port, ["archive_mode=on", "archive_command=false"]),
      await startPostgres(folder, replica, await freePort(), [`primary_conninfo=host=${folder} port=${port} user=postgres`]),
    ];
    const exporter = await startCollectors("cloudnative-pg-collectors", {
      args: [engineFile("cloudnative-pg-collectors", "default-monitoring.yaml")],
      env: { PGHOST: folder, PGPORT: String(port), PGDATA: primary },
    });
    const metrics = async () => (await fetch(`http://127.0.0.1:${exporter.port}/metrics`)).text();
    await waitUntil(
      async () => /^cnpg_pg_stat_replication_replay_lag_seconds\{/m.test(await metrics()),
      () => "the replica does not reach its primary",
    );
    return { ...exporter, stop: stopAll(...servers, exporter) };
  },
};

function startPostgres(socketFolder: string, data: string, port: number, settings: readonly string[]) {
  const all = ["listen_addresses=", `unix_socket_directories=${socketFolder}`, `port=${port}`, "fsync=off", ...settings];
  const [program = "", ...args] = [...NOT_ROOT, enginePath("postgres"), "-D", data, ...all.flatMap((setting) => ["-c", setting])];
  return startProgram(program, args, { ready: /ready to accept (read-only )?connections/ });
}

function run(name: EngineName, arguments_: readonly string[], input = ""): void {
  const [program = "", ...args] = [...NOT_ROOT, enginePath(name), ...arguments_];
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} ended with code ${status}:\n${stdout}${stderr}`);
}
