import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import { send } from "../../../../bin/images/registry/transport";
import { CERTIFICATE, KEY } from "../../../loopback-certificate";

let server: Server;
afterEach(() => server.close());

async function asked(one: Server, connectMs = 5_000): Promise<unknown> {
  server = one.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return send({ method: "GET", url }, { connectMs, silenceMs: 10_000 }).catch((error: unknown) => error);
}

test("a certificate that nobody vouches for: the error says how to name who does", async () => {
  const own = createHttpsServer({ key: KEY, cert: CERTIFICATE });
  expect(await asked(own)).toMatchObject({
    kind: "gone",
    message: expect.stringMatching(/^its certificate is not trusted \([A-Z_]+\): NODE_EXTRA_CA_CERTS names the file of a CA of one's own$/),
  });
});

test("a server that speaks plain HTTP", async () => {
  const plain = createHttpServer((_, response) => response.end());
  expect(await asked(plain)).toMatchObject({ kind: "gone", message: "it does not speak HTTPS, which all but loopback is asked with" });
});

test("a connection that is never ready", async () => {
  const mute = createServer(() => {});
  expect(await asked(mute, 100)).toMatchObject({ kind: "gone", message: "no connection within 0.1 s" });
});

test("a connection of before that the server has closed meanwhile is no cut: another one is made at once", async () => {
  const uses: number[] = [];
  // each connection has one answer, and is gone when it is used again
  server = createServer((socket) => {
    const own = uses.push(0) - 1;
    socket.on("data", () => {
      uses[own] = (uses[own] ?? 0) + 1;
      if (uses[own] === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
      else socket.destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const timeouts = { connectMs: 5_000, silenceMs: 10_000 };
  await send({ method: "HEAD", url }, timeouts);
  expect(await send({ method: "HEAD", url }, timeouts)).toMatchObject({ status: 200 });
  expect(uses).toEqual([2, 1]);
});

test("a connection that is cut while it is made", async () => {
  const cutting = createServer((socket) => socket.destroy());
  expect(await asked(cutting)).toMatchObject({ kind: "cut" });
});
