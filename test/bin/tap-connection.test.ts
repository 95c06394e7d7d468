import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { Connection, type Listener } from "../../bin/tap/connection";

jest.setTimeout(60_000);

const QUIET_MS = 1000;

let server: WebSocketServer, connection: Connection;
const listener = { message: jest.fn(), opened: jest.fn(), refused: jest.fn() } satisfies Partial<Listener>;
afterEach(() => {
  connection.close();
  for (const client of server.clients) client.terminate();
  server.close();
  jest.clearAllMocks();
});

/** To a server that answers pings, or does not: why the first connection is lost. */
async function lostTo(autoPong: boolean, credentials = ""): Promise<{ readonly lost: Promise<string> }> {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1", autoPong });
  await once(server, "listening");
  const url = `ws://${credentials}127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { lost: new Promise((lost) => (connection = new Connection(url, { ...listener, lost }, QUIET_MS))) };
}

test("user and password of the URL are sent, and no subprotocol is asked for", async () => {
  await lostTo(true, "user:p%40ss@");
  const [, { headers }] = (await once(server, "connection")) as [WebSocket, IncomingMessage];
  expect(headers.authorization).toBe(`Basic ${Buffer.from("user:p@ss").toString("base64")}`);
  expect(headers["sec-websocket-protocol"]).toBeUndefined();
});

test("who neither sends nor answers a ping is gone, and called again", async () => {
  const { lost } = await lostTo(false);
  expect(await lost).toBe("nothing came for 2 s, not even the answer to a ping");
  await once(server, "connection");
  expect(listener.refused).not.toHaveBeenCalled();
});

test("who has nothing to send and answers pings is there", async () => {
  const { lost } = await lostTo(true);
  const quiet = new Promise((resolve) => setTimeout(resolve, 3.5 * QUIET_MS, "still there"));
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
