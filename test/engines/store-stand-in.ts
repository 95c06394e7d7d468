/** A log store that keeps what it is sent, and answers as it is told. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

export interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Inflated where it was sent compressed by gzip. */
  readonly body: Buffer;
  /** What it was answered. */
  readonly status: number;
}

export interface StoreStandIn {
  readonly url: string;
  /** All that came, what was refused among it. */
  readonly deliveries: readonly Delivery[];
  /** From now on. */
  answer(status: number): void;
  stop(): Promise<void>;
}

/** @param port one that is free @default - any */
export async function startStore(port = 0): Promise<StoreStandIn> {
  const deliveries: Delivery[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const sent = Buffer.concat(parts);
      const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
      deliveries.push({ path: request.url ?? "", headers: request.headers, body, status });
      response.writeHead(status, { "Content-Type": "application/x-protobuf" }).end();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    answer: (next) => {
      status = next;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
