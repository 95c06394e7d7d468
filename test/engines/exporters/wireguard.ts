/** prometheus_wireguard_exporter, before a stand-in for wg, which asks the kernel: three peers, with and without a name and an address. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { startProcess, temporaryFolder } from "../engine";
import type { RealExporter } from "./real-exporter";

const OWN = ["wg0", "private=", "public=", "51820", "off"];
const PEERS = [
  ["wg0", "cabin=", "(none)", "198.51.100.7:40000", "10.9.0.2/32,192.168.20.0/24", "1795740163", "1000", "2000", "25"],
  ["wg0", "tablet=", "(none)", "(none)", "10.9.0.3/32", "0", "0", "0", "off"],
];

export const wireguardExporter: RealExporter = {
  scrape: "wireguard",
  start: async () => {
    const folder = temporaryFolder();
    const [port, program, configuration] = [await freePort(), join(folder, "wg"), join(folder, "wg0.conf")];
    const dump = [OWN, ...PEERS].map((line) => line.join("\t")).join("\n");
    writeFileSync(program, `#!/bin/sh\ncat <<'DUMP'\n${dump}\nDUMP\n`);
    chmodSync(program, 0o755);
    writeFileSync(configuration, "[Interface]\n[Peer]\n# friendly_name = Cabin\nPublicKey = cabin=\nAllowedIPs = 10.9.0.2/32\n");
    const { stop } = await startProcess("wireguard-exporter", ["-l", "127.0.0.1", "-p", String(port), "-r", "true", "-n", configuration], {
      ready: `http://127.0.0.1:${port}/metrics`,
      env: { PATH: `${folder}:${process.env.PATH}` },
    });
    return { port, stop };
  },
};
