import { once } from "node:events";
import { createServer } from "node:net";

/**
 * The system gives ports from 32768 on (Linux's default) to every outgoing connection, so one of those that was free a moment ago may be
 * taken when a process that is told it comes to listen. Below, only who asks for a port by number gets it.
 */
const FIRST = 20_000;
const LAST = 32_767;

/** Found by this process before, each perhaps not listened on yet. */
const handedOut = new Set<number>();

/** A TCP port of the loopback address that nobody listens on and no connection takes by chance, for a process that must be told its port. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
  if (handedOut.has(port) || !(await isFree(port))) return freePort();
  handedOut.add(port);
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
