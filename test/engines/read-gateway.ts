/** The real nginx with a gateway's configuration, and requests to it that no client would send. */
import { chmodSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type ReadAccess, readGatewayConfiguration } from "../../lib/workloads/read-gateway-configuration";
import { freePort } from "../free-port";
import { type RunningEngine, runEngine, startProcess, temporaryFolder } from "./engine";

export interface ReadGateway extends RunningEngine {
  readonly port: number;
  /** File of its requests' log. */
  readonly log: string;
}

export interface Before {
  readonly port: number;
  readonly path: string;
}

/** `access` may name files of the folder that it is given. */
export async function startReadGateway(store: Before, access: (folder: string) => ReadAccess): Promise<ReadGateway> {
  const folder = temporaryFolder();
  // started by root, its workers are nobody
  chmodSync(folder, 0o777);
  const port = await freePort();
  const [file, log] = [join(folder, "nginx.conf"), join(folder, "access.log")];
  const configuration = readGatewayConfiguration({
    port,
    hasIPv6: false,
    store: { name: "store", namespace: "behind", ...store },
    access: access(folder),
    scratch: folder,
  });
  // no name of the cluster is one here, and a test's output is a socket, which nothing opens
  writeFileSync(file, configuration.replace("store.behind.svc", "127.0.0.1").replace("/dev/stdout", log));
  const started = ["-e", "stderr", "-c", file];
  expect((await runEngine("nginx", [...started, "-t"])).output).toContain("test is successful");
  const engine = await startProcess("nginx", [...started, "-g", "daemon off;"], { ready: `http://127.0.0.1:${port}/-/healthy` });
  return { ...engine, port, log };
}

/** What goes over the wire is written by hand: no client passes on a path that has dots in it. */
export function ask(port: number, line: string, headers: Readonly<Record<string, string>> = {}, body = ""): Promise<string> {
  const all = {
    Host: "gateway",
    Connection: "close",
    ...(body !== "" && { "Content-Length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${line} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${body}`));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
