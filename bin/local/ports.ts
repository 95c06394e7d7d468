import { createServer } from "node:http";
import { listening } from "./loopback-server";

/** Whoever listens, in the order of the ports. */
export const LISTENERS = [
  "receivers",
  "store",
  "agent",
  "evaluator",
  "alertmanager",
  "pushgateway",
  "relay",
  "blackbox-exporter",
  "status-page",
  "dead-man",
  "stand-ins",
] as const;
export type Listener = (typeof LISTENERS)[number];
export type Ports = Readonly<Record<Listener, number>>;

/** Below those that the system gives to outgoing connections, and none that a package of Debian's listens on. */
export const FIRST_PORT = 8440;

export class PortTaken extends Error {}

/** One after the other from the first on. @throws {@link PortTaken} for the first that somebody else has */
export async function portsFrom(first: number): Promise<Ports> {
  const ports = LISTENERS.map((listener, index) => [listener, first + index] as const);
  for (const [listener, port] of ports) {
    if (!(await isFree(port)))
      throw new PortTaken(
        `port ${port} of ${listener} is taken: end what listens on 127.0.0.1:${port}, or choose others with --port <first>`,
      );
  }
  return Object.fromEntries(ports) as Ports;
}

/** Those that the system gives to nobody who does not ask for one by its number (Linux: from 32768 on it gives them to calls). */
const [LOWEST, HIGHEST] = [20_000, 32_700];

/** Each is free: of what runs beside another trial. */
export async function freePorts(): Promise<Ports> {
  const found = new Set<number>();
  while (found.size < LISTENERS.length) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return Object.fromEntries([...found].map((port, index) => [LISTENERS[index], port])) as Ports;
}

async function isFree(port: number): Promise<boolean> {
  try {
    await (await listening(createServer(), port)).close();
    return true;
  } catch {
    return false;
  }
}
