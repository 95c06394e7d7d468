/** redis_exporter before the replica of a Redis: it has all that a master has, and how it stands to it. */
import { connect } from "node:net";
import { freePort } from "../../free-port";
import { startProcess, temporaryFolder, waitUntil } from "../engine";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

export const redis: RealExporter = {
  scrape: "redis",
  start: async () => {
    const [master, replica, port] = [await freePort(), await freePort(), await freePort()];
    const servers = [await startRedis(master), await startRedis(replica, ["--replicaof", "127.0.0.1", String(master)])];
    const exporter = await startProcess(
      "redis-exporter",
      [`-redis.addr=redis://127.0.0.1:${replica}`, `-web.listen-address=127.0.0.1:${port}`],
      { ready: `http://127.0.0.1:${port}/health` },
    );
    // a write makes the first key, which reaches the replica
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await write(master);
    await waitUntil(
      async () => /redis_master_link_up\S* 1/.test(await metrics()),
      () => "the replica does not reach its master",
    );
    return { port, stop: stopAll(...servers, exporter) };
  },
};

function startRedis(port: number, more: readonly string[] = []) {
  return startProcess(
    "redis-server",
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", temporaryFolder(), "--maxmemory", "64mb", ...more],
    { ready: /Ready to accept connections/ },
  );
}

/** By its wire protocol, which takes a line of words as a command. */
function write(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection = connect(port, "127.0.0.1", () => connection.write("SET a b EX 600\r\n"));
    connection.once("data", () => {
      connection.destroy();
      resolve();
    });
    connection.once("error", reject);
  });
}
