/** Sees when nothing is under way between the sockets of this process, and no file is being read or written: then only time can change anything. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** Turns of the event loop without a change: what a turn has read is answered within the next ones. */
const QUIET_TURNS = 4;
/** In real milliseconds: longer, and a connection is not what is thought of it here. */
const STUCK_MS = 15_000;

interface End {
  readonly socket: Socket;
  isClosed: boolean;
  /** Its own port and the other end's; kept, as a closed socket has forgotten them. */
  ports?: readonly [own: number, other: number];
}

function notePorts(end: End): void {
  const { localPort, remotePort } = end.socket;
  if (localPort !== undefined && remotePort !== undefined) end.ports = [localPort, remotePort];
}

/** From now on: both ends of each connection must lie in this process. */
export function watchLoopback() {
  const clients = new Set<End>();
  const servers = new Set<End>();
  let closed = 0;
  const files = new Set<Promise<unknown>>();
  const watch = (ends: Set<End>) => (message: unknown) => {
    const { socket } = message as { socket: Socket };
    const end: End = { socket, isClosed: false };
    ends.add(end);
    notePorts(end);
    socket.once("connect", () => notePorts(end));
    socket.once("close", () => {
      end.isClosed = true;
      closed++;
    });
  };
  const channels = [["net.client.socket", watch(clients)] as const, ["net.server.socket", watch(servers)] as const];
  for (const [name, listener] of channels) subscribe(name, listener);

  function otherEnd([own, other]: readonly [number, number]): End | undefined {
    for (const end of servers) if (end.ports?.[0] === other && end.ports[1] === own) return end;
    return undefined;
  }

  /** Whether all that one end has sent or said has come to the other. */
  function isQuiet(client: End): boolean {
    const { ports } = client;
    const server = ports && otherEnd(ports);
    if (client.isClosed && (server === undefined || server.isClosed)) {
      clients.delete(client);
      if (server) servers.delete(server);
      return true;
    }
    if (server === undefined) return false;
    const isOpen = [client, server].every(({ isClosed, socket }) => !isClosed && !socket.destroyed && !socket.writableEnded);
    return isOpen && client.socket.bytesWritten === server.socket.bytesRead && server.socket.bytesWritten === client.socket.bytesRead;
  }

  /** What moves with every step. */
  const steps = () => {
    let sum = closed;
    for (const ends of [clients, servers]) for (const { socket } of ends) sum += 1 + socket.bytesRead + socket.bytesWritten;
    return sum;
  };

  return {
    /** Work with files, which is waited for. */
    withFiles: async <T>(work: Promise<T>): Promise<T> => {
      files.add(work);
      try {
        return await work;
      } finally {
        files.delete(work);
      }
    },
    quiet: async (): Promise<void> => {
      const began = performance.now();
      let [turns, last] = [0, Number.NaN];
      while (turns < QUIET_TURNS) {
        // a disk takes its time, and turns until then would be counted for nothing
        if (files.size > 0) await Promise.allSettled(files);
        await new Promise((resolve) => setImmediate(resolve));
        const now = steps();
        turns = now === last && files.size === 0 && [...clients].every(isQuiet) ? turns + 1 : 0;
        last = now;
        if (performance.now() - began > STUCK_MS)
          throw new Error(`something is under way for ever: ${files.size} files, ${clients.size} sockets`);
      }
    },
    close: () => {
      for (const [name, listener] of channels) unsubscribe(name, listener);
    },
  };
}
