import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the fake answers one POST. `hold` answers when the test says so, `drop` closes the connection. */
export type Reply = number | "drop" | "hold";

export interface FakeAlertmanager {
  readonly url: string;
  /** Every body that came, parsed, in order. */
  readonly batches: unknown[][];
  /** Held answers, oldest first. */
  readonly held: ServerResponse[];
  /** Answers in turn; the last one stays. */
  readonly replies: Reply[];
  /** The most POSTs that were open at once. */
  readonly mostOpen: () => number;
  /** Settles when that many POSTs have come. */
  readonly received: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startAlertmanager(...replies: Reply[]): Promise<FakeAlertmanager> {
  const batches: unknown[][] = [];
  const held: ServerResponse[] = [];
  const watchers = new Set<() => void>();
  let [open, most] = [0, 0];
  const server = createServer((request, response) => {
    most = Math.max(most, ++open);
    response.on("close", () => open--);
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method !== "POST" || request.url !== "/api/v2/alerts" || request.headers["content-type"] !== "application/json") {
        response.writeHead(404).end();
        return;
      }
      batches.push(JSON.parse(Buffer.concat(chunks).toString()));
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 200;
      if (reply === "drop") request.socket.destroy();
      else if (reply === "hold") held.push(response);
      else response.writeHead(reply).end(reply < 300 ? "" : '"no"');
      for (const watcher of watchers) watcher();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    held,
    replies,
    mostOpen: () => most,
    received: (count) =>
      new Promise((resolve) => {
        const watcher = () => {
          if (batches.length < count) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
