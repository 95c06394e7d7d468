/** An MQTT 3.1.1 broker as far as a login goes: it judges the account, and takes whatever comes afterwards. */
import { type AddressInfo, createServer, type Socket } from "node:net";

const CONNECT = 1;
const CONNACK = 2;
/** Return code 5: not authorized. */
const REFUSED = 5;
const HAS_WILL = 0x04;

export async function startFakeBroker(good: string, host = "127.0.0.1") {
  const sockets = new Set<Socket>();
  const broker = {
    account: good,
    /** `user:password` of each login, in their order. */
    logins: [] as string[],
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (packet) => {
      if (packet[0] === undefined || packet[0] >> 4 !== CONNECT) return;
      const account = accountIn(packet);
      broker.logins.push(account);
      const code = account === broker.account ? 0 : REFUSED;
      socket.write(Buffer.from([CONNACK << 4, 2, 0, code]));
      if (code === REFUSED) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(broker, {
    // A TCP server's address is no string.
    url: `mqtt://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    dropConnections: dropAll,
    close: () => {
      dropAll();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
export type FakeBroker = Awaited<ReturnType<typeof startFakeBroker>>;

/** The last two fields of a CONNECT (MQTT 3.1.1, section 3.1), which is small enough to come in one piece. */
function accountIn(packet: Buffer): string {
  let at = 1;
  while ((packet[at++] ?? 0) >= 0x80);
  const next = () => {
    const length = packet.readUInt16BE(at);
    const field = packet.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    return field.toString();
  };
  next(); // protocol name
  const flags = packet[at + 1] ?? 0;
  at += 4; // level, flags, keep alive
  next(); // client
  if (flags & HAS_WILL) {
    next();
    next();
  }
  return `${next()}:${next()}`;
}
