import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { createMqttPublisher } from "../../components/boiler-bridge/service/home/mqtt-publisher";
import { openSocket } from "../../components/boiler-bridge/service/home/socket";
import { httpCall } from "../../lib/service/http-call";
import { createLog } from "../../lib/service/log";
import { startFakeBroker } from "../boiler-bridge/fake-broker";
import { testIPv6 } from "../ipv6";

/* What the site lets stand in a URL, the clients of our services call: an IPv6 host in brackets. */

testIPv6("http://[::1]:<port> is called", async () => {
  const server = createServer((request, response) => void response.end(request.headers.host)).listen(0, "::1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const answer = await httpCall({ method: "GET", url: new URL(`http://[::1]:${port}/x`), timeoutMs: 2000, maxBytes: 100 });
  expect(answer).toMatchObject({ status: 200, text: `[::1]:${port}` });
  server.close();
});

testIPv6("the WebSocket behind http://[::1]:<port> is called", async () => {
  const server = new WebSocketServer({ port: 0, host: "::1" });
  server.on("connection", (socket) => socket.send(JSON.stringify({ type: "auth_ok", ha_version: "2026.8.1" })));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { socket, version } = await openSocket(`http://[::1]:${port}`, "token");
  expect(version).toBe("2026.8.1");
  socket.terminate();
  server.close();
});

testIPv6("mqtt://[::1]:<port> is called", async () => {
  const broker = await startFakeBroker("me:secret", "::1");
  const account = () => ({ username: "me", password: "secret" });
  const publisher = createMqttPublisher({ url: broker.url, account, log: createLog("test", "silent") });
  while (broker.logins.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(broker.logins).toEqual(["me:secret"]);
  await publisher.close();
  await broker.close();
});
