import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import { send } from "../../../../bin/images/registry/transport";

/** Of nobody: made for this test, signed by itself. */
const KEY =
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmTNZAQjVHps07c0WXWbD6qHqGp8RGelhRhDf3p+Aw/ChRANCAATZ9nJFhrhch5/z6LqphWQD3sH/29CfDKz1HQdhNU+UD/3/3FhTvuVE2gWPYsL4RhACeBeinlkWuWGycwdJRk6Q";
const CERTIFICATE =
  "MIIBjzCCATSgAwIBAgIUel9cLpTWQfM3z+2ASIm/0peTElAwCgYIKoZIzj0EAwIwEzERMA8GA1UEAwwIbG9vcGJhY2swIBcNMjYxMTI3MDcxNDQ0WhgPMjEyNjExMDMwNzE0NDRaMBMxETAPBgNVBAMMCGxvb3BiYWNrMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2fZyRYa4XIef8+i6qYVkA97B/9vQnwys9R0HYTVPlA/9/9xYU77lRNoFj2LC+EYQAngXop5ZFrlhsnMHSUZOkKNkMGIwHQYDVR0OBBYEFM7tbsHeHZrYKjmqSgQaDLUaOF3nMB8GA1UdIwQYMBaAFM7tbsHeHZrYKjmqSgQaDLUaOF3nMA8GA1UdEwEB/wQFMAMBAf8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNJADBGAiEAryshciUHvxI07cMglYOOSdkvKWVK+UqcqvU9Dz93AbQCIQDd7bveh6EL/1+vLtrZtijT1drFTydp6d+AsR8HnZF2yw==";
const pem = (of: string, text: string): string => `-----BEGIN ${of}-----\n${text.replace(/.{64}/g, "$&\n")}\n-----END ${of}-----\n`;

let server: Server;
afterEach(() => server.close());

async function asked(one: Server, connectMs = 5_000): Promise<unknown> {
  server = one.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return send({ method: "GET", url }, { connectMs, silenceMs: 10_000 }).catch((error: unknown) => error);
}

test("a certificate that nobody vouches for: the error says how to name who does", async () => {
  const own = createHttpsServer({ key: pem("PRIVATE KEY", KEY), cert: pem("CERTIFICATE", CERTIFICATE) });
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

test("a connection that is cut while it is made", async () => {
  const cutting = createServer((socket) => socket.destroy());
  expect(await asked(cutting)).toMatchObject({ kind: "cut" });
});
