import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export const LOOPBACK = "127.0.0.1";

export interface LoopbackServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Lets a server listen for this machine alone. @param port 0: one that is free */
export async function listening(server: Server, port: number): Promise<LoopbackServer> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://${LOOPBACK}:${given}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
