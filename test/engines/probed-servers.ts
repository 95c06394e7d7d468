/** Servers on loopback for probes to ask, of either family. */
import { createSocket, type Socket as Datagrams } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTls } from "node:tls";
import { freePort } from "../free-port";
import type { ownCertificate } from "./own-certificate";

export type Loopback = "127.0.0.1" | "::1";
type Certificate = Pick<ReturnType<typeof ownCertificate>, "key" | "cert">;

export interface Probed {
  /** `<host>:<port>`. */
  readonly host: string;
  close(): void;
}

async function listening(server: Server, address: Loopback, port?: number): Promise<Probed> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    // whoever has what it came for closes as it likes
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => undefined);
  const at = port ?? (await freePort());
  server.listen(at, address);
  await once(server, "listening");
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { host: `${address === "::1" ? "[::1]" : address}:${at}`, close };
}

export const startPage = (answer: RequestListener, address: Loopback = "127.0.0.1", certificate?: Certificate): Promise<Probed> =>
  listening(certificate === undefined ? createHttp(answer) : createHttps(certificate, answer), address);

/** Says lines to whoever comes, each so many milliseconds after the one before, and hears nothing. */
export function startGreeter(
  lines: readonly (readonly [afterMilliseconds: number, line: string])[],
  { address = "127.0.0.1", certificate }: { readonly address?: Loopback; readonly certificate?: Certificate } = {},
): Promise<Probed> {
  const greet = async (socket: Socket) => {
    socket.on("error", () => socket.destroy());
    for (const [after, line] of lines) {
      if (after > 0) await new Promise((resolve) => setTimeout(resolve, after));
      if (!socket.destroyed) socket.write(`${line}\r\n`);
    }
  };
  return listening(certificate === undefined ? createServer(greet) : createTls(certificate, greet), address);
}

/** A name server that gives these addresses, whoever's name is asked for, over UDP and TCP. */
export async function startNames(addresses: readonly (readonly number[])[], address: Loopback = "127.0.0.1"): Promise<Probed> {
  const overTcp = createServer((socket) =>
    socket.on("data", (framed: Buffer) => {
      const reply = replyTo(framed.subarray(2), addresses);
      socket.end(Buffer.concat([Buffer.from([reply.length >> 8, reply.length & 255]), reply]));
    }),
  );
  const tcp = await listening(overTcp, address);
  const overUdp: Datagrams = createSocket(address === "::1" ? "udp6" : "udp4");
  overUdp.on("message", (query, { port, address: from }) => overUdp.send(replyTo(query, addresses), port, from));
  overUdp.bind(Number(tcp.host.slice(tcp.host.lastIndexOf(":") + 1)), address);
  await once(overUdp, "listening");
  return {
    ...tcp,
    close: () => {
      tcp.close();
      overUdp.close();
    },
  };
}

/** A reply of RFC 1035 to a query with one question: 4 bytes of an address make an A record, 16 an AAAA. */
function replyTo(query: Buffer, addresses: readonly (readonly number[])[]): Buffer {
  const questionEnd = query.indexOf(0, 12) + 5;
  const header = Buffer.from([...query.subarray(0, 2), 0x84, 0x00, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
  // the name is that of the question, at byte 12
  const records = addresses.map((bytes) =>
    Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
  );
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records]);
}
