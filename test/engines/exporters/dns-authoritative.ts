import { createSocket } from "node:dgram";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { startProcess, temporaryFolder } from "../engine";
import type { RealExporter } from "./real-exporter";

/** bind_exporter beside BIND, with a zone of its own and a question about it. */
export const authoritativeExporter: RealExporter = {
  scrape: "dns-authoritative",
  start: async () => {
    const [dns, statistics, port] = [await freePort(), await freePort(), await freePort()];
    const folder = temporaryFolder();
    writeFileSync(join(folder, "example.test"), "$TTL 60\n@ IN SOA ns hostmaster 1 60 60 60 60\n  IN NS ns\nns IN A 127.0.0.1\n");
    writeFileSync(
      join(folder, "named.conf"),
      `options {
  directory "${folder}";
  pid-file "${folder}/pid";
  session-keyfile "${folder}/session.key";
  managed-keys-directory "${folder}";
  lock-file none;
  listen-on port ${dns} { 127.0.0.1; };
  listen-on-v6 { none; };
  recursion no;
  dnssec-validation no;
};
controls {};
statistics-channels { inet 127.0.0.1 port ${statistics} allow { 127.0.0.1; }; };
zone "example.test" { type primary; file "example.test"; };
`,
    );
    const named = await startProcess("named", ["-g", "-c", join(folder, "named.conf")], {
      ready: `http://127.0.0.1:${statistics}/json/v1/zones`,
    });
    await ask(dns);
    const exporter = await startProcess(
      "bind-exporter",
      [
        `--bind.stats-url=http://127.0.0.1:${statistics}/`,
        "--bind.stats-groups=server,view,tasks",
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { ready: `http://127.0.0.1:${port}/metrics` },
    );
    return {
      port,
      stop: async () => {
        await Promise.all([exporter.stop(), named.stop()]);
      },
    };
  },
};

/** Asks for the address of ns.example.test and waits for the answer. */
function ask(port: number): Promise<void> {
  const question = "\x02ns\x07example\x04test\x00\x00\x01\x00\x01";
  const header = [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  const socket = createSocket("udp4");
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("message", () => {
      socket.close();
      resolve();
    });
    socket.send(Buffer.concat([Buffer.from(header), Buffer.from(question, "latin1")]), port, "127.0.0.1");
  });
}
