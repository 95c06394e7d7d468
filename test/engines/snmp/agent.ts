import { createSocket, type Socket } from "node:dgram";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port";
import { type RunningEngine, startProcess, temporaryFolder } from "../engine";

export interface Reader {
  readonly username: string;
  readonly "auth-password": string;
  readonly "priv-password": string;
}

/** A device: net-snmp's agent, which answers what a walk of it has. */
export interface Device {
  /** As the exporter is asked for it. */
  readonly target: string;
  /** Its walk from now on. */
  becomes(change: (walk: string) => string): void;
  stop(): Promise<void>;
}

/** The agent's own ports and its own start, in whose place the recorded ones are. */
const OWN = "ifTable,ifXTable,interface,interfaces,system_mib";
const TREES = [".1.3.6.1.2.1.1", ".1.3.6.1.2.1.2", ".1.3.6.1.2.1.31", ".1.3.6.1.4.1"];
const PASS_PERSIST = join(__dirname, "pass-persist.cjs");

/** Starts a device that lets one reader read, by SHA and AES. */
export async function startDevice(walk: string, reader: Reader, host = "127.0.0.1"): Promise<Device> {
  const folder = temporaryFolder();
  const file = join(folder, "device.walk");
  writeFileSync(file, walk);
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  const [port, name] = [await freePort(), quoted(reader.username)];
  const trees = TREES.map((oid) => `pass_persist -p 1 ${oid} ${process.execPath} ${PASS_PERSIST} ${file}`);
  const configuration = join(folder, "snmpd.conf");
  writeFileSync(
    configuration,
    [
      `createUser ${name} SHA ${quoted(reader["auth-password"])} AES ${quoted(reader["priv-password"])}`,
      `rouser ${name} authPriv`,
      ...trees,
      "",
    ].join("\n"),
  );
  const ip = host.includes(":") ? `udp6:[${host}]:${port}` : `udp:${host}:${port}`;
  const agent: RunningEngine = await startProcess(
    "snmpd",
    ["-f", "-Lo", "-C", "-c", configuration, "-I", `-${OWN}`, "-p", join(folder, "pid"), ip],
    {
      ready: /NET-SNMP version/,
      env: { SNMP_PERSISTENT_DIR: folder, MIBS: "" },
    },
  );
  return {
    target: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
    becomes: (change) => writeFileSync(file, change(readFileSync(file, "utf8"))),
    stop: () => agent.stop(),
  };
}

/** The same device at the end of a slow line: each of its packets comes that much later. */
export async function slowed(device: Device, milliseconds: number): Promise<{ readonly target: string; readonly stop: () => void }> {
  const [host = "", port = ""] = device.target.split(":");
  const front = createSocket("udp4");
  const ways = new Map<number, Socket>();
  front.on("message", (question, caller) => {
    const way = ways.get(caller.port) ?? createSocket("udp4");
    if (!ways.has(caller.port)) {
      ways.set(caller.port, way);
      way.on("message", (answer) => setTimeout(() => front.send(answer, caller.port, caller.address), milliseconds));
    }
    way.send(question, Number(port), host);
  });
  await new Promise<void>((resolve) => front.bind(0, "127.0.0.1", resolve));
  const stop = () => {
    front.close();
    for (const way of ways.values()) way.close();
  };
  return { target: `127.0.0.1:${front.address().port}`, stop };
}

/** The walk of a stack of so many ports, each like the first. */
export function stackOf(ports: number, walk: string): string {
  const lines = walk.split("\n");
  const ofFirst = lines.filter((line) => / = /.test(line) && /\.10101 = /.test(line));
  const others = lines.filter((line) => !/\.101\d\d = /.test(line));
  return [
    ...others,
    ...Array.from({ length: ports }, (_, n) => ofFirst.map((line) => line.replace(".10101 = ", `.${10_101 + n} = `))).flat(),
  ].join("\n");
}
