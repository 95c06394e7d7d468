import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { Connection, type Listener } from "../../bin/tap/connection";

const QUIET_MS = 400;

let server: WebSocketServer, connection: Connection;
const listener = { message: jest.fn(), opened: jest.fn(), refused: jest.fn() } satisfies Partial<Listener>;
afterEach(() => {
  connection.close();
  for (const client of server.clients) client.terminate();
  server.close();
  jest.clearAllMocks();
});

/** Of a server that answers pings, or does not: why the first connection is lost. */
async function lostTo(autoPong: boolean): Promise<{ readonly lost: Promise<string> }> {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1", autoPong });
  await once(server, "listening");
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { lost: new Promise((lost) => (connection = new Connection(url, { ...listener, lost }, QUIET_MS))) };
}

test("who neither sends nor answers a ping is gone, and called again", async () => {
  const { lost } = await lostTo(false);
  expect(await lost).toBe("nothing came for 0.8 s, not even the answer to a ping");
  await once(server, "connection");
  expect(listener.refused).not.toHaveBeenCalled();
});

test("who has nothing to send and answers pings is there", async () => {
  const { lost } = await lostTo(true);
  const quiet = new Promise((resolve) => setTimeout(resolve, 5 * QUIET_MS, "still there"));
  expect(await Promise.race([lost, quiet])).toBe("still there");
  expect(listener.opened).toHaveBeenCalledTimes(1);
});

test("who is told to end is not called again, and says nothing of it", async () => {
  const { lost } = await lostTo(true);
  const [client] = await once(server, "connection");
  connection.close();
  await once(client, "close");
  expect(server.clients.size).toBe(0);
  expect(await Promise.race([lost, new Promise((resolve) => setTimeout(resolve, 800, "silent"))])).toBe("silent");
  expect(server.clients.size).toBe(0);
});
