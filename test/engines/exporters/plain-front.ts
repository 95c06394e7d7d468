/** What is asked over TLS and with a token, in plain HTTP on loopback: the agent that scrapes it knows neither. */
import { createServer } from "node:http";
import { Agent, request } from "node:https";
import { freePort } from "../../free-port";

export interface PlainFront {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

export async function plainFront(of: { readonly port: number; readonly token?: string }): Promise<PlainFront> {
  // a certificate that the program signed for itself
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const headers = of.token === undefined ? {} : { authorization: `Bearer ${of.token}` };
  const server = createServer((incoming, outgoing) => {
    const asked = request({ host: "127.0.0.1", port: of.port, path: incoming.url, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { "content-type": answer.headers["content-type"] ?? "text/plain" });
      answer.pipe(outgoing);
    });
    asked.on("error", (error) => outgoing.writeHead(502).end(error.message));
    asked.end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    stop: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
